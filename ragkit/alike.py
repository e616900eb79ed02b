"""BM25 that reads each word of a question as the words spelt most like it: other word forms and slips of the keyboard.

Rows hold words alone. What pieces of words would add to every row is found once for each word of a question, among the
words of the vocabulary, of which there are far fewer than words in the chunks. Measured in tests/benchmarks.
"""

from collections import Counter

import numpy as np

from .embedding import Bm25Embedder, TfidfEmbedder, smooth_idf
from .postings import SparseVector
from .selecting import top_rows
from .text import char_ngrams, check_number, check_whole


class AlikeWords:
    """A vocabulary as an index of its own: each word a text, its character n-grams the terms."""

    def __init__(self, words: list[str], lo: int = 3, hi: int = 5):
        self.embedder = TfidfEmbedder(idf=smooth_idf, analyzer=char_ngrams(lo, hi))
        counts = self.embedder.measure(words)
        self.postings = self.embedder.learn(counts).postings(counts)

    def alike_words(self, word: str, k: int = 16, least: float = 0.3) -> list[tuple[int, float]]:
        """The `k` words spelt most like this one as (place in the vocabulary, cosine), best first, none under `least`;
        a word of the vocabulary is itself the first, with cosine 1."""
        scores = self.postings @ SparseVector(*self.embedder.query(word), self.postings.shape[1])
        rows = top_rows(scores, k, least)
        return list(zip(rows, scores[rows].tolist()))


class AlikeBm25Embedder(Bm25Embedder):
    """`Bm25Embedder` whose questions ask, beside each word, for the `alike` words spelt most like it, at a cosine of
    `least` or more. What a row holds is not changed.

    An alike word weighs cosine² times the lower of the two words' idf, so that a rare slip in some chunk never counts
    more than the word itself. As for BM25 the weights are divided by the sum of idf of the question's words. But where
    all forms of a word together could bring a chunk more than its idf, each as high as it stands in any chunk, that
    sum takes the place of the idf. So the score lies in [0, 1], whatever a chunk holds, and is BM25's where nothing is
    alike; the order of chunks is as without this bound. The more forms of its words a corpus has, the lower its
    scores: where BM25's best are near 0.4, these are between 0.25 and 0.4, so choose `min_score` anew (notebook 04).
    """

    def __init__(self, *, alike: int = 16, least: float = 0.3, **options):
        super().__init__(**options)
        check_whole("alike", alike, 1)
        check_number("least", least, "; 0.3 is usual")
        if not 0 < least <= 1:
            raise ValueError(f"least must lie above 0 and be 1 at the most, as a cosine; got {least!r}; 0.3 is usual")
        self.alike, self.least = int(alike), float(least)

    def _learn(self, counts):
        super()._learn(counts)
        self.words = AlikeWords(counts.vocabulary)
        self.highest = self.postings(counts).highest  # of each column, in any chunk

    def query(self, text: str) -> tuple[np.ndarray, np.ndarray]:
        """The question's vector without its zeros: the columns of alike words, ascending, and their values."""
        weights, total = Counter(), 0.0
        for term, count in self._asked_terms(text).items():
            columns, values, share = self._asked(term)
            for column, value in zip(columns.tolist(), values.tolist()):
                weights[column] += count * value
            total += count * share
        columns = np.array(sorted(weights), dtype=np.int64)
        return columns, np.array([weights[column] for column in columns.tolist()]) / (total or 1.0)

    def _asked(self, term: str) -> tuple[np.ndarray, np.ndarray, float]:
        """The columns of the words that a question's word asks for, their weights, and its share of the whole."""
        idf = self.idf[self.index[term]] if term in self.index else self.unknown_idf
        found = np.array(self.words.alike_words(term, self.alike, self.least)).reshape(-1, 2)
        columns = found[:, 0].astype(np.int64)
        weights = found[:, 1] ** 2 * np.minimum(idf, self.idf[columns])
        if not len(columns) and not self.count_unknown:
            return columns, weights, 0.0
        return columns, weights, max(float(idf), float(weights @ self.highest[columns]))
