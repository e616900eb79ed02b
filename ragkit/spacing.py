"""All words of a text at once: where windows of them begin and end, with one blank between words. Notebook 10."""

from collections.abc import Callable, Iterable

import numpy as np

# What `str.split` takes for blanks: those below 128 by `bytes.translate`, the others by `str.replace`.
_TO_BLANK = bytes(32 if code < 128 and chr(code).isspace() else code for code in range(256))
_OTHER_BLANKS = [chr(code) for code in range(128, 0x3001) if chr(code).isspace()]


def cut_words(text: str, windows: Callable[[int], Iterable[tuple[int, int]]]) -> Iterable[tuple[str, int, int]]:
    """(`" ".join(words[i:j])`, start, end) for each of the `windows(number of words)`, i < j: the words of a window,
    and its place `text[start:end]`, where words are what `text.split()` gives.

    The text as an array of bytes, so that a few array operations do what a loop over words would.
    """
    for blank in () if text.isascii() else _OTHER_BLANKS:
        text = text.replace(blank, " ")
    padded = b"".join([b" ", text.encode("utf-8", "surrogatepass").translate(_TO_BLANK), b" "])
    codes = np.frombuffer(padded, np.uint8)
    inside = codes != 32
    edges = np.flatnonzero(inside[1:] != inside[:-1]) + 1
    begin, end = edges[::2], edges[1::2]
    first, stop = np.array([*windows(len(begin))], dtype=np.intp).reshape(-1, 2).T

    even, even_begin = padded[1:-1], begin - 1
    wide = (begin[1:] - end[:-1] > 1).nonzero()[0]  # gaps of several blanks; between them all is even already
    if len(wide):
        stretches = zip([begin[0], *begin[wide + 1].tolist()], [*end[wide].tolist(), end[-1]])
        even = b" ".join([padded[i:j] for i, j in stretches])
        even_begin = np.cumsum(end - begin + 1) - (end - begin + 1)
    even_end = even_begin + end - begin
    pieces = [even[i:j] for i, j in zip(even_begin[first].tolist(), even_end[stop - 1].tolist())]

    starts, ends = begin[first] - 1, end[stop - 1] - 1
    if not text.isascii():  # places among the bytes, but not in the text: later bytes of a character do not count
        later = ((codes[1:] & 0xC0) == 0x80).nonzero()[0]
        starts, ends = starts - later.searchsorted(starts), ends - later.searchsorted(ends)
    return zip([piece.decode("utf-8", "surrogatepass") for piece in pieces], starts.tolist(), ends.tolist())
