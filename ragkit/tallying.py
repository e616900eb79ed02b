"""From a stream of word numbers to counts: cut each distinct word once, sort, and measure runs. Notebook 10."""

from collections import defaultdict
from collections.abc import Callable, Set
from itertools import count

import numpy as np

from .scanning import Stream, portions

BLOCK = 1 << 17  # words tallied at a time: their pairs stay in the processor's cache
_NONE, _SEVERAL = np.int32(-1), np.int32(-2)  # in place of the column of a word that is not one term


def cut(words: list, cutter: Callable, is_term: Callable, left_out: Set[str] = frozenset()) -> tuple:
    """The sorted vocabulary of all terms of the words but those left out, and the terms of word w:
    `columns[starts[w]:starts[w + 1]]`. A word that `is_term` is its own only term; `cutter` gives those of the others.
    """
    index, seen, sizes = defaultdict(count().__next__), [], []  # a new term takes the next number
    for word in words:
        if is_term(word) and word not in left_out:
            seen.append(index[word])
            sizes.append(1)
        else:
            terms = [index[term] for term in cutter(word) if term not in left_out]
            seen += terms
            sizes.append(len(terms))
    vocabulary = sorted(index)
    column_of = np.zeros(len(index), dtype=np.int32)
    column_of[[index[term] for term in vocabulary]] = np.arange(len(index))
    return vocabulary, np.concatenate([[0], np.cumsum(sizes, dtype=np.intp)]), column_of[seen]


def spread(starts: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where the entries of these rows stand, row after row: the starts they then have, and the place of each entry."""
    sizes = np.diff(starts)[rows]
    new_starts = np.concatenate([[0], np.cumsum(sizes, dtype=np.intp)])
    return new_starts, np.repeat(starts[rows] - new_starts[:-1], sizes) + np.arange(new_starts[-1])


def column_sizes(columns: np.ndarray, width: int) -> np.ndarray:
    """(width,) how often each column stands in `columns`."""
    sizes = np.zeros(width, np.intp)
    for begin in range(0, len(columns), BLOCK):  # bincount makes a copy in 64 bits of what it is given
        sizes += np.bincount(columns[begin : begin + BLOCK], minlength=width)
    return sizes


def tally(stream: Stream, starts: np.ndarray, columns: np.ndarray, width: int) -> tuple:
    """Row starts, columns and values of the counts of N texts, given the terms of each word (see `cut`).

    A term in a text is one integer, text · width + column. Sorted, equal ones stand together, and the length of each
    run is a count: what a dictionary for each text would have held, in the order that rows want.
    """
    sizes = np.diff(starts)
    column_of = np.where(sizes == 1, np.append(columns, 0)[starts[:-1]], np.where(sizes == 0, _NONE, _SEVERAL))
    row_sizes, found, values = np.zeros(len(stream.sizes), np.intp), [], []
    ends = np.concatenate([[0], np.cumsum(stream.sizes)])
    for begin, end in portions(stream.sizes, BLOCK):
        words = stream.numbers[ends[begin] : ends[end]]
        kind = np.uint32 if (end - begin) * width < 2**32 else np.int64  # half the bytes, half the time to sort
        row_begin = np.arange(end - begin + 1, dtype=kind) * kind(width)
        base = np.repeat(row_begin[:-1], stream.sizes[begin:end])
        column = column_of.take(words)  # most words are one term, and one look-up gives it
        pairs = base + column.astype(kind)
        if column.min(initial=0) < 0:
            others = np.flatnonzero(column == _SEVERAL)
            spread_starts, places = spread(starts, words[others])
            more = np.repeat(base[others], np.diff(spread_starts)) + columns[places].astype(kind)
            pairs = np.concatenate([pairs[column >= 0], more])
        pairs.sort()
        run = np.flatnonzero(np.append(True, pairs[1:] != pairs[:-1])[: len(pairs)])
        distinct = pairs[run]
        row_sizes[begin:end] = np.diff(distinct.searchsorted(row_begin))
        found.append((distinct - np.repeat(row_begin[:-1], row_sizes[begin:end])).astype(np.int32))
        values.append(np.diff(run, append=len(pairs)).astype(np.int32))
    row_starts = np.concatenate([[0], np.cumsum(row_sizes)])
    return row_starts, *(np.concatenate([np.zeros(0, np.int32), *some]) for some in (found, values))


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
