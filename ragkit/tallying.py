"""From a stream of word numbers to counts: cut each distinct word once, sort, and measure runs. Notebook 10."""

from collections import defaultdict
from collections.abc import Callable, Set
from itertools import compress, count

import numpy as np

from .postings import Postings
from .scanning import Stream, portions

BLOCK = 1 << 18  # words tallied at a time: their pairs stay in the processor's cache
_NONE, _SEVERAL = np.int32(-1), np.int32(-2)  # in place of the column of a word that is not one term


def cut(words: list, cutter: Callable, is_term: Callable, left_out: Set[str] = frozenset()) -> tuple:
    """The sorted vocabulary of all terms of the words but those left out, and the terms of word w:
    `columns[starts[w]:starts[w + 1]]`. A word that `is_term` is its own only term; `cutter` gives those of the others.
    """
    own = np.fromiter(map(is_term, words), bool, len(words))
    if left_out:
        own &= ~np.fromiter(map(left_out.__contains__, words), bool, len(words))
    whole = int(own.sum())  # the terms that are words come first, and any other takes the next number
    index = defaultdict(count(whole).__next__, zip(compress(words, own.tolist()), range(whole)))
    sizes, pieces = own.astype(np.intp), []
    for w in np.flatnonzero(~own).tolist():
        numbers = [index[term] for term in cutter(words[w]) if term not in left_out]
        pieces += numbers
        sizes[w] = len(numbers)
    starts = np.concatenate([[0], np.cumsum(sizes)])
    is_piece = np.ones(starts[-1], bool)
    is_piece[starts[:-1][own]] = False
    numbers = np.empty(starts[-1], np.int32)
    numbers[~is_piece], numbers[is_piece] = np.arange(whole), pieces

    terms = list(index)
    order = sorted(range(len(terms)), key=terms.__getitem__)
    column_of = np.empty(len(terms), np.int32)
    column_of[order] = np.arange(len(terms))
    return [terms[i] for i in order], starts, column_of[numbers]


def spread(starts: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where the entries of these rows stand, row after row: the starts they then have, and the place of each entry."""
    sizes = np.diff(starts)[rows]
    new_starts = np.concatenate([[0], np.cumsum(sizes, dtype=np.intp)])
    return new_starts, np.repeat(starts[rows] - new_starts[:-1], sizes) + np.arange(new_starts[-1])


def tally(stream: Stream, starts: np.ndarray, columns: np.ndarray, width: int) -> Postings:
    """How often each term stands in each of N texts, given the terms of each word (see `cut`), as int32.

    A term in a text is one integer, column · 2ᵇ + text. Sorted, equal ones stand together, and the length of each run
    is a count: what a dictionary for each text would have held, in the order that postings want.
    """
    sizes, ends = np.diff(starts), np.concatenate([[0], np.cumsum(stream.sizes)])
    column_of = np.where(sizes == 1, np.append(columns, 0)[starts[:-1]], np.where(sizes == 0, _NONE, _SEVERAL))
    blocks = []
    for begin, end in portions(stream.sizes, BLOCK):
        words, bits = stream.numbers[ends[begin] : ends[end]], int(end - begin - 1).bit_length()
        kind = np.uint32 if width << bits < 2**32 else np.int64  # half the bytes, half the time to sort
        text = np.repeat(np.arange(end - begin, dtype=kind), stream.sizes[begin:end])
        column = column_of.take(words)  # most words are one term, and one look-up gives it
        pairs = (column.astype(kind) << kind(bits)) | text
        if column.min(initial=0) < 0:
            others = np.flatnonzero(column == _SEVERAL)
            spread_starts, places = spread(starts, words[others])
            more = (columns[places].astype(kind) << kind(bits)) | np.repeat(text[others], np.diff(spread_starts))
            pairs = np.concatenate([pairs[column >= 0], more])
        pairs.sort()
        run, counts = _runs_of_equals(pairs)
        pairs = pairs[run]
        rows = (pairs & kind((1 << bits) - 1)).astype(np.int32) + np.int32(begin)
        pairs >>= kind(bits)  # the columns
        run, column_sizes = _runs_of_equals(pairs)
        blocks.append((pairs[run].astype(np.intp), column_sizes, rows, counts.astype(np.int32)))
    return Postings.one_below_another((len(stream.sizes), width), blocks)


def _runs_of_equals(items: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where each run of equal items begins, and how long it is."""
    first = np.ones(len(items), bool)
    np.not_equal(items[1:], items[:-1], out=first[1:])
    run = np.flatnonzero(first)
    return run, np.diff(run, append=len(items))


def runs(stream: Stream, lo: int, hi: int) -> Stream:
    """The stream of runs of `lo` to `hi` neighbouring words, joined by blanks; no run crosses from text to text.

    A run of n words is a run of n − 1 words and one word more: a pair of numbers, and distinct pairs are numbered anew.
    """
    left = np.repeat(np.cumsum(stream.sizes), stream.sizes) - np.arange(len(stream.numbers))  # words to the text's end
    level, level_names, width = stream.numbers, stream.words, max(len(stream.words), 1)
    grid, names = [], []  # grid[n][i]: the run that begins at word i, or -1 where the text ends first
    for n in range(1, hi + 1):
        if n > 1:
            begin = np.flatnonzero(left >= n)
            pairs = level[begin] * np.int64(width) + stream.numbers[begin + n - 1]
            distinct, numbers = np.unique(pairs, return_inverse=True)
            level = np.full(len(level), -1, dtype=np.int32)
            level[begin] = numbers
            earlier, last = (part.tolist() for part in np.divmod(distinct, width))
            level_names = [f"{level_names[i]} {stream.words[j]}" for i, j in zip(earlier, last)]
        if n >= lo:
            grid.append(np.where(level < 0, -1, level + np.int32(len(names))))
            names = names + level_names
    flat = np.stack(grid, axis=1).ravel()
    return Stream(names, flat[flat >= 0], sum(np.maximum(stream.sizes - n + 1, 0) for n in range(lo, hi + 1)))
