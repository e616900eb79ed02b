"""What comes back from a service, and when it counts as an answer. Used by the files beside it."""

import logging
from typing import NamedTuple

from ..answering import NOT_FOUND
from .service_calls import CutOffError

# Each service's own words for a reply that is not whole; "" where it said none and the connection ended.
NOT_WHOLE = {"", "max_tokens", "model_context_window_exceeded", "pause_turn", "length"}


class Reply(NamedTuple):
    """What a service sent: a text, its word for why it stopped ("": it broke off), why it refused ("": it did not)."""

    text: str
    stop: str
    refusal: str = ""


class ServiceGenerator:
    """A function prompt → text around one service.

    A refusal, and a reply without text (an empty one, or a call of a tool), come back as "not found"; `reason` then
    holds why, which is also logged as a warning, and is "" after a normal reply. Raises ServiceError, and its kind
    CutOffError for a reply that is not whole.
    """

    def __init__(self, service, model, ask):
        self.service, self.model, self.reason, self._ask = service, model, "", ask

    def __repr__(self):
        return f"ServiceGenerator({self.service}, {self.model!r})"

    def __call__(self, prompt):
        if not isinstance(prompt, str):
            raise TypeError(f"prompt must be a str, got {prompt!r}")
        self.reason = ""
        reply = self._ask(prompt)
        self.reason = why_no_answer(self.service, reply)
        return NOT_FOUND if self.reason else reply.text.strip()


def why_no_answer(service, reply):
    """Return "" for a whole reply with text, else why there is none. Raises CutOffError for one that is not whole."""
    reason = ""
    if reply.refusal:
        reason = f"{service} refused: {reply.refusal}"
    elif reply.stop in NOT_WHOLE:
        why = f"ended by {reply.stop!r}: raise max_tokens" if reply.stop else "broke off: ask again"
        raise CutOffError(f"the reply from {service} is not whole, after {reply.text[-40:]!r} it {why}")
    elif not reply.text.strip():
        reason = f"the reply from {service} held no text, it ended with {reply.stop!r}"
    if reason:
        logging.getLogger(__name__).warning("%s", reason)
    return reason


def anthropic_reply(message):
    """Return a `Message` as a `Reply`."""
    refusal = ""
    if message.stop_reason == "refusal":
        details = message.stop_details
        refusal = (details and (details.explanation or details.category)) or "no reason given"
    text = "".join(block.text for block in message.content if block.type == "text")
    return Reply(text, message.stop_reason or "", refusal)


def without_thinking(text):
    """Return the text behind `</think>`; "" for thinking that never ends, the whole where there is none."""
    return "" if text.lstrip().startswith("<think>") and "</think>" not in text else text.rpartition("</think>")[2]
