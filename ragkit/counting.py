"""Term counts of many texts as three flat arrays: the part of TF-IDF that depends on each text alone. Notebook 10."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import partial

import numpy as np

from .scanning import LETTERS, PRINTED, Stream, portions, scan
from .tallying import column_sizes, cut, runs, spread, tally
from .text import CharNgrams, terms_of, tokenize


def row_sums(values: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """(N,) the sum of the values of each row `values[starts[i]:starts[i + 1]]`."""
    sums, filled = np.zeros(len(starts) - 1, values.dtype), np.flatnonzero(np.diff(starts))
    if len(filled):  # each sum of `reduceat` goes on to where the next filled row begins
        sums[filled] = np.add.reduceat(values, starts[filled])
    return sums


@dataclass(frozen=True)
class Counts:
    """How often each term stands in each of N texts. Row i is `columns[starts[i]:starts[i+1]]`, ascending, with
    the counts at the same places of `values`; column j is the term `vocabulary[j]`."""

    vocabulary: list  # V terms, sorted
    starts: np.ndarray  # (N + 1,) intp
    columns: np.ndarray  # (nnz,) int32
    values: np.ndarray  # (nnz,) int32, counts of 1 and more

    def __len__(self) -> int:
        return len(self.starts) - 1

    def document_frequency(self) -> np.ndarray:
        """(V,) in how many of the texts each term stands; occurrences are not counted."""
        return column_sizes(self.columns, len(self.vocabulary))

    def lengths(self) -> np.ndarray:
        """(N,) number of terms of each text, repeats included."""
        return row_sums(self.values, self.starts)

    def portions(self, limit: int = 1 << 16) -> Iterator["Counts"]:
        """The rows in order, a few at a time, with about `limit` entries: for work whose arrays shall stay small."""
        for begin, end in portions(np.diff(self.starts), limit):
            place = slice(self.starts[begin], self.starts[end])
            starts = self.starts[begin : end + 1] - self.starts[begin]
            yield Counts(self.vocabulary, starts, self.columns[place], self.values[place])

    def take(self, rows: Sequence[int]) -> "Counts":
        """The counts of these texts only, in this order; terms that stand in none of them leave the vocabulary."""
        rows = np.asarray(rows, dtype=np.int64)
        starts, places = spread(self.starts, rows)
        columns = self.columns[places]
        used = np.flatnonzero(np.bincount(columns, minlength=len(self.vocabulary)))
        target = np.zeros(len(self.vocabulary), dtype=np.int32)
        target[used] = np.arange(len(used))
        return Counts([self.vocabulary[j] for j in used.tolist()], starts, target[columns], self.values[places])

    def onto(self, index: dict) -> "Counts":
        """The same rows over another vocabulary {term: column}; terms it does not know are left out."""
        target = np.array([index.get(term, -1) for term in self.vocabulary], dtype=np.int32)
        columns = target[self.columns] if len(target) else self.columns
        keep = columns >= 0
        kept_before = np.concatenate([[0], np.cumsum(keep)])
        return Counts(list(index), kept_before[self.starts], columns[keep], self.values[keep])

    @staticmethod
    def joined(parts: Sequence["Counts"]) -> "Counts":
        """The rows of several counts under one sorted vocabulary."""
        vocabulary = sorted(set().union(*(part.vocabulary for part in parts)))
        index = {term: column for column, term in enumerate(vocabulary)}
        parts = [part.onto(index) for part in parts]
        ends = np.cumsum([0] + [part.starts[-1] for part in parts])
        starts = np.concatenate([[0]] + [part.starts[1:] + end for part, end in zip(parts, ends)])
        columns = np.concatenate([part.columns for part in parts] or [np.zeros(0, np.int32)])
        values = np.concatenate([part.values for part in parts] or [np.zeros(0, np.int32)])
        return Counts(vocabulary, starts.astype(np.intp), columns, values)


def count_terms(texts: Sequence[str], analyzer: Callable = tokenize, stop_words: Set[str] = frozenset()) -> Counts:
    """Count the terms of each text, but for the stop words, under one sorted vocabulary.

    For `tokenize`, `char_ngrams`, and analyzers that cut each word by itself (`word_ngrams` and those of recipes.py, by
    their `prepare`, `of_word` and `run_lengths`) the texts become a stream of word numbers, each distinct word is cut
    into its terms once, and arrays do the rest. Any other analyzer is called for each text; the result is the same.
    """
    if analyzer is tokenize:
        stream, cutter, is_term = scan(texts, LETTERS), tokenize, str.isascii
    elif type(analyzer) is CharNgrams:
        stream, cutter, is_term = scan(texts, PRINTED), analyzer, _never
    elif hasattr(analyzer, "run_lengths"):
        stream, cutter, is_term = scan([*map(analyzer.prepare, texts)], LETTERS), partial(_terms, analyzer), _never
        if analyzer.run_lengths != (1, 1):
            stream, cutter = scan_runs(stream, cutter, *analyzer.run_lengths), _whole
    else:
        return count_plainly(texts, analyzer, stop_words)
    vocabulary, starts, columns = cut(stream.words, cutter, is_term, stop_words)
    return Counts(vocabulary, *tally(stream, starts, columns, len(vocabulary)))


def scan_runs(stream: Stream, cutter: Callable, lo: int, hi: int) -> Stream:
    """The stream of runs of `lo` to `hi` terms, when `cutter` gives the terms of each word."""
    terms, starts, columns = cut(stream.words, cutter, _never)
    new_starts, places = spread(starts, stream.numbers)
    before = new_starts[np.concatenate([[0], np.cumsum(stream.sizes)])]
    return runs(Stream(terms, columns[places], np.diff(before)), lo, hi)


def count_plainly(texts: Iterable[str], analyzer: Callable, stop_words: Set[str] = frozenset()) -> Counts:
    """What `count_terms` gives, text by text."""
    counters = [Counter(term for term in terms_of(analyzer, text) if term not in stop_words) for text in texts]
    vocabulary = sorted(set().union(*counters))
    index = {term: column for column, term in enumerate(vocabulary)}
    rows = [sorted((index[term], count) for term, count in counter.items()) for counter in counters]
    flat = np.array([pair for row in rows for pair in row], dtype=np.int32).reshape(-1, 2)
    starts = np.concatenate([[0], np.cumsum([len(row) for row in rows], dtype=np.intp)]).astype(np.intp)
    return Counts(vocabulary, starts, flat[:, 0].copy(), flat[:, 1].copy())


def _terms(analyzer, word: str) -> list[str]:
    if word.isascii():
        return analyzer.of_word(word)
    return [term for part in tokenize(word) for term in analyzer.of_word(part)]


def _never(word: str) -> bool:
    return False


def _whole(word: str) -> list[str]:
    return [word]
