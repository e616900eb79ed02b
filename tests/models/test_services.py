"""Services as generators: the real libraries against a server on this machine that sends what the services send."""

import json
import pickle
from types import SimpleNamespace

import pytest

from ragkit.answering import answer, extractive_generator
from ragkit.citations import read_numbers
from ragkit.index import build_index
from ragkit.models.loopback import Loopback
from ragkit.models.services import (
    CutOffError,
    ServiceError,
    anthropic_generator,
    ollama_generator,
    openai_generator,
)

pytestmark = pytest.mark.usefixtures("libraries")
KEY = "sk-very-secret-123"


def anthropic_says(*blocks, stop="end_turn", **more):
    usage = {"input_tokens": 1, "output_tokens": 1}
    head = {"id": "m", "type": "message", "role": "assistant", "model": "m", "stop_sequence": None, "usage": usage}
    return head | {"content": list(blocks), "stop_reason": stop} | more


def openai_says(content, stop="stop", **more):
    message = {"role": "assistant", "content": content} | more
    choices = [{"index": 0, "finish_reason": stop, "message": message}]
    return {"id": "c", "object": "chat.completion", "created": 0, "model": "m", "choices": choices}


def ollama_says(content, stop="stop", done=True, **more):
    return {
        "model": "m",
        "message": {"role": "assistant", "content": content} | more,
        "done": done,
        "done_reason": stop,
    }


SERVICES = {
    "anthropic": SimpleNamespace(
        make=lambda url, **more: anthropic_generator("m", base_url=url, **more),
        says=lambda text, **more: anthropic_says({"type": "text", "text": text}, **more),
        cut="max_tokens",
        limit=lambda body: body["max_tokens"],
    ),
    "openai": SimpleNamespace(
        make=lambda url, **more: openai_generator("m", base_url=url + "/v1", **more),
        says=openai_says,
        cut="length",
        limit=lambda body: body["max_tokens"],
    ),
    "ollama": SimpleNamespace(
        make=lambda url, **more: ollama_generator("m", base_url=url, **more),
        says=ollama_says,
        cut="length",
        limit=lambda body: body["options"]["num_predict"],
    ),
}


@pytest.fixture(params=SERVICES)
def service(request):
    return SERVICES[request.param]


def test_a_service_answers_in_the_loop_like_any_generator(service, wire):
    wire.says(service.says(" Refunds take five days [1]. "))
    index = build_index({"returns": "Refunds take five working days.", "shop": "We open at nine."})
    result = answer("how long do refunds take", index, service.make(wire.url, max_tokens=77))
    assert (result["answer"], result["citations"]) == ("Refunds take five days [1].", ["returns#0"])
    (asked,) = wire.asked
    assert asked.body["messages"] == [{"role": "user", "content": result["prompt"]}]
    assert asked.body["model"] == "m" and service.limit(asked.body) == 77


def test_a_reply_cut_off_at_max_tokens_is_an_error(service, wire):
    wire.says(service.says("Refunds are never", stop=service.cut))
    with pytest.raises(CutOffError, match=r"not whole, after 'Refunds are never' it .*raise max_tokens"):
        service.make(wire.url)("When?")


def test_an_empty_reply_is_not_found_and_the_reason_is_kept_until_the_next_call(service, wire, caplog):
    wire.says(service.says("  \n"))
    wire.says(service.says("Yes [1]."))
    generate = service.make(wire.url)
    assert generate("Well?") == "not found"
    assert "held no text" in generate.reason and generate.reason in caplog.text
    assert (generate("Well?"), generate.reason) == ("Yes [1].", "")


@pytest.mark.parametrize(
    ("status", "remedy"),
    [(401, "the key was refused"), (404, "model's name"), (429, "too many requests"), (500, "try again later")],
)
def test_an_error_of_the_service_names_the_remedy_and_carries_the_status(service, wire, status, remedy):
    wire.says({"error": {"type": "some_error", "message": "the service's own words"}}, status)
    with pytest.raises(ServiceError, match=remedy) as caught:
        service.make(wire.url, retries=0)("When?")
    assert caught.value.status == status and "own words" in str(caught.value) and len(wire.asked) == 1


@pytest.mark.parametrize("status", [429, 500, 503])
def test_errors_that_pass_are_tried_again_and_others_are_not(service, wire, status, monkeypatch):
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    wire.says({"error": "busy"}, status)
    wire.says(service.says("Now it works."))
    assert service.make(wire.url, retries=1)("When?") == "Now it works."
    wire.replies.clear()
    wire.says({"error": "no such model"}, 404)
    with pytest.raises(ServiceError):
        service.make(wire.url, retries=3)("When?")
    assert len(wire.asked) == 3


def test_a_service_that_is_too_slow_is_an_error_that_says_so(service, wire):
    wire.says(service.says("too late"), wait=1)
    with pytest.raises(ServiceError, match="raise timeout"):
        service.make(wire.url, timeout=0.2, retries=0)("When?")


def test_a_service_that_is_not_there_is_an_error_that_says_so(service):
    with pytest.raises(ServiceError, match="check base_url, and that the service runs"):
        service.make("http://127.0.0.1:9", retries=0)("When?")


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        ("<html>welcome", "text/html"),
        ("<html>welcome", "application/json"),
        ("", "text/html"),
        ({"a": 1}, "application/json"),
    ],
)
@pytest.mark.parametrize("stream", [False, True])
def test_a_page_of_something_else_is_an_error(service, wire, reply, kind, stream):
    wire.says(reply, kind=kind)
    with pytest.raises(ServiceError):
        service.make(wire.url, retries=0, stream=stream)("When?")


def test_more_settings_go_to_the_service(wire):
    wire.says(openai_says("yes"))
    SERVICES["openai"].make(wire.url, temperature=0, seed=3)("When?")
    assert (wire.asked[0].body["temperature"], wire.asked[0].body["seed"]) == (0, 3)


# Markers that arrive in pieces


@pytest.mark.parametrize("name", SERVICES)
def test_a_streamed_reply_is_joined_so_that_markers_split_over_pieces_are_read(name):
    text, seen = "Refunds take five days [1]. They go to the card [12].", []
    loopback = Loopback(lambda prompt: text)
    with loopback as url:
        assert SERVICES[name].make(url, stream=True)("When?") == text
        assert SERVICES[name].make(url, on_text=seen.append)("When?") == text
    assert "".join(seen) == text and len(seen) > 10 and not any("[12]" in piece for piece in seen)
    assert read_numbers(text, 12) == [1, 12]
    assert all(body["stream"] for _, body in loopback.requests)


def test_a_stream_that_breaks_off_is_an_error_not_half_an_answer(wire):
    chunk = {"id": "c", "object": "chat.completion.chunk", "created": 0, "model": "m"}
    wire.streams([chunk | {"choices": [{"index": 0, "delta": {"content": "Never pay"}, "finish_reason": None}]}])
    with pytest.raises(CutOffError, match="after 'Never pay' it broke off: ask again"):
        openai_generator("m", base_url=wire.url + "/v1", stream=True)("When?")
    wire.replies.clear()
    wire.says(json.dumps(ollama_says("Never pay", done=False)) + "\n", kind="application/x-ndjson")
    with pytest.raises(CutOffError, match="after 'Never pay' it broke off: ask again"):
        ollama_generator("m", base_url=wire.url, stream=True)("When?")
    wire.replies.clear()
    wire.streams(
        [
            {"type": "message_start", "message": anthropic_says(stop=None)},
            {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Never pay"}},
        ]
    )
    with pytest.raises(CutOffError, match="after 'Never pay' it broke off: ask again"):
        anthropic_generator("m", base_url=wire.url, stream=True)("When?")


def test_an_error_inside_a_stream_is_an_error(wire):
    wire.streams([{"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}])
    with pytest.raises(ServiceError, match="Overloaded"):
        anthropic_generator("m", base_url=wire.url, stream=True, retries=0)("When?")
    wire.replies.clear()
    wire.says('{"error": "the model ran out of memory"}\n', kind="application/x-ndjson")
    with pytest.raises(ServiceError, match="out of memory"):
        ollama_generator("m", base_url=wire.url, stream=True, retries=0)("When?")


# Refusals, thinking, tools


def test_a_refusal_is_not_found_with_its_reason(wire):
    details = {"type": "refusal", "category": "cyber", "explanation": "This could do harm."}
    wire.says(anthropic_says({"type": "text", "text": "First, "}, stop="refusal", stop_details=details))
    generate = anthropic_generator("m", base_url=wire.url)
    assert (generate("How?"), generate.reason) == ("not found", "Anthropic refused: This could do harm.")
    wire.replies.clear()
    wire.says(openai_says(None, refusal="I can't help with that."))
    wire.says(openai_says("So far", stop="content_filter"))
    generate = openai_generator("m", base_url=wire.url + "/v1")
    assert generate("How?") == "not found" and generate.reason.endswith("refused: I can't help with that.")
    assert generate("How?") == "not found" and "content filter" in generate.reason


def test_thinking_is_no_part_of_the_answer_so_its_markers_are_not_read(wire):
    thinking = {"type": "thinking", "thinking": "Perhaps [2]?", "signature": "x"}
    wire.says(anthropic_says(thinking, {"type": "text", "text": "It is "}, {"type": "text", "text": "nine [1]."}))
    assert anthropic_generator("m", base_url=wire.url)("When?") == "It is nine [1]."
    wire.replies.clear()
    wire.says(openai_says("<think>Perhaps [2]?</think>\nNine [1].", reasoning_content="Perhaps [3]?"))
    wire.says(openai_says("<think>I go on and on"))
    generate = openai_generator("m", base_url=wire.url + "/v1")
    assert (generate("When?"), generate("When?")) == ("Nine [1].", "not found")
    wire.replies.clear()
    wire.says(ollama_says("Nine [1].", thinking="Perhaps [2]?"))
    assert ollama_generator("m", base_url=wire.url)("When?") == "Nine [1]."


def test_a_call_of_a_tool_is_not_an_answer(wire):
    tool = {"type": "tool_use", "id": "t", "name": "search", "input": {}}
    wire.says(anthropic_says(tool, stop="tool_use"))
    generate = anthropic_generator("m", base_url=wire.url)
    assert generate("When?") == "not found" and "'tool_use'" in generate.reason
    wire.replies.clear()
    call = {"id": "t", "type": "function", "function": {"name": "search", "arguments": "{}"}}
    wire.says(openai_says(None, stop="tool_calls", tool_calls=[call]))
    generate = openai_generator("m", base_url=wire.url + "/v1")
    assert generate("When?") == "not found" and "'tool_calls'" in generate.reason
    wire.replies.clear()
    wire.says(ollama_says("", tool_calls=[{"function": {"name": "search", "arguments": {}}}]))
    assert ollama_generator("m", base_url=wire.url)("When?") == "not found"


# Keys


@pytest.mark.parametrize(
    ("make", "variable"), [(anthropic_generator, "ANTHROPIC_API_KEY"), (openai_generator, "OPENAI_API_KEY")]
)
def test_without_a_key_the_error_names_the_variable(make, variable, monkeypatch):
    monkeypatch.delenv(variable, raising=False)
    with pytest.raises(ServiceError, match=f"set the environment variable {variable}"):
        make("m")


@pytest.mark.parametrize("name", ["anthropic", "openai"])
def test_a_key_goes_to_the_service_and_is_shown_nowhere(name, wire, monkeypatch):
    monkeypatch.setenv("MY_KEY", KEY)
    wire.says({"error": {"type": "authentication_error", "message": f"bad key {KEY}"}}, 401)
    generate = SERVICES[name].make(wire.url, key_variable="MY_KEY", retries=0)
    with pytest.raises(ServiceError) as caught:
        generate("When?")
    assert KEY in str(wire.asked[0].headers)
    assert KEY not in f"{caught.value} {generate!r} {vars(generate)}"
    with pytest.raises((AttributeError, TypeError, pickle.PicklingError)):
        pickle.dumps(generate)


@pytest.mark.parametrize("name", ["anthropic", "openai"])
def test_a_server_of_ones_own_is_not_sent_the_key_of_the_service(name, wire, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    wire.says(SERVICES[name].says("fine"))
    SERVICES[name].make(wire.url)("When?")
    assert KEY not in str(wire.asked[0].headers)


def test_openai_itself_gets_the_new_name_of_the_limit(wire, monkeypatch):
    """Its reasoning models refuse `max_tokens`; older servers of the same wire overlook `max_completion_tokens`."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_BASE_URL", wire.url + "/v1")
    wire.says(openai_says("yes"))
    openai_generator("m", max_tokens=5)("When?")
    assert wire.asked[0].body["max_completion_tokens"] == 5 and "max_tokens" not in wire.asked[0].body


def test_a_stand_in_answers_as_the_function_behind_it():
    index = build_index({"returns": "Refunds take five working days.", "shop": "We open at nine."})
    with Loopback(extractive_generator) as url:
        through = answer("how long do refunds take", index, openai_generator("m", base_url=url + "/v1"))
    assert through == answer("how long do refunds take", index, extractive_generator)
