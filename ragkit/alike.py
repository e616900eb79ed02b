"""BM25 that reads each word of a question as the words spelt most like it: other word forms and slips of the keyboard.

Rows hold words alone. What pieces of words would add to every row is found once for each word of a question, among the
words of the vocabulary, of which there are far fewer than words in the chunks. Measured in notebook 10.
"""

from collections import Counter

import numpy as np

from .embedding import Bm25Embedder, TfidfEmbedder, smooth_idf
from .postings import Postings, SparseVector
from .selecting import top_rows
from .text import char_ngrams, terms_of


class AlikeWords:
    """A vocabulary as an index of its own: each word a text, its character n-grams the terms."""

    def __init__(self, words: list[str], lo: int = 3, hi: int = 5):
        self.embedder = TfidfEmbedder(idf=smooth_idf, analyzer=char_ngrams(lo, hi))
        counts = self.embedder.measure(words)
        self.postings = Postings(*self.embedder.learn(counts).rows(counts))

    def alike_words(self, word: str, k: int = 16, least: float = 0.3) -> list[tuple[int, float]]:
        """The `k` words spelt most like this one as (place in the vocabulary, cosine), best first, none under `least`;
        a word of the vocabulary is itself the first, with cosine 1."""
        scores = self.postings @ SparseVector(*self.embedder.query(word), self.postings.shape[1])
        rows = top_rows(scores, k, least)
        return list(zip(rows, scores[rows].tolist()))


class AlikeBm25Embedder(Bm25Embedder):
    """`Bm25Embedder` whose questions ask, beside each word, for the `alike` words spelt most like it, at a cosine of
    `least` or more.

    An alike word weighs cosine² times the lower of the two words' idf, so that a rare slip in some chunk never counts
    more than the word itself. Weights are divided by the sum of idf of the question's words, as for BM25; a chunk that
    holds several forms of one word can pass 1. What a row holds is not changed.
    """

    def __init__(self, *, alike: int = 16, least: float = 0.3, **options):
        super().__init__(**options)
        self.alike, self.least = alike, least

    def _learn(self, counts):
        super()._learn(counts)
        self.words = AlikeWords(counts.vocabulary)

    def query(self, text: str) -> tuple[np.ndarray, np.ndarray]:
        """The question's vector without its zeros: the columns of alike words, ascending, and their values."""
        self._check_fitted()
        weights, total = Counter(), 0.0
        for term, count in Counter(terms_of(self.analyzer, text)).items():
            if term in self.stop_words:
                continue
            found = self.words.alike_words(term, self.alike, self.least)
            idf = self.idf[self.index[term]] if term in self.index else self.unknown_idf
            for column, cosine in found:
                weights[column] += count * cosine**2 * min(idf, self.idf[column])
            total += count * idf * bool(found or self.count_unknown)
        columns = np.array(sorted(weights), dtype=np.int64)
        return columns, np.array([weights[column] for column in columns.tolist()]) / (total or 1.0)
