"""All words of a text at once: where windows of them begin and end, with one blank between words. Notebook 10."""

from collections.abc import Iterable, Iterator

import numpy as np

from .scanning import CODING, word_edges

# What `str.split` takes for blanks: those below 128 by `bytes.translate`, the others by `str.replace`.
_TO_BLANK = bytes(32 if code < 128 and chr(code).isspace() else code for code in range(256))
_OTHER_BLANKS = [chr(code) for code in range(128, 0x3001) if chr(code).isspace()]
SHORT = 1500  # characters: for fewer, the first array operation is not earned back


def windows(n: int, size: int, overlap: int) -> Iterator[tuple[int, int]]:
    """Half-open ranges (start, end) of windows over n items; the last is the first that reaches the end."""
    for start in range(0, n, size - overlap):
        yield start, min(start + size, n)
        if start + size >= n:
            return


def cut_words(text: str, size: int, overlap: int) -> Iterable[tuple[str, int, int]]:
    """(`" ".join(words[i:j])`, start, end) for each window of words: what it holds, and its place `text[start:end]`.
    Words are what `text.split()` gives."""
    if len(text) < SHORT:
        words = text.split()
        if len(" ".join(words)) == len(text.strip()):  # one blank stands between any two words
            return _cut_evenly(words, len(text) - len(text.lstrip()), size, overlap)
    return _cut_in_arrays(text, size, overlap)


def _cut_evenly(words, start, size, overlap):
    before = 0
    for first, stop in windows(len(words), size, overlap):
        start += len(" ".join(words[before:first])) + (first > before)
        piece = " ".join(words[first:stop])
        yield piece, start, start + len(piece)
        before = first


def _cut_in_arrays(text, size, overlap):
    """The text as an array of bytes, so that a few array operations do what a loop over words would."""
    for blank in () if text.isascii() else _OTHER_BLANKS:
        text = text.replace(blank, " ")
    padded = b"".join([b" ", text.encode(*CODING).translate(_TO_BLANK), b" "])
    begin, end = word_edges(padded)
    n = len(begin)
    first = np.arange(0, max(n - overlap, 1), size - overlap)[:n]  # as `windows` has them
    stop = np.minimum(first + size, n)

    even, even_begin = padded[1:-1], begin - 1
    wide = (begin[1:] - end[:-1] > 1).nonzero()[0]  # gaps of several blanks; between them all is even already
    if len(wide):
        stretches = zip([begin[0], *begin[wide + 1].tolist()], [*end[wide].tolist(), end[-1]])
        even = b" ".join([padded[i:j] for i, j in stretches])
        even_begin = np.cumsum(end - begin + 1) - (end - begin + 1)
    even_end = even_begin + end - begin
    places = zip(even_begin[first].tolist(), even_end[stop - 1].tolist())
    starts, ends = begin[first] - 1, end[stop - 1] - 1
    if text.isascii():
        even = even.decode("ascii")
        pieces = [even[i:j] for i, j in places]
    else:  # places among the bytes, but not in the text: later bytes of a character do not count
        pieces = [even[i:j].decode(*CODING) for i, j in places]
        later = ((np.frombuffer(padded, np.uint8)[1:] & 0xC0) == 0x80).nonzero()[0]
        starts, ends = starts - later.searchsorted(starts), ends - later.searchsorted(ends)
    return zip(pieces, starts.tolist(), ends.tolist())
