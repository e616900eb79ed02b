"""Documents into chunks: windows of words or characters, packed sentences, Markdown sections. Notebooks 01 and 06.

A *chunker* is any function text -> list of str or Section. The ones here return `Passage`s: plain strings that also
know where in the source they stand.
"""

import re
from array import array
from collections.abc import Callable, Iterable, Mapping
from itertools import accumulate
from typing import NamedTuple

from .spacing import cut_words, windows
from .text import check_whole, sentence_spans, unspaced


class Passage(str):
    """A str that knows its place: it was cut from `source[start:end]`."""

    __slots__ = ("end", "start")

    def __new__(cls, text, start, end):
        passage = str.__new__(cls, text)
        passage.start, passage.end = start, end
        return passage

    def __getnewargs__(self):  # what copies and other processes make it anew from
        return str(self), self.start, self.end


class Chunk(NamedTuple):
    """One piece of a document. `start` and `end` are its place in the document's text, where the chunker tells it.

    A named tuple, so that nothing can change it and `json.dumps` takes it as it is."""

    id: str
    doc_id: str
    text: str
    title: str = ""
    section: str = ""
    start: int | None = None
    end: int | None = None


def check_sizes(size: int, overlap: int, size_name="size", overlap_name="overlap") -> None:
    """size at least 1 and 0 <= overlap < size, or ValueError/TypeError: else windows would stand still or skip text."""
    check_whole(size_name, size, 1)
    check_whole(overlap_name, overlap, 0)
    if overlap >= size:
        raise ValueError(
            f"{overlap_name} must satisfy 0 <= {overlap_name} < {size_name}, got {overlap_name}={overlap}, "
            f"{size_name}={size}: windows start {size_name} - {overlap_name} apart and must move forward"
        )


def check_text(text, name="text") -> None:
    """TypeError unless it is a str (None and NaN, as blank spreadsheet cells arrive, included)."""
    if not isinstance(text, str):
        raise TypeError(f"{name} must be a str, got {type(text).__name__}: {text!r}")


def chunk_words(text: str, size: int = 30, overlap: int = 10) -> list[str]:
    """Windows of `size` words (what stands between blanks), starting `size - overlap` apart; the first window that
    reaches the end is the last, so no chunk lies wholly inside another. Words are joined by one blank.

    A blank text gives []. A script without blanks is one word to this chunker: cut it with `chunk_chars` or
    `chunk_sentences`. Raises ValueError unless 0 <= overlap < size. Built in notebook 01."""
    check_text(text)
    check_sizes(size, overlap)
    return [Passage(*cut) for cut in cut_words(text, size, overlap)]


def word_places(text: str, start=0, end=None, word=re.compile(r"\S+")) -> array:
    """Where each word begins and ends, in turn: 16 bytes a word, so that a long text still fits."""
    found = word.finditer(text, start, len(text) if end is None else end)
    return array("q", (place for match in found for place in match.span()))


def expected_chunks(n_words: int, size: int, overlap: int) -> int:
    """How many windows `chunk_words` makes of n words: ceil((n − overlap) / (size − overlap)), at least 1; 0 of none.

    Derived in notebook 01."""
    check_sizes(size, overlap)
    check_whole("n_words", n_words, 0)
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


def count_words(text: str) -> int:
    """Words between blanks; in scripts written without blanks each character counts as one, as word processors do."""
    return len(unspaced("[{0}]").sub(" x ", text).split()) if not text.isascii() else len(text.split())


def chunk_sentences(text: str, max_words: int = 25, overlap_sentences: int = 1) -> list[str]:
    """Whole sentences packed while they fit in `max_words`; each chunk begins with the last `overlap_sentences`
    sentences of the one before, or with as many as leave room for a new one.

    A sentence longer than the limit is a chunk of its own; a run of words that long without any end mark is no
    sentence and is cut every `max_words` words. The text of a chunk is the source's, blanks included. Built in
    notebook 06."""
    check_text(text)
    check_whole("max_words", max_words, 1)
    check_whole("overlap_sentences", overlap_sentences, 0)
    spans = [piece for start, end in sentence_spans(text) for piece in _cut_endless(text, start, end, max_words)]
    before = [0, *accumulate(count_words(text[start:end]) for start, end in spans)]  # words ahead of each sentence
    chunks, first, last = [], 0, 0  # the chunk being packed holds sentences first..last
    while last < len(spans):
        while last + 1 < len(spans) and before[last + 2] - before[first] <= max_words:
            last += 1
        start, end = spans[first][0], spans[last][1]
        chunks.append(Passage(text[start:end], start, end))
        nxt = last + 1
        first = max(first + 1, nxt - overlap_sentences)
        while first < nxt and nxt < len(spans) and before[nxt + 1] - before[first] > max_words:
            first += 1
        last = nxt
    return chunks


def _cut_endless(text, start, end, max_words):
    if re.search(r"[.!?…。！？।؟۔][\"'”’)\]»」』]*$", text[max(start, end - 40) : end]):
        return [(start, end)]
    places = word_places(text, start, end, unspaced(r"[{0}]|[^\s{0}]+"))
    if len(places) <= 2 * max_words:
        return [(start, end)]
    return [(places[2 * first], places[2 * stop - 1]) for first, stop in windows(len(places) // 2, max_words, 0)]


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

    Blank documents give no chunk. Raises as `as_documents`, TypeError for a chunker that gives something else, and
    ValueError where two chunks would get one id."""
    check_chunker(chunker)
    chunks = []
    for doc_id, text in as_documents(docs).items():
        pieces = chunker(text, **options)
        if isinstance(pieces, str) or not isinstance(pieces, Iterable):  # a str would be cut into its letters
            raise TypeError(f"chunker must give a list of str or Section, got {type(pieces).__name__}: {pieces!r:.60}")
        chunks += [_as_chunk(doc_id, number, piece) for number, piece in enumerate(pieces)]
    check_ids(chunks)
    return chunks


def check_ids(chunks: list[Chunk]) -> None:
    """ValueError where two chunks have one id, which says whether their chunker or the ids of documents are to blame:
    section "0" of a document "a" and the text ahead of the headings of a document "a#0" would both be "a#0"."""
    if len({chunk.id for chunk in chunks}) == len(chunks):
        return
    documents: dict[str, str] = {}
    for chunk in chunks:
        other = documents.get(chunk.id)
        if other == chunk.doc_id:
            raise ValueError(
                f"chunks must have ids of their own: {chunk.id!r} stands twice in document {other!r}; "
                "the chunker must give each section its own slug"
            )
        if other is not None:
            raise ValueError(
                f"chunks must have ids of their own: {chunk.id!r} would name chunks of two documents, {other!r} and "
                f"{chunk.doc_id!r}; rename one of them"
            )
        documents[chunk.id] = chunk.doc_id


def check_chunker(chunker) -> None:
    """TypeError unless it can be called."""
    if not callable(chunker):
        raise TypeError(
            f"chunker must be a function text -> list of str or Section, got {type(chunker).__name__}: {chunker!r:.60}"
        )


def _as_chunk(doc_id, number, piece) -> Chunk:
    place = getattr(piece, "start", None), getattr(piece, "end", None)
    if isinstance(piece, str):
        return Chunk(f"{doc_id}#{number}", doc_id, str(piece), "", "", *place)
    if not all(isinstance(getattr(piece, name, None), str) for name in ("text", "slug", "title", "heading")):
        raise TypeError(f"chunker must give a list of str or Section, got the item {piece!r:.60}")
    chunk_id = f"{doc_id}#{piece.slug}" if piece.slug else doc_id
    return Chunk(chunk_id, doc_id, piece.text, piece.title, piece.heading, *place)
