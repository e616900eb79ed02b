"""Documents into chunks: windows of words or characters, packed sentences, Markdown sections. Notebooks 01 and 06.

A *chunker* is any function text -> list of str or Section. The ones here return `Passage`s: plain strings that also
know where in the source they stand.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from .text import UNSPACED, sentence_spans


class Passage(str):
    """A str that knows its place: it was cut from `source[start:end]`."""

    start: int
    end: int

    def __new__(cls, text, start, end):
        passage = super().__new__(cls, text)
        passage.start, passage.end = start, end
        return passage


@dataclass(frozen=True)
class Chunk:
    """One piece of a document. `start` and `end` are its place in the document's text, where the chunker tells it."""

    id: str
    doc_id: str
    text: str
    title: str = ""
    section: str = ""
    start: int | None = None
    end: int | None = None


def check_sizes(size: int, overlap: int, size_name="size", overlap_name="overlap") -> None:
    """size at least 1 and 0 <= overlap < size, or ValueError/TypeError: else windows would stand still or skip text."""
    for name, value in ((size_name, size), (overlap_name, overlap)):
        if not isinstance(value, int) or isinstance(value, bool):
            raise TypeError(f"{name} must be a whole number, got {type(value).__name__}: {value!r}")
    if size < 1:
        raise ValueError(f"{size_name} must be 1 or more, got {size}")
    if not 0 <= overlap < size:
        raise ValueError(
            f"{overlap_name} must satisfy 0 <= {overlap_name} < {size_name}, got {overlap_name}={overlap}, "
            f"{size_name}={size}: windows start {size_name} - {overlap_name} apart and must move forward"
        )


def check_text(text, name="text") -> None:
    """TypeError unless it is a str (None and NaN, as blank spreadsheet cells arrive, included)."""
    if not isinstance(text, str):
        raise TypeError(f"{name} must be a str, got {type(text).__name__}: {text!r}")


def windows(n: int, size: int, overlap: int):
    """Half-open ranges (start, end) of windows over n items; the last is the first that reaches the end."""
    for start in range(0, n, size - overlap):
        yield start, min(start + size, n)
        if start + size >= n:
            return


def chunk_words(text: str, size: int = 30, overlap: int = 10) -> list[str]:
    """Windows of `size` words (what stands between blanks), starting `size - overlap` apart; the first window that
    reaches the end is the last, so no chunk lies wholly inside another. Words are joined by one blank.

    A blank text gives []. A script without blanks is one word to this chunker: cut it with `chunk_chars` or
    `chunk_sentences`. Raises ValueError unless 0 <= overlap < size. Built in notebook 01."""
    check_text(text)
    check_sizes(size, overlap)
    words = [(match.start(), match.end()) for match in re.finditer(r"\S+", text)]
    chunks = []
    for first, stop in windows(len(words), size, overlap):
        start, end = words[first][0], words[stop - 1][1]
        chunks.append(Passage(" ".join(text[start:end].split()), start, end))
    return chunks


def expected_chunks(n_words: int, size: int, overlap: int) -> int:
    """How many windows `chunk_words` makes of n words: ceil((n − overlap) / (size − overlap)), at least 1; 0 of none.

    Derived in notebook 01."""
    check_sizes(size, overlap)
    if not isinstance(n_words, int) or isinstance(n_words, bool):
        raise TypeError(f"n_words must be a whole number, got {type(n_words).__name__}: {n_words!r}")
    if n_words < 0:
        raise ValueError(f"n_words must be 0 or more, got {n_words}")
    if n_words == 0:
        return 0
    return max(1, -(-(n_words - overlap) // (size - overlap)))


def chunk_chars(text: str, size: int = 500, overlap: int = 50) -> list[str]:
    """Windows of `size` characters (code points), `size - overlap` apart, stripped; blank ones are dropped.

    A cut can fall inside a word, a joined emoji, or between a letter and a combining accent: nothing is lost, but
    such a piece reads badly on both sides, which is what notebook 06 shows. Raises as `chunk_words`."""
    check_text(text)
    check_sizes(size, overlap)
    return [piece for first, stop in windows(len(text), size, overlap) if (piece := stripped(text, first, stop))]


def stripped(text: str, start: int, end: int) -> Passage:
    """The part of the text from start to end without blanks at its ends."""
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    return Passage(piece.strip(), start, start + len(piece.strip()))


_UNSPACED_CHARACTER = re.compile(f"[{UNSPACED}]")


def count_words(text: str) -> int:
    """Words between blanks; in scripts written without blanks each character counts as one, as word processors do."""
    return len(_UNSPACED_CHARACTER.sub(" x ", text).split()) if not text.isascii() else len(text.split())


def chunk_sentences(text: str, max_words: int = 25, overlap_sentences: int = 1) -> list[str]:
    """Whole sentences packed while they fit in `max_words`; each chunk begins with the last `overlap_sentences`
    sentences of the one before, or with as many as leave room for a new one.

    A sentence longer than the limit is a chunk of its own; a run of words that long without any end mark is no
    sentence and is cut every `max_words` words. The text of a chunk is the source's, blanks included. Built in
    notebook 06."""
    check_text(text)
    check_sizes(max_words, 0, "max_words")
    if not isinstance(overlap_sentences, int) or isinstance(overlap_sentences, bool):
        raise TypeError(f"overlap_sentences must be a whole number, got {overlap_sentences!r}")
    if overlap_sentences < 0:
        raise ValueError(f"overlap_sentences must be 0 or more, got {overlap_sentences}")
    spans = [piece for start, end in sentence_spans(text) for piece in _cut_endless(text, start, end, max_words)]
    sizes = [count_words(text[start:end]) for start, end in spans]
    chunks, first, last = [], 0, 0  # the chunk being packed holds sentences first..last
    while last < len(spans):
        while last + 1 < len(spans) and sum(sizes[first : last + 2]) <= max_words:
            last += 1
        start, end = spans[first][0], spans[last][1]
        chunks.append(Passage(text[start:end], start, end))
        nxt = last + 1
        first = max(first + 1, nxt - overlap_sentences)
        while first < nxt and nxt < len(sizes) and sum(sizes[first : nxt + 1]) > max_words:
            first += 1
        last = nxt
    return chunks


def _cut_endless(text, start, end, max_words):
    if count_words(text[start:end]) <= max_words or re.search(r"[.!?…。！？।؟۔][\"'”’)\]»」』]*$", text[start:end]):
        return [(start, end)]
    # one word per match; in scripts without blanks one character per match
    words = [(m.start(), m.end()) for m in re.compile(rf"[{UNSPACED}]|[^\s{UNSPACED}]+").finditer(text, start, end)]
    return [(words[i][0], words[min(i + max_words, len(words)) - 1][1]) for i in range(0, len(words), max_words)]


def as_documents(docs) -> dict[str, str]:
    """The documents as a new dict {id: text}, from a mapping or from pairs (id, text), read once.

    Raises TypeError for ids or texts that are no str, ValueError for a repeated or blank id. A byte-order mark goes."""
    if isinstance(docs, str) or not isinstance(docs, (Mapping, Iterable)):
        raise TypeError(
            f"docs must be a dict {{id: text}} or pairs (id, text), got {type(docs).__name__}: {docs!r:.60}"
        )
    documents = {}
    for pair in docs.items() if isinstance(docs, Mapping) else docs:
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise TypeError(f"docs must be a dict {{id: text}} or pairs (id, text), got the item {pair!r:.60}")
        doc_id, text = pair
        check_text(doc_id, "document id")
        check_text(text, f"docs[{doc_id!r}]")
        if not doc_id.strip():
            raise ValueError(f"document id must not be blank, got {doc_id!r}: a citation could not name it")
        if doc_id in documents:
            raise ValueError(f"document id {doc_id!r} stands twice in docs: give each document an id of its own")
        documents[doc_id] = text.removeprefix("\ufeff")
    return documents


def chunk_documents(docs, chunker: Callable = chunk_words, **options) -> list[Chunk]:
    """The chunks of all documents, in order. `options` go to the chunker. Ids are `doc_id#0, #1, …` where the chunker
    gives strings, `doc_id#slug` where it gives Sections (and `doc_id` alone for text ahead of the first heading).

    Blank documents give no chunk. Raises as `as_documents`, and ValueError where two chunks would get one id."""
    chunks, seen = [], set()
    for doc_id, text in as_documents(docs).items():
        for number, piece in enumerate(chunker(text, **options)):
            chunk = _as_chunk(doc_id, number, piece)
            if chunk.id in seen:
                raise ValueError(f"chunk id {chunk.id!r} stands twice: the chunker must give each section its own slug")
            seen.add(chunk.id)
            chunks.append(chunk)
    return chunks


def _as_chunk(doc_id, number, piece) -> Chunk:
    place = getattr(piece, "start", None), getattr(piece, "end", None)
    if isinstance(piece, str):
        return Chunk(f"{doc_id}#{number}", doc_id, str(piece), "", "", *place)
    if not all(isinstance(getattr(piece, name, None), str) for name in ("text", "slug", "title", "heading")):
        raise TypeError(f"chunker must give str or Section, got {type(piece).__name__}: {piece!r:.60}")
    chunk_id = f"{doc_id}#{piece.slug}" if piece.slug else doc_id
    return Chunk(chunk_id, doc_id, piece.text, piece.title, piece.heading, *place)
