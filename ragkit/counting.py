"""Term counts of many texts as postings: the part of TF-IDF that depends on each text alone. Notebook 10."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass
from functools import partial
from itertools import compress

import numpy as np

from .postings import Postings
from .scanning import LETTERS, PRINTED, Stream, scan
from .tallying import cut, runs, spread, tally
from .text import CharNgrams, as_texts, terms_of, tokenize


@dataclass(frozen=True)
class Counts:
    """How often each term stands in each of N texts; column j of the postings is the term `vocabulary[j]`."""

    vocabulary: list  # V terms, sorted
    postings: Postings  # (N, V) int32, counts of 1 and more

    def __len__(self) -> int:
        return self.postings.shape[0]

    def document_frequency(self) -> np.ndarray:
        """(V,) in how many of the texts each term stands; occurrences are not counted."""
        return self.postings.sizes

    def lengths(self) -> np.ndarray:
        """(N,) number of terms of each text, repeats included."""
        return self.postings.row_sums(lambda counts, rows, columns: counts).astype(np.int64)

    def take(self, rows: Sequence[int]) -> "Counts":
        """The counts of these texts only, in this order; terms that stand in none of them leave the vocabulary."""
        wanted = np.zeros(len(self), bool)
        wanted[np.asarray(rows, dtype=np.int64)] = True
        kept = wanted[self.postings.rows]  # so that a few rows of many cost little to turn
        kept_starts = np.concatenate([[0], np.cumsum(kept)])[self.postings.column_starts]
        turned = Postings(kept_starts, self.postings.rows[kept], self.postings.values[kept], len(self))
        starts, places = spread(turned.column_starts, np.asarray(rows, dtype=np.int64))
        taken = Postings(starts, turned.rows[places], turned.values[places], len(self.vocabulary))
        used = taken.sizes > 0
        postings = Postings.by_column(len(rows), taken.column_starts[np.append(True, used)], taken.rows, taken.values)
        return Counts([*compress(self.vocabulary, used)], postings)

    def onto(self, index: dict) -> "Counts":
        """The same rows over another vocabulary {term: column}; terms it does not know are left out."""
        old = {term: column for column, term in enumerate(self.vocabulary)}
        columns = np.array([old.get(term, len(old)) for term in index], dtype=np.int64)  # len(old): without an entry
        starts, places = spread(np.append(self.postings.column_starts, self.postings.column_starts[-1]), columns)
        rows, values = self.postings.rows[places], self.postings.values[places]
        return Counts(list(index), Postings.by_column(len(self), starts, rows, values))

    @staticmethod
    def joined(parts: Sequence["Counts"]) -> "Counts":
        """The rows of several counts, one below another, under one sorted vocabulary."""
        vocabulary = sorted(set().union(*(part.vocabulary for part in parts)))
        index = {term: column for column, term in enumerate(vocabulary)}
        blocks, height = [], 0
        for part in parts:
            columns = np.array([index[term] for term in part.vocabulary], dtype=np.intp)
            rows = part.postings.rows + np.int32(height)
            blocks.append((columns, part.document_frequency(), rows, part.postings.values))
            height += len(part)
        return Counts(vocabulary, Postings.one_below_another((height, len(vocabulary)), blocks))


def count_terms(texts: Iterable[str], analyzer: Callable = tokenize, stop_words: Set[str] = frozenset()) -> Counts:
    """Count the terms of each text, but for the stop words, under one sorted vocabulary.

    For `tokenize`, `char_ngrams`, and analyzers that cut each word by itself (`word_ngrams` and those of recipes.py, by
    their `prepare`, `of_word` and `run_lengths`) the texts become a stream of word numbers, each distinct word is cut
    into its terms once, and arrays do the rest. Any other analyzer is called for each text; the result is the same.
    """
    texts = as_texts(texts)
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
    return Counts(vocabulary, tally(stream, starts, columns, len(vocabulary)))


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
    return Counts(vocabulary, Postings(starts, flat[:, 0], flat[:, 1], len(vocabulary)))


def _terms(analyzer, word: str) -> list[str]:
    if word.isascii():
        return analyzer.of_word(word)
    return [term for part in tokenize(word) for term in analyzer.of_word(part)]


def _never(word: str) -> bool:
    return False


def _whole(word: str) -> list[str]:
    return [word]
