"""Anthropic's own citations as an alternative to markers: the service says itself which document a sentence rests on.

Every hit goes in as a document block of its own with citations switched on; the reply's text blocks then name the
document and quote the words they rest on. A marker can name a chunk never shown; these point into the text sent.
"""

from ..answering import NOT_FOUND
from ..citations import as_plain_text
from .service_calls import a_reply, anthropic_client
from .service_replies import anthropic_reply, why_no_answer

INSTRUCTION = 'Answer the question from the documents alone. If the answer is not there, say "not found".'


def anthropic_citer(model, *, max_tokens=1000, base_url=None, key_variable=None, timeout=60, retries=2, **more):
    """Return a function (question, hits) → {"answer", "citations", "quotes", "reason"}.

    `hits` are what `retrieve` returns; without any the service is not asked and the answer is "not found". "answer" is
    the text, with a marker [n] for the n-th hit behind each cited stretch; "citations" are the ids of the cited chunks,
    each once, in order; "quotes" are (chunk id, quoted words); "reason" is why there is no answer, "" where there is
    one. The arguments are those of `anthropic_generator`. Raises ServiceError and CutOffError.
    """
    client, guard = anthropic_client(base_url, key_variable, timeout, retries)

    def cite(question, hits):
        if not hits:
            return {"answer": NOT_FOUND, "citations": [], "quotes": [], "reason": "nothing was found"}
        content = [document(chunk.text) for chunk, _ in hits] + [{"type": "text", "text": question}]
        request = {"system": INSTRUCTION, "messages": [{"role": "user", "content": content}], **more}
        with guard():
            message = a_reply(client.messages.create(model=model, max_tokens=max_tokens, **request), "content")
        reason = why_no_answer("Anthropic", anthropic_reply(message))
        if reason:
            return {"answer": NOT_FOUND, "citations": [], "quotes": [], "reason": reason}
        text, quotes = read_blocks(message.content, [chunk.id for chunk, _ in hits])
        return {"answer": text, "citations": list(dict.fromkeys(i for i, _ in quotes)), "quotes": quotes, "reason": ""}

    return cite


def document(text):
    """Return a text as a document block that can be cited."""
    source = {"type": "text", "media_type": "text/plain", "data": text}
    return {"type": "document", "source": source, "citations": {"enabled": True}}


def read_blocks(blocks, chunk_ids):
    """Return the joined text with markers, and the quotes as (chunk id, words). Documents never sent are left out."""
    text, quotes = [], []
    for block in blocks:
        if block.type != "text":
            continue
        cited = [c for c in block.citations or [] if 0 <= getattr(c, "document_index", -1) < len(chunk_ids)]
        quotes += [(chunk_ids[c.document_index], c.cited_text) for c in cited]
        marks = "".join(f"[{number + 1}]" for number in dict.fromkeys(c.document_index for c in cited))
        text.append(as_plain_text(block.text) + (f" {marks}" if marks else ""))
    return "".join(text).strip(), quotes
