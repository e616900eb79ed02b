"""Several embedders as one, and functions as embedders."""

import json

import numpy as np
import pytest
from sklearn.feature_extraction.text import TfidfVectorizer

from ragkit import (
    Bm25Embedder,
    FunctionEmbedder,
    MixedEmbedder,
    TfidfEmbedder,
    build_index,
    char_ngrams,
    chunk_words,
    retrieve,
    smooth_idf,
    word_ngrams,
)
from ragkit.corpora import load

CHUNKS = [chunk for text in load("helpcentre").values() for chunk in chunk_words(text)]
QUESTIONS = ["How long does standard delivery take?", "pasword reset lnk", "when do I get my money back", "zxqv", ""]


def hybrid():
    return MixedEmbedder(
        [
            (0.6, TfidfEmbedder(idf=smooth_idf, analyzer=word_ngrams(1, 2))),
            (0.4, TfidfEmbedder(idf=smooth_idf, analyzer=char_ngrams(3, 5))),
        ]
    )


# ---------------------------------------------------------------- a weighted mix


def test_the_mix_of_words_and_characters_is_the_sum_of_two_vectorizers_of_scikit_learn():
    words = TfidfVectorizer(token_pattern="[a-z0-9]+", ngram_range=(1, 2)).fit(CHUNKS)
    pieces = TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 5)).fit(CHUNKS)
    embedder = hybrid().fit(CHUNKS)
    for question in QUESTIONS:
        expected = sum(
            weight * (part.transform(CHUNKS) @ part.transform([question]).T).toarray()[:, 0]
            for weight, part in ((0.6, words), (0.4, pieces))
        )
        assert np.abs(embedder.embed_all(CHUNKS) @ embedder.embed(question) - expected).max() < 1e-9


def test_rows_of_a_mix_whose_weights_sum_to_1_have_length_1():
    assert np.linalg.norm(hybrid().fit(CHUNKS).embed_all(CHUNKS), axis=1) == pytest.approx(1, abs=1e-12)


def test_a_mix_can_hold_a_mix():
    inner = MixedEmbedder([(0.5, TfidfEmbedder(idf=smooth_idf)), (0.5, Bm25Embedder())])
    outer = MixedEmbedder([(0.3, inner), (0.7, TfidfEmbedder(idf=smooth_idf))]).fit(CHUNKS)
    cosine = TfidfEmbedder(idf=smooth_idf).fit(CHUNKS)
    share = Bm25Embedder().fit(CHUNKS)
    expected = [
        weight * (part.embed_all(CHUNKS) @ part.embed(QUESTIONS[0])) for weight, part in ((0.85, cosine), (0.15, share))
    ]
    assert np.abs(outer.embed_all(CHUNKS) @ outer.embed(QUESTIONS[0]) - sum(expected)).max() < 1e-12


def test_one_match_or_equal_scores_stay_above_zero():
    for docs, found in ({"a": "refund desk", "b": "gift cards"}, 1), ({"a": "refund desk", "b": "refund hours"}, 2):
        hits = retrieve("refund", build_index(docs, embedder=hybrid()))
        assert len(hits) == found and all(np.isfinite(score) and score > 0.2 for _, score in hits)


def test_every_part_reads_every_script():
    index = build_index({"d1": "возврат за семь дней", "d2": "доставка два дня"}, embedder=hybrid())
    assert [chunk.id for chunk, _ in retrieve("возврат", index)] == ["d1#0"]


@pytest.mark.parametrize("sparse", [False, True])
def test_a_part_without_a_term_in_the_whole_corpus_leaves_its_weight_to_the_others(sparse):
    docs = {"d1": "возврат за семь дней", "d2": "доставка два дня"}
    seeing = TfidfEmbedder(idf=smooth_idf)
    blind = TfidfEmbedder(analyzer=lambda text: [word for word in text.split() if word.isascii()])
    mixed = build_index(docs, embedder=MixedEmbedder([(0.7, blind), (0.3, seeing)]), sparse=sparse)
    alone = build_index(docs, embedder=TfidfEmbedder(idf=smooth_idf), sparse=sparse)
    (hit,), (expected,) = retrieve("возврат", mixed), retrieve("возврат", alone)
    assert hit[0] == expected[0] and hit[1] == pytest.approx(expected[1], abs=1e-12)
    mixed.update({**docs, "d3": "refund within days"})  # now it sees one, and has its say
    assert [chunk.id for chunk, _ in retrieve("refund", mixed)] == ["d3#0"]


def test_a_mix_none_of_whose_parts_finds_a_term_is_refused():
    with pytest.raises(ValueError, match="no part found a term"):
        build_index({"a": "!!!"}, embedder=MixedEmbedder([(0.5, TfidfEmbedder()), (0.5, Bm25Embedder())]))


# ---------------------------------------------------------------- functions as embedders


def test_vectors_of_a_function_come_out_at_length_1_and_the_given_ones_stay():
    given = np.array([[0.2, 0.0], [3.0, 4.0], [0.0, 0.0]])
    embedder = FunctionEmbedder(lambda texts: given[: len(texts)])
    assert embedder.embed_all(["a", "b", "c"]).tolist() == [[1.0, 0.0], pytest.approx([0.6, 0.8]), [0.0, 0.0]]
    assert given.tolist() == [[0.2, 0.0], [3.0, 4.0], [0.0, 0.0]]


@pytest.mark.parametrize("scale", [1e-300, 1.0, 1e300])
def test_very_short_and_very_long_vectors_come_out_at_length_1_too(scale):
    assert FunctionEmbedder(lambda texts: [[3 * scale, 4 * scale]]).embed("a") == pytest.approx([0.6, 0.8])


def test_questions_may_be_embedded_by_another_function():
    embedder = FunctionEmbedder(lambda texts: [[1, 0]] * len(texts), query_fn=lambda texts: [[0, 1]] * len(texts))
    assert embedder.embed_all(["a"]).tolist() == [[1.0, 0.0]] and embedder.embed("a").tolist() == [0.0, 1.0]


def test_no_text_no_call():
    assert FunctionEmbedder(lambda texts: 1 / 0).embed_all([]).shape == (0, 0)


def test_vectors_of_32_bits_give_scores_that_json_takes():
    table = {"a": [0.2, 0.0], "b": [3.0, 4.0], "q": [1.0, 0.0]}
    embedder = FunctionEmbedder(lambda texts: np.array([table[text] for text in texts], dtype=np.float32))
    hits = retrieve("q", build_index({"a": "a", "b": "b"}, embedder=embedder))
    assert [(chunk.id, round(score, 4)) for chunk, score in hits] == [("a#0", 1.0), ("b#0", 0.6)]
    assert [type(score) for _, score in hits] == [float, float]
    assert json.loads(json.dumps(hits))[1][0][0] == "b#0"
