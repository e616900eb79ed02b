"""One class for each way to search: built with the texts, then asked for the ten best rows of a question."""

import numpy as np

K = 10


def best_rows(scores):
    """The rows of the K highest scores, best first, as a user of these libraries would write it."""
    rows = np.argpartition(scores, -K)[-K:]
    return rows[np.argsort(-scores[rows])]


class Ragkit:
    """Words, idf and postings, as `build_index(sparse=True)` makes them of finished chunks."""

    slowest_at = 10**7  # sizes above this are left out

    def __init__(self, texts):
        from ragkit.measuring import fit_matrix, measure, sparse_query
        from ragkit.postings import SparseVector
        from ragkit.selecting import best_rows

        self.parts = sparse_query, SparseVector, best_rows
        self.embedder = self.make_embedder()
        self.postings = fit_matrix(self.embedder, measure(self.embedder, texts), sparse=True)

    def make_embedder(self):
        from ragkit.embedding import TfidfEmbedder

        return TfidfEmbedder()

    def ask(self, question):
        sparse_query, vector, best_rows = self.parts
        return best_rows(self.postings, vector(*sparse_query(self.embedder, question)), K)

    def batch(self, questions):
        return [self.ask(question) for question in questions]


class RagkitBm25(Ragkit):
    """BM25 without stop words, as bm25s has it."""

    def make_embedder(self):
        from ragkit.embedding import Bm25Embedder
        from ragkit.text import STOP_WORDS

        return Bm25Embedder(stop_words=STOP_WORDS)


class ScikitLearn:
    """TfidfVectorizer, and a sparse product with every row."""

    slowest_at = 10**6

    def __init__(self, texts):
        from sklearn.feature_extraction.text import TfidfVectorizer

        self.vectorizer = TfidfVectorizer()
        self.matrix = self.vectorizer.fit_transform(texts)

    def ask(self, question):
        return best_rows((self.matrix @ self.vectorizer.transform([question]).T).toarray().ravel())

    def batch(self, questions):
        return [best_rows(scores) for scores in (self.vectorizer.transform(questions) @ self.matrix.T).toarray()]


class ScikitLearnTransposed(ScikitLearn):
    """The same with the matrix turned once, so that a question reads its own words only."""

    def __init__(self, texts):
        super().__init__(texts)
        self.columns = self.matrix.T.tocsr()

    def ask(self, question):
        return best_rows((self.vectorizer.transform([question]) @ self.columns).toarray().ravel())

    def batch(self, questions):
        return [best_rows(scores) for scores in (self.vectorizer.transform(questions) @ self.columns).toarray()]


class Bm25s:
    """bm25s as it comes, which is without English stop words."""

    slowest_at = 10**6
    backend = "numpy"

    def __init__(self, texts):
        import bm25s

        self.tokenize = lambda some: bm25s.tokenize(some, show_progress=False)
        self.model = bm25s.BM25(backend=self.backend)
        self.model.index(self.tokenize(texts), show_progress=False)

    def ask(self, question):
        return self.batch([question])[0]

    def batch(self, questions):
        return self.model.retrieve(self.tokenize(questions), k=K, show_progress=False).documents


class Bm25sNumba(Bm25s):
    """bm25s with its compiled back end."""

    backend = "numba"


class RankBm25:
    """rank_bm25's BM25Okapi over lower-cased words between blanks."""

    slowest_at = 10**5

    def __init__(self, texts):
        from rank_bm25 import BM25Okapi

        self.model = BM25Okapi([text.lower().split() for text in texts])

    def ask(self, question):
        return best_rows(self.model.get_scores(question.lower().split()))

    def batch(self, questions):
        return [self.ask(question) for question in questions]


class Minsearch:
    """minsearch's Index with one text field."""

    slowest_at = 10**5

    def __init__(self, texts):
        from minsearch import Index

        self.index = Index(text_fields=["text"]).fit([{"text": text} for text in texts])

    def ask(self, question):
        return self.index.search(question, num_results=K)

    def batch(self, questions):
        return [self.ask(question) for question in questions]


class Hybrid(Ragkit):
    """Words 1–2 and characters 3–5, 0.6 to 0.4, both as postings."""

    slowest_at = 10**5

    def make_embedder(self):
        from ragkit.embedding import TfidfEmbedder
        from ragkit.mixing import MixedEmbedder
        from ragkit.text import char_ngrams, word_ngrams

        parts = [(0.6, TfidfEmbedder(analyzer=word_ngrams(1, 2))), (0.4, TfidfEmbedder(analyzer=char_ngrams(3, 5)))]
        return MixedEmbedder(parts)


class Alike(Ragkit):
    """Words alone in the rows; each word of a question stands for the 16 words spelt most like it."""

    def make_embedder(self):
        from ragkit.alike import AlikeBm25Embedder

        return AlikeBm25Embedder()


class ScikitLearnHybrid:
    """Two vectorizers, words 1–2 and char_wb 3–5, their scores added 0.6 to 0.4."""

    slowest_at = 10**5

    def __init__(self, texts):
        from sklearn.feature_extraction.text import TfidfVectorizer

        words, pieces = TfidfVectorizer(ngram_range=(1, 2)), TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 5))
        self.parts = [(w, v, v.fit_transform(texts)) for w, v in ((0.6, words), (0.4, pieces))]

    def ask(self, question):
        return best_rows(sum(w * (matrix @ v.transform([question]).T).toarray().ravel() for w, v, matrix in self.parts))

    def batch(self, questions):
        return [self.ask(question) for question in questions]


SEARCH = {
    "ragkit": Ragkit,
    "ragkit, BM25, stop list": RagkitBm25,
    "scikit-learn": ScikitLearn,
    "scikit-learn, transposed": ScikitLearnTransposed,
    "bm25s, stop list": Bm25s,
    "bm25s, stop list, numba": Bm25sNumba,
    "rank_bm25": RankBm25,
    "minsearch": Minsearch,
}
HYBRID = {
    "ragkit, words spelt alike": Alike,
    "ragkit, both as postings": Hybrid,
    "scikit-learn, two vectorizers": ScikitLearnHybrid,
}
