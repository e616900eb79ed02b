"""From a stream of word numbers to counts: cut each distinct word once, sort, and measure runs. Notebook 10."""

from array import array
from collections.abc import Callable

import numpy as np

from .scanning import Stream, portions

BLOCK = 1 << 17  # words tallied at a time: their pairs stay in the processor's cache


def cut(words: list, cutter: Callable) -> tuple[list, np.ndarray, np.ndarray]:
    """The sorted vocabulary of all terms of the words, and the terms of word w: `columns[starts[w]:starts[w + 1]]`."""
    index, seen, sizes = {}, [], []
    for word in words:
        terms = cutter(word)
        seen.extend([index.setdefault(term, len(index)) for term in terms])
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


def tally(stream: Stream, starts: np.ndarray, columns: np.ndarray, width: int) -> tuple:
    """Row starts, columns and values of the counts of N texts, given the terms of each word (see `cut`).

    A term in a text is one integer, text · width + column. Sorted, equal ones stand together, and the length of each
    run is a count: what a dictionary for each text would have held, in the order that rows want.
    """
    sizes, first = np.diff(starts), np.append(columns, 0)[starts[:-1]]
    row_sizes, found, values = np.zeros(len(stream.sizes), np.intp), array("i"), array("i")  # these two grow in place
    ends = np.concatenate([[0], np.cumsum(stream.sizes)])
    for begin, end in portions(stream.sizes, BLOCK):
        words, text_sizes = stream.numbers[ends[begin] : ends[end]], stream.sizes[begin:end]
        kind = np.uint32 if len(text_sizes) * width < 2**32 else np.int64  # half the bytes, half the time to sort
        base = np.repeat(np.arange(len(text_sizes), dtype=kind) * kind(width), text_sizes)
        several = np.flatnonzero(sizes[words] != 1)  # most words are one term, and one look-up gives it; the others:
        spread_starts, places = spread(starts, words[several])
        more = np.repeat(base[several], np.diff(spread_starts)) + columns[places].astype(kind)
        pairs = np.concatenate([np.delete(base + first[words].astype(kind), several), more])
        pairs.sort()
        run = np.flatnonzero(np.append(True, pairs[1:] != pairs[:-1])[: len(pairs)])
        rows, block_columns = np.divmod(pairs[run], kind(max(width, 1)))
        row_sizes[begin:end] = np.bincount(rows.astype(np.intp, copy=False), minlength=len(text_sizes))
        found.frombytes(block_columns.astype(np.int32).tobytes())
        values.frombytes(np.diff(run, append=len(pairs)).astype(np.int32).tobytes())
    row_starts = np.concatenate([[0], np.cumsum(row_sizes)])
    return row_starts, np.frombuffer(found, np.int32), np.frombuffer(values, np.int32)


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
