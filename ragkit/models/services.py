"""Language models behind a network service, each as a generator prompt → text, made with the service's own library.

Keys are read from the environment when a generator is made, go to the library, and are never printed. Text and question
leave your machine: see what the service does with them first. Notebook 11 puts them in by changing one line.
"""

from itertools import chain

from .service_calls import CutOffError, ServiceError, a_reply, anthropic_client, ollama_client, openai_client, patiently
from .service_replies import Reply, ServiceGenerator, anthropic_reply, without_thinking

__all__ = ["CutOffError", "ServiceError", "anthropic_generator", "ollama_generator", "openai_generator"]


def anthropic_generator(
    model,
    *,
    max_tokens=1000,
    base_url=None,
    key_variable=None,
    timeout=60,
    retries=2,
    stream=False,
    on_text=None,
    **more,
):
    """A generator on Anthropic's Messages API. Thinking and tool blocks are left out of the text.

    `timeout` is in seconds for each try, `retries` counts tries after the first. `stream=True` takes the reply in
    pieces and joins them; `on_text`, if given, is called with each piece. `more` goes into the request (system="…").
    The key is read from `key_variable`, or ANTHROPIC_API_KEY; with a `base_url` of your own no key is sent unless
    `key_variable` names one.
    """
    client, guard = anthropic_client(base_url, key_variable, timeout, retries)

    def ask(prompt):
        request = {"model": model, "max_tokens": max_tokens, "messages": [{"role": "user", "content": prompt}], **more}
        with guard():
            if not (stream or on_text):
                return anthropic_reply(a_reply(client.messages.create(**request), "content"))
            with client.messages.stream(**request) as pieces:
                for piece in pieces.text_stream:
                    tell(on_text, piece)
                return anthropic_reply(pieces.get_final_message())

    return ServiceGenerator("Anthropic", model, ask)


def openai_generator(
    model,
    *,
    max_tokens=1000,
    base_url=None,
    key_variable=None,
    timeout=60,
    retries=2,
    stream=False,
    on_text=None,
    **more,
):
    """A generator on OpenAI's chat completions, or on any server that speaks them: llama.cpp, vLLM, LM Studio, …

    Such a server is named by `base_url` ("http://127.0.0.1:8080/v1"). Arguments as for `anthropic_generator`, the key
    from OPENAI_API_KEY. A model's thinking in <think> marks is left out of the text, though `on_text` is shown it.
    """
    client, guard = openai_client(base_url, key_variable, timeout, retries)
    # OpenAI's own models refuse the old name of the limit; older servers overlook the new one and never stop.
    limit = {"max_tokens" if base_url else "max_completion_tokens": max_tokens}

    def ask(prompt):
        request = {"model": model, "messages": [{"role": "user", "content": prompt}], **limit, **more}
        text, refusal, stop = [], [], ""
        with guard():
            whole = not (stream or on_text)
            parts = (
                [client.chat.completions.create(**request)]
                if whole
                else client.chat.completions.create(**request, stream=True)
            )
            for part in parts:
                for choice in a_reply(part, "choices").choices[
                    :1
                ]:  # a last piece can hold counts of tokens and no choice
                    message = choice.message if whole else choice.delta
                    text.append(message.content or "")
                    refusal.append(message.refusal or "")
                    stop = choice.finish_reason or stop
                    tell(on_text, text[-1])
        filtered = "its content filter stopped the reply" if stop == "content_filter" else ""
        return Reply(without_thinking("".join(text)), stop, "".join(refusal) or filtered)

    return ServiceGenerator("OpenAI" if base_url is None else "OpenAI-compatible server", model, ask)


def ollama_generator(
    model, *, max_tokens=1000, base_url=None, timeout=60, retries=2, stream=False, on_text=None, **more
):
    """A generator on Ollama, at `base_url` (None: OLLAMA_HOST, or http://127.0.0.1:11434). No key.

    Arguments as for `anthropic_generator`; `more` are options of the model (temperature=0, num_ctx=8192). Ollama drops
    the beginning of a prompt longer than num_ctx without a word: give it room for your chunks.
    """
    client, guard = ollama_client(base_url, timeout)

    def start(prompt):
        parts = client.chat(
            model,
            [{"role": "user", "content": prompt}],
            stream=stream or bool(on_text),
            options={"num_predict": max_tokens, **more},
        )
        parts = iter(parts) if stream or on_text else iter([parts])
        return chain([part for part in [next(parts, None)] if part], parts)  # the request is sent by the first `next`

    def ask(prompt):
        text, stop = [], ""
        with guard():
            for part in patiently(lambda: start(prompt), retries):
                text.append(part.message.content or "")
                stop = (part.done_reason or "stop") if part.done else ""
                tell(on_text, text[-1])
        return Reply(without_thinking("".join(text)), stop)

    return ServiceGenerator("Ollama", model, ask)


def tell(on_text, piece):
    """Call `on_text` with a piece of text, if there are both."""
    if on_text and piece:
        on_text(piece)
