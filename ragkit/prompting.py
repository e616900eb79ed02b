"""The prompt: an instruction, the chunks that were found, the question last. Built in notebook 05.

Text from a document can never look like part of the frame: a chunk stands on one line, and marks in it that a reader
of citations would take for one are put in round brackets.
"""

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from .chunking import Chunk
from .citations import as_plain_text, one_line, read_numbers, read_sources, source_mark

Hits = list[tuple[Chunk, float]]

INSTRUCTION = (
    "Answer the question using only the {what} below. After each statement cite {how} it rests on. "
    'If the answer is not there, say "not found".'
)


def _checked(question, hits) -> str:
    if not isinstance(question, str):
        raise TypeError(f"question must be a str, got {type(question).__name__}: {question!r}")
    if not hits:
        raise ValueError('hits is empty: a prompt needs at least one chunk; without any the answer is "not found"')
    return one_line(question)


def _framed(instruction: str, lines: list[str], question: str) -> str:
    return "\n".join([instruction, "", *lines, "", f"Question: {question}", "Answer:"])


def build_prompt(question: str, hits: Hits) -> str:
    """The instruction, one line "[n] chunk text" for each hit in score order, then "Question: …" and "Answer:".

    Raises ValueError without hits: `answer` says "not found" instead of asking a model."""
    question = _checked(question, hits)
    instruction = INSTRUCTION.format(what="numbered context", how="the number in square brackets of the line")
    lines = [f"[{n}] {as_plain_text(one_line(chunk.text))}" for n, (chunk, _) in enumerate(hits, start=1)]
    return _framed(instruction, lines, question)


def build_source_prompt(question: str, hits: Hits) -> str:
    """As `build_prompt`, but each line begins with the chunk's own id: "[returns.md#refund-timeline] text"."""
    question = _checked(question, hits)
    instruction = INSTRUCTION.format(what="context", how="the id in square brackets of the line")
    ids = [chunk.id for chunk, _ in hits]
    lines = [f"[{source_mark(c.id)}] {as_plain_text(one_line(c.text), ids)}" for c, _ in hits]
    return _framed(instruction, lines, question)


def build_document_prompt(question: str, hits: Hits) -> str:
    """As `build_source_prompt`, with each chunk as `<document id="…">text</document>`; < > & in it are escaped."""
    question = _checked(question, hits)
    instruction = INSTRUCTION.format(what="documents", how="in square brackets the id of the document")
    ids, lines = [chunk.id for chunk, _ in hits], []
    for chunk, _ in hits:
        text = escape(as_plain_text(one_line(chunk.text), ids), quote=False)
        lines.append(f'<document id="{escape(source_mark(chunk.id))}">{text}</document>')
    return _framed(instruction, lines, question)


@dataclass(frozen=True)
class Citing:
    """A way to cite: `build(question, hits)` makes the prompt, `read(reply, hits)` the cited chunk ids from a reply."""

    build: Callable
    read: Callable


def _numbered(reply: str, hits: Hits) -> list[str]:
    return [hits[n - 1][0].id for n in read_numbers(reply, len(hits))]


def _by_source(reply: str, hits: Hits) -> list[str]:
    return read_sources(reply, [chunk.id for chunk, _ in hits])


BY_NUMBER = Citing(build_prompt, _numbered)
BY_SOURCE = Citing(build_source_prompt, _by_source)
BY_DOCUMENT = Citing(build_document_prompt, _by_source)
