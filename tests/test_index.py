"""The index: built in one step, kept fresh, never half changed."""

import warnings

import numpy as np
import pytest

from ragkit import (
    AlikeBm25Embedder,
    Bm25Embedder,
    Chunk,
    FunctionEmbedder,
    Index,
    MixedEmbedder,
    TfidfEmbedder,
    best_lexical,
    build_index,
    char_ngrams,
    chunk_markdown,
    retrieve,
    smooth_idf,
)
from ragkit.corpora import load, questions

HELPCENTRE = load("helpcentre")


def lengths(texts):
    """A function that embeds: how many vowels and how many other letters."""
    return [[sum(c in "aeiou" for c in t), sum(c not in "aeiou" for c in t)] for t in texts]


EMBEDDERS = {
    "plain": TfidfEmbedder,
    "smooth": lambda: TfidfEmbedder(idf=smooth_idf),
    "bm25": Bm25Embedder,
    "alike": AlikeBm25Embedder,
    "mixed": lambda: MixedEmbedder([(0.6, TfidfEmbedder()), (0.4, TfidfEmbedder(analyzer=char_ngrams(3, 5)))]),
    "function": lambda: FunctionEmbedder(lengths),
    "mixed with a function": lambda: MixedEmbedder([(0.5, TfidfEmbedder()), (0.5, FunctionEmbedder(lengths))]),
}


def found(index, question="refund", k=5, min_score=0.01):
    return [chunk.id for chunk, _ in retrieve(question, index, k, min_score)]


def same(one, other):
    """Whether two indexes hold the same chunks, the same matrix and answer alike."""
    dense = [i.matrix.dense() if i.sparse else i.matrix for i in (one, other)]
    assert one.chunks == other.chunks and one.hashes == other.hashes
    assert np.array_equal(*dense)
    assert retrieve("refund in days", one, 5, -1) == retrieve("refund in days", other, 5, -1)


# ---------------------------------------------------------------- built in one step


def test_the_defaults_give_8_chunks_of_the_help_centre_and_one_row_each():
    index = build_index(HELPCENTRE)
    assert len(index.chunks) == 8
    assert index.matrix.shape == (8, len(index.embedder.index)) and index.matrix.dtype == np.float64
    assert np.linalg.norm(index.matrix, axis=1) == pytest.approx(1)


@pytest.mark.parametrize("name", ["plain", "smooth", "bm25", "alike", "mixed"])
def test_without_its_zeros_the_matrix_gives_the_same_scores_in_the_same_order(name):
    full, sparse = (build_index(HELPCENTRE, embedder=EMBEDDERS[name](), sparse=sparse) for sparse in (False, True))
    assert np.abs(sparse.matrix.dense() - full.matrix).max() < 1e-12
    for question in ("How long does standard delivery take?", "refund refund", "zxqv", "to the"):
        one, other = retrieve(question, full, 8, -1), retrieve(question, sparse, 8, -1)
        assert [chunk for chunk, _ in one] == [chunk for chunk, _ in other]
        assert [score for _, score in one] == pytest.approx([score for _, score in other], abs=1e-12)


def test_documents_may_come_as_pairs_from_a_generator():
    docs = ((name, text) for name, text in [("d1", "refund in seven days"), ("d2", "ship in two days")])
    assert found(build_index(docs)) == ["d1#0"]


def test_the_callers_list_is_read_and_never_kept():
    docs = [("a", "refund in seven days"), ("c", "gift cards")]
    index = build_index(docs)
    index.update([*docs, ("b", "ship in two days")])
    assert len(docs) == 2
    docs.clear()
    retrieve("refund", index).clear()
    index_of_hand = Index(index.chunks, index.embedder, index.matrix)
    index_of_hand.chunks.clear()
    assert found(index) == ["a#0"]


def test_vectors_that_an_embedder_keeps_and_changes_do_not_change_the_index():
    kept = np.array([[1.0, 0.0], [0.0, 1.0]])

    class Caching:
        def embed_all(self, texts):
            return kept[: len(texts)]

        def embed(self, text):
            return np.array([1.0, 0.0])

    index = build_index({"a": "x", "b": "y"}, embedder=Caching())
    kept[:] = 0.5
    assert index.matrix.tolist() == [[1.0, 0.0], [0.0, 1.0]]


def test_an_embedder_fitted_to_other_texts_later_leaves_the_index_alone():
    embedder = TfidfEmbedder()
    index = build_index({"a": "refund desk", "b": "gift cards"}, embedder=embedder)
    embedder.fit(["something else", "entirely"])
    assert found(index) == ["a#0"]


def test_a_corpus_in_which_every_word_stands_in_every_chunk_warns_and_finds_nothing():
    with pytest.warns(UserWarning, match="smooth_idf"):
        index = build_index({"d1": "refund policy", "d2": "refund policy"})
    assert found(index, min_score=-1) == []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        index = build_index({"d1": "refund policy", "d2": "refund policy"}, embedder=TfidfEmbedder(idf=smooth_idf))
        assert (index.matrix @ index.query("refund")).round(4).tolist() == [0.7071, 0.7071]


def test_an_empty_document_among_real_ones_is_never_found():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for embedder in (TfidfEmbedder(), TfidfEmbedder(idf=smooth_idf)):
            index = build_index({"d0": "", "d1": "refund in 7 days", "d2": "gift cards"}, embedder=embedder)
            assert [(c.id, round(s, 4)) for c, s in retrieve("refund", index)] == [("d1#0", 0.5)]


def test_a_matrix_too_large_to_hold_is_refused_with_the_way_out(monkeypatch):
    monkeypatch.setattr("ragkit.index.DENSE_LIMIT", 1000)
    with pytest.raises(ValueError, match="sparse=True"):
        build_index(HELPCENTRE)
    assert len(build_index(HELPCENTRE, sparse=True).chunks) == 8


# ---------------------------------------------------------------- half the digits


@pytest.mark.parametrize("make", [TfidfEmbedder, best_lexical])
def test_in_float32_values_take_half_the_bytes_and_the_shop_answers_in_the_same_order(make):
    full, small = (build_index(load("shop"), embedder=make(), sparse=True, dtype=d) for d in (np.float64, np.float32))
    assert (full.dtype, small.dtype) == (np.float64, np.float32)
    assert full.matrix.nbytes - small.matrix.nbytes == 4 * len(full.matrix.values) == small.matrix.values.nbytes
    assert small.matrix.nbytes < 0.72 * full.matrix.nbytes
    for row in questions("shop")[::3]:
        one, other = retrieve(row["text"], full, 10, -1), retrieve(row["text"], small, 10, -1)
        assert [chunk.id for chunk, _ in one] == [chunk.id for chunk, _ in other]
        assert [score for _, score in one] == pytest.approx([score for _, score in other], abs=1e-6)


def test_in_float32_only_the_values_are_rounded_not_the_sums():
    index = build_index(HELPCENTRE, embedder=Bm25Embedder(), sparse=True, dtype="float32")
    query = index.query("How long does standard delivery take?")
    scores, rounded = index.matrix @ query, index.matrix.dense().astype(np.float64) @ query.dense()
    assert scores.dtype == np.float64
    assert np.allclose(scores, rounded, rtol=1e-14, atol=0)
    exact = build_index(HELPCENTRE, embedder=Bm25Embedder(), sparse=True)
    assert 0 < np.abs(scores - exact.matrix @ exact.query("How long does standard delivery take?")).max() < 1e-6


@pytest.mark.parametrize("name", ["plain", "bm25", "mixed"])
def test_in_float32_an_index_stays_so_through_updates(name):
    settings = {"sparse": True, "dtype": np.float32}
    index = build_index(HELPCENTRE, embedder=EMBEDDERS[name](), **settings)
    for docs in ({}, {**HELPCENTRE, "new": "Refund vouchers."}, HELPCENTRE):
        index.update(docs)
        assert index.dtype == index.matrix.values.dtype == np.float32
        if docs:
            same(index, build_index(docs, embedder=EMBEDDERS[name](), **settings))


def test_weights_that_float32_cannot_hold_are_refused():
    huge = MixedEmbedder([(1e80, TfidfEmbedder())])
    assert found(build_index(HELPCENTRE, embedder=huge, sparse=True))
    with pytest.raises(ValueError, match="float32 cannot hold weights as large"):
        build_index(HELPCENTRE, embedder=huge, sparse=True, dtype=np.float32)


# ---------------------------------------------------------------- kept fresh


@pytest.mark.parametrize(
    ("name", "sparse"),
    [(name, False) for name in EMBEDDERS] + [(name, True) for name in EMBEDDERS if "function" not in name],
)
def test_after_updates_the_index_is_the_one_built_anew(name, sparse):
    index = build_index(HELPCENTRE, embedder=EMBEDDERS[name](), sparse=sparse)
    returns, rest = HELPCENTRE["returns"], {k: v for k, v in HELPCENTRE.items() if k != "returns"}
    for docs in (
        {**HELPCENTRE, "returns": returns + " A refund to a card takes two days more."},
        rest,
        {**rest, "new": "Refund vouchers.", "blank": ""},
        {"returns": returns, **rest},
    ):
        index.update(docs)
        same(index, build_index(docs, embedder=EMBEDDERS[name](), sparse=sparse))


def test_the_report_says_what_became_of_each_document_and_what_was_embedded():
    asked = []
    embedder = FunctionEmbedder(lambda texts: asked.extend(texts) or lengths(texts))
    index = build_index({"a": "one", "b": "two", "c": "three"}, embedder=embedder)
    asked.clear()
    report = index.update({"a": "one", "b": "twenty", "d": "one"})
    assert (report.added, report.changed, report.removed, report.unchanged) == (["d"], ["b"], ["c"], ["a"])
    assert asked == ["twenty"] and (report.embedded, report.reused) == (1, 2)


def test_a_document_that_gets_shorter_leaves_no_tail_behind():
    index = build_index(
        {"p.md": "## A\nfee is 50\n## B\nfee is 60\n## C\nfee is 70", "q.md": "gift cards"}, chunker=chunk_markdown
    )
    index.update({"p.md": "## A\nfee is 80", "q.md": "gift cards"})
    ((chunk, _),) = retrieve("fee", index, 5)
    assert (chunk.id, chunk.text) == ("p.md#a", "A: fee is 80")


def test_the_same_text_in_two_documents_is_one_hit_and_outlives_either():
    text = "Refunds take a week."
    index = build_index({"a.md": text, "b.md": text}, embedder=TfidfEmbedder(idf=smooth_idf))
    assert found(index, "refunds") == ["a.md#0"]
    index.update({"b.md": text})
    assert found(index, "refunds") == ["b.md#0"]
    index.update({})
    assert found(index, "refunds") == []


@pytest.mark.parametrize("name", ["smooth", "mixed", "function"])
def test_all_documents_can_leave_and_come_back(name):
    docs = {"a": "refund desk", "b": "gift cards"}
    index = build_index(docs, embedder=EMBEDDERS[name]())
    index.update({})
    assert (index.chunks, found(index)) == ([], [])
    index.update(docs)
    same(index, build_index(docs, embedder=EMBEDDERS[name]()))


def test_order_follows_the_documents_given():
    docs = {"a": "refund desk", "b": "refund hours"}
    index = build_index(docs, embedder=TfidfEmbedder(idf=smooth_idf))
    index.update({"b": docs["b"], "a": docs["a"]})
    assert found(index) == ["b#0", "a#0"]


def test_a_learning_embedder_of_ones_own_sees_all_texts_again():
    class Learning:
        def fit(self, texts):
            self.words = sorted({word for text in texts for word in text.split()})

        def embed(self, text):
            return np.array([float(word in text.split()) for word in self.words])

        def embed_all(self, texts):
            return np.array([self.embed(text) for text in texts])

    index = build_index({"a": "refund", "b": "gift"}, embedder=Learning())
    index.update({"a": "refund", "b": "gift", "c": "parcel"})
    assert found(index, "parcel") == ["c#0"]


def test_an_index_made_by_hand_answers_and_updates():
    chunks = [Chunk("a#0", "a", "refund desk"), Chunk("b#0", "b", "gift cards")]
    embedder = TfidfEmbedder().fit([chunk.text for chunk in chunks])
    index = Index(chunks, embedder, embedder.embed_all([chunk.text for chunk in chunks]))
    assert found(index) == ["a#0"]
    index.update({"b": "gift cards", "c": "refund hours"})
    assert found(index) == ["c#0"]
