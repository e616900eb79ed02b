"""TF-IDF and BM25: terms into vectors whose dot product is the score. Built in notebooks 02, 03 and 08.

What depends on one text alone (its term counts, `measure`) is kept apart from what depends on the whole corpus (the
weights, `fit_measured` and `postings`), so that an index that grows counts each text once (notebook 09).
"""

from collections import Counter
from dataclasses import replace

import numpy as np

from .counting import Counts, count_terms
from .postings import Postings
from .text import as_stop_words, check_number, terms_of, tokenize


def _checked(n, df):
    for name, value in (("n", n), ("df", df)):
        if np.asarray(value).dtype.kind not in "iuf":
            raise TypeError(f"{name} must be a number or an array of numbers, got {type(value).__name__}: {value!r}")
    n, df = np.asarray(n, dtype=np.float64), np.asarray(df, dtype=np.float64)
    if not (np.all(df >= 1) and np.all(df <= n)):
        raise ValueError(
            f"df must lie between 1 and n: a term of the corpus stands in 1 to n chunks; got n={n}, df={df}"
        )
    return n, df


def _plain(weights):
    return float(weights) if np.ndim(weights) == 0 else weights


def plain_idf(n, df):
    """ln(n / df): 0 for a term that stands in all n chunks. n chunks, df of them with the term; floats or arrays.

    Source: Spärck Jones, "A statistical interpretation of term specificity" (1972). Notebook 02."""
    n, df = _checked(n, df)
    return _plain(np.log(n / df))


def damped_idf(n, df):
    """ln(n / (1 + df)): below 0 for a term that stands in every chunk. Notebook 02."""
    n, df = _checked(n, df)
    return _plain(np.log(n / (1 + df)))


def smooth_idf(n, df):
    """ln((1 + n) / (1 + df)) + 1: 1 at the least, so no term is without weight; scikit-learn's default. Notebook 02."""
    n, df = _checked(n, df)
    return _plain(np.log((1 + n) / (1 + df)) + 1)


def bm25_idf(n, df):
    """ln(1 + (n - df + 0.5) / (df + 0.5)): never below 0, unlike the textbook form without the 1. Notebook 08.

    Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework" (2009), with Lucene's 1 + inside."""
    n, df = _checked(n, df)
    return _plain(np.log(1 + (n - df + 0.5) / (df + 0.5)))


class TermEmbedder:
    """What every embedder of term counts shares: a sorted vocabulary, document frequencies, one weight per term."""

    def __init__(self, analyzer, stop_words):
        if not callable(analyzer):
            raise TypeError(f"analyzer must be a function text -> list of terms, got {type(analyzer).__name__}")
        self.stop_words = as_stop_words(stop_words)
        self.analyzer = analyzer
        if self.stop_words and hasattr(analyzer, "stop_words"):  # stop words leave before n-grams are formed
            self.analyzer = replace(analyzer, stop_words=analyzer.stop_words | self.stop_words)

    def measure(self, texts) -> Counts:
        """The term counts of each text: all that the embedder needs of it, whatever else is in the corpus."""
        return count_terms(texts, self.analyzer, self.stop_words)

    def fit_measured(self, counts: Counts) -> "TermEmbedder":
        """Learn vocabulary and weights from counts (see `measure`)."""
        if len(counts) == 0:
            raise ValueError("texts is empty: there is nothing to fit; pass at least one text")
        if not counts.vocabulary:
            raise ValueError(
                f"no term in any of the {len(counts)} texts: nothing could ever be found; pass text with words"
            )
        return self.learn(counts)

    def learn(self, counts: Counts) -> "TermEmbedder":
        """As `fit_measured`, but counts without a single term will do: every vector then has length 0."""
        self.index = {term: column for column, term in enumerate(counts.vocabulary)}
        self.idf = np.asarray(self.formula(len(counts), counts.document_frequency()), dtype=np.float64)
        self._learn(counts)
        return self

    def fit(self, texts) -> "TermEmbedder":
        """Learn vocabulary and weights from the texts (the chunks of a corpus). Returns self."""
        return self.fit_measured(self.measure(texts))

    def postings(self, counts: Counts, dtype=np.float64) -> Postings:
        """The matrix (N, V), one row per text, from counts over any vocabulary; unknown terms are ignored."""
        self._check_fitted()
        if counts.vocabulary != list(self.index):
            counts = counts.onto(self.index)
        scale = self._scale(counts)
        return counts.postings.revalued(lambda tally, rows, columns: self._weigh(tally, columns, scale[rows]), dtype)

    def embed_all(self, texts) -> np.ndarray:
        """(N, V) float64, one row per text."""
        return self.postings(self.measure(texts)).dense()

    def query(self, text: str) -> tuple[np.ndarray, np.ndarray]:
        """The vector of a question, without its zeros: the columns of its known terms, ascending, and their values."""
        tally = self._asked_terms(text)
        known = sorted((self.index[term], count) for term, count in tally.items() if term in self.index)
        columns = np.array([column for column, _ in known], dtype=np.int64)
        unknown = sum(tally.values()) - sum(count for _, count in known)
        return columns, self._weigh_query(columns, np.array([count for _, count in known], dtype=np.float64), unknown)

    def _asked_terms(self, text: str) -> Counter:
        """The terms of a question but for stop words, each with how often it stands there."""
        self._check_fitted()
        if not isinstance(text, str):
            raise TypeError(f"text must be a str, got {type(text).__name__}: {text!r}")
        return Counter(term for term in terms_of(self.analyzer, text) if term not in self.stop_words)

    def embed(self, text: str) -> np.ndarray:
        """(V,) float64, the vector of a question: all zeros where it has no known term."""
        columns, values = self.query(text)
        vector = np.zeros(len(self.index))
        vector[columns] = values
        return vector

    def _check_fitted(self):
        if not hasattr(self, "index"):
            raise ValueError(f"this {type(self).__name__} knows no corpus yet: call fit(texts) before it embeds")

    def _learn(self, counts: Counts):
        """Whatever a scheme needs of the corpus beyond the weights of terms."""


class TfidfEmbedder(TermEmbedder):
    """Count times idf, each row scaled to length 1 (or all zeros), so that a dot product is a cosine.

    `idf(n, df)` gives the weights; `analyzer(text)` the terms; `sublinear` counts 1 + ln(count); `stop_words` are
    left out. After `fit`: `index` {term: column}, `idf` (V,). Built in notebooks 02 and 03.
    """

    def __init__(self, *, idf=plain_idf, analyzer=tokenize, sublinear=False, stop_words=()):
        super().__init__(analyzer, stop_words)
        if not callable(idf):
            raise TypeError(
                f"idf must be a function (n, df) -> weights, such as plain_idf; got {type(idf).__name__}: {idf!r}"
            )
        self.formula, self.sublinear = idf, bool(sublinear)

    def _weigh(self, tally, columns, lengths):
        return self._term_frequency(tally) * self.idf[columns] / lengths

    def _scale(self, counts):
        """(N,) the length of each row before it is scaled to 1."""
        squares = counts.postings.row_sums(lambda tally, rows, columns: self._weigh(tally, columns, 1.0) ** 2)
        lengths = np.sqrt(squares)
        lengths[lengths == 0] = 1.0  # a chunk without a weighed term stays all zeros
        return lengths

    def _weigh_query(self, columns, tally, unknown):
        values = self._term_frequency(tally) * self.idf[columns]
        length = np.sqrt(values @ values)
        return values / length if length else values

    def _term_frequency(self, tally):
        return 1 + np.log(tally) if self.sublinear else tally.astype(np.float64)


class Bm25Embedder(TermEmbedder):
    """BM25 in the form `matrix @ query`: the score is BM25 as a share of the most a chunk could score, in [0, 1).

    A row holds tf / (tf + k1·(1 − b + b·length/mean length)), the saturating part, under 1 however often a term is
    repeated; a query holds each known term's share of the sum of idf. `k1` slows the saturation, `b` corrects for
    length. With `count_unknown` the sum has the question's unknown terms in it too, weighed like terms of no chunk:
    the score is then the share of the whole question that a chunk covers, which a threshold can refuse by.
    `embed_all` makes rows, `embed` makes questions: they are not alike. Built in notebook 08.
    """

    def __init__(self, *, k1=1.2, b=0.75, analyzer=tokenize, stop_words=(), count_unknown=False):
        super().__init__(analyzer, stop_words)
        check_number("k1", k1, "; 1.2 is usual")
        check_number("b", b, "; 0.75 is usual")
        if not (np.isfinite(k1) and k1 >= 0):
            raise ValueError(f"k1 must be a finite number of 0 or more, got {k1!r}; 1.2 is usual")
        if not 0 <= b <= 1:
            raise ValueError(f"b must lie in 0..1, got {b!r}; 0.75 is usual")
        self.k1, self.b, self.formula = float(k1), float(b), bm25_idf
        self.count_unknown = bool(count_unknown)

    def _learn(self, counts):
        self.mean_length = float(counts.postings.values.sum(dtype=np.int64) / len(counts)) or 1.0
        self.unknown_idf = float(np.log(1 + (len(counts) + 0.5) / 0.5))  # bm25_idf at df = 0

    def _weigh(self, tally, columns, allowance):
        return tally / (tally + allowance)

    def _scale(self, counts):
        """(N,) what is added to a count below the line: more for a long text."""
        return self.k1 * (1 - self.b + self.b * counts.lengths() / self.mean_length)

    def _weigh_query(self, columns, tally, unknown):
        values = tally * self.idf[columns]
        total = values.sum() + (unknown * self.unknown_idf if self.count_unknown else 0.0)
        return values / total if total else values
