"""TF-IDF and BM25: each formula by hand, each row against scikit-learn."""

import math

import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer

from ragkit import (
    STOP_WORDS,
    Bm25Embedder,
    TfidfEmbedder,
    bm25_idf,
    char_ngrams,
    damped_idf,
    plain_idf,
    smooth_idf,
    tokenize,
    word_ngrams,
)
from ragkit.corpora import load

TEXTS = [
    "You can return an item within 30 days for a full refund.",
    "The refund, the refund! It takes 5 to 7 working days; no refund on sale items.",
    "Standard delivery takes 3 to 5 working days and is free above 500 rupees.",
    "",
    "Reset code expires. Plan A or plan B?",
]
HELPCENTRE = [chunk for text in load("helpcentre").values() for chunk in text.split("\n") if chunk.strip()]
WORDS = {"token_pattern": "[a-z0-9]+"}

# ---------------------------------------------------------------- the weights


def test_the_three_formulas_and_that_of_bm25_by_hand():
    assert [round(plain_idf(5, df), 4) for df in (1, 3, 5)] == [1.6094, 0.5108, 0.0]
    assert [round(damped_idf(5, df), 4) for df in (1, 3, 5)] == [0.9163, 0.2231, -0.1823]
    assert [round(smooth_idf(5, df), 4) for df in (1, 3, 5)] == [2.0986, 1.4055, 1.0]
    assert bm25_idf(2, 1) == pytest.approx(math.log(2), abs=1e-15)
    assert bm25_idf(2, 2) == pytest.approx(math.log(1.2), abs=1e-15)


@pytest.mark.parametrize("formula", [plain_idf, smooth_idf, bm25_idf])
def test_no_weight_is_below_zero_and_none_rises_with_the_document_frequency(formula):
    for n in (1, 2, 3, 10, 1000):
        weights = formula(n, np.arange(1, n + 1))
        assert (weights >= 0).all() and (np.diff(weights) < 0).all()


def test_a_single_number_comes_out_as_a_float():
    assert [type(formula(np.int64(5), 3)) for formula in (plain_idf, damped_idf, smooth_idf, bm25_idf)] == [float] * 4


# ---------------------------------------------------------------- TF-IDF by hand


def test_count_times_idf_scaled_to_length_1():
    embedder = TfidfEmbedder().fit(["refund refund desk", "desk hours"])
    assert embedder.index == {"desk": 0, "hours": 1, "refund": 2}
    assert embedder.idf.tolist() == [0.0, math.log(2), math.log(2)]  # "desk" stands in both
    assert embedder.embed_all(["refund refund desk", "refund hours hours hours"]).tolist() == [
        [0.0, 0.0, 1.0],
        pytest.approx([0.0, 3 / math.sqrt(10), 1 / math.sqrt(10)], abs=1e-15),
    ]


def test_document_frequency_counts_chunks_not_occurrences():
    embedder = TfidfEmbedder().fit(["fee fee fee fee", "day", "day fee"])
    assert embedder.idf[embedder.index["fee"]] == plain_idf(3, 2)


def test_unknown_words_are_ignored_and_a_question_of_nothing_else_is_all_zeros():
    embedder = TfidfEmbedder(idf=smooth_idf).fit(TEXTS)
    assert np.array_equal(embedder.embed("refund zxqv"), embedder.embed("refund"))
    assert not embedder.embed("zxqv blorp").any() and not embedder.embed("").any()


def test_a_text_without_a_weighed_word_is_all_zeros_not_nan():
    matrix = TfidfEmbedder().fit(["refund in 7 days", "gift cards", ""]).embed_all(["", "!!!", "unknown"])
    assert not matrix.any()


def test_one_text_alone_weighs_nothing_with_the_plain_formula():
    embedder = TfidfEmbedder().fit(["refund policy"])
    assert embedder.embed("refund").tolist() == embedder.embed_all(["refund policy"])[0].tolist() == [0.0, 0.0]


def test_texts_may_come_from_a_generator():
    assert TfidfEmbedder().fit(text for text in TEXTS).index == TfidfEmbedder().fit(TEXTS).index


# ---------------------------------------------------------------- TF-IDF against scikit-learn


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ({"idf": smooth_idf}, {}),
        ({"idf": smooth_idf, "sublinear": True}, {"sublinear_tf": True}),
        ({"idf": smooth_idf, "stop_words": STOP_WORDS}, {"stop_words": sorted(STOP_WORDS)}),
        ({"idf": smooth_idf, "analyzer": word_ngrams(1, 3)}, {"ngram_range": (1, 3)}),
        (
            {"idf": smooth_idf, "analyzer": word_ngrams(1, 2, stop_words=STOP_WORDS)},
            {"ngram_range": (1, 2), "stop_words": sorted(STOP_WORDS)},
        ),
        (
            {"idf": smooth_idf, "analyzer": word_ngrams(1, 2), "stop_words": STOP_WORDS},
            {"ngram_range": (1, 2), "stop_words": sorted(STOP_WORDS)},
        ),
        ({"idf": smooth_idf, "analyzer": char_ngrams(3, 5)}, {"analyzer": "char_wb", "ngram_range": (3, 5)}),
        ({"idf": smooth_idf, "analyzer": char_ngrams(1, 9)}, {"analyzer": "char_wb", "ngram_range": (1, 9)}),
    ],
)
@pytest.mark.parametrize("texts", [TEXTS, HELPCENTRE], ids=["five texts", "help centre"])
def test_rows_are_those_of_scikit_learn(ours, theirs, texts):
    embedder, reference = (
        TfidfEmbedder(**ours).fit(texts),
        TfidfVectorizer(**({} if "analyzer" in theirs else WORDS), **theirs).fit(texts),
    )
    assert list(embedder.index) == reference.get_feature_names_out().tolist()
    assert np.abs(embedder.idf - reference.idf_).max() < 1e-12
    for some in (texts, ["How many working days until my refund?", "zxqv"]):
        expected = reference.transform(some).toarray()
        assert np.abs(embedder.embed_all(some) - expected).max() < 1e-12
        assert np.abs(np.stack([embedder.embed(text) for text in some]) - expected).max() < 1e-12


@pytest.mark.parametrize("formula", [plain_idf, damped_idf])
def test_rows_of_the_other_formulas_are_counts_of_scikit_learn_times_the_weight(formula):
    counts = CountVectorizer(token_pattern="[a-z0-9]+").fit_transform(TEXTS).toarray()
    rows = counts * formula(len(TEXTS), (counts > 0).sum(axis=0))
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    rows = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)
    assert np.abs(TfidfEmbedder(idf=formula).fit(TEXTS).embed_all(TEXTS) - rows).max() < 1e-12


def test_the_terms_of_an_analyzer_of_ones_own_are_counted_alike():
    spelled_out = TfidfEmbedder(analyzer=lambda text: tokenize(text)).fit(TEXTS)
    assert np.array_equal(spelled_out.embed_all(TEXTS), TfidfEmbedder().fit(TEXTS).embed_all(TEXTS))


# ---------------------------------------------------------------- BM25


def bm25(texts, question, k1, b):
    """The score of each text by the formula, one term at a time."""
    texts, n = [tokenize(text) for text in texts], len(texts)
    mean = sum(map(len, texts)) / n
    scores = []
    for text in texts:
        score = 0.0
        for term in tokenize(question):
            df, tf = sum(term in other for other in texts), text.count(term)
            weight = math.log(1 + (n - df + 0.5) / (df + 0.5))
            if tf:
                score += weight * tf * (k1 + 1) / (tf + k1 * (1 - b + b * len(text) / mean))
        scores.append(score)
    return scores


def most(texts, question, k1):
    """What no score can reach: every known term of the question repeated without end."""
    texts = [tokenize(text) for text in texts]
    dfs = [sum(term in text for text in texts) for term in tokenize(question)]
    return (k1 + 1) * sum(math.log(1 + (len(texts) - df + 0.5) / (df + 0.5)) for df in dfs if df)


@pytest.mark.parametrize(("k1", "b"), [(1.2, 0.75), (1.5, 0.0), (0.5, 1.0), (0.0, 0.75)])
def test_the_product_is_bm25_as_a_share_of_the_most(k1, b):
    question = "when does the refund refund of sale items come zxqv"
    embedder = Bm25Embedder(k1=k1, b=b).fit(TEXTS)
    expected = np.array(bm25(TEXTS, question, k1, b)) / most(TEXTS, question, k1)
    assert np.abs(embedder.embed_all(TEXTS) @ embedder.embed(question) - expected).max() < 1e-12


def test_bm25_by_hand():
    texts = ["map map stars", "stars stars map"]  # three words each, so length has no say
    embedder = Bm25Embedder(k1=1.5, b=0.75).fit(texts)
    scores = embedder.embed_all(texts) @ embedder.embed("stars")
    assert (scores * 2.5 * bm25_idf(2, 2)).round(4).tolist() == [0.1823, 0.2605]


def test_two_texts_are_enough_and_more_matches_never_score_less():
    embedder = Bm25Embedder().fit(["parcel late", "refund slow"])
    scores = embedder.embed_all(["parcel late", "refund slow", "refund refund slow"]) @ embedder.embed("refund")
    assert scores[0] == 0 < scores[1] < scores[2] < 1
