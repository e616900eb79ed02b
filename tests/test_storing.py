"""An index in one file: what is saved comes back, and only what was saved."""

import json
import os
import stat
from functools import partial

import numpy as np
import pytest

from ragkit import (
    STOP_WORDS,
    AlikeBm25Embedder,
    Bm25Embedder,
    FunctionEmbedder,
    Index,
    MixedEmbedder,
    TfidfEmbedder,
    build_index,
    char_ngrams,
    chunk_markdown,
    chunk_sentences,
    chunk_words,
    damped_idf,
    plain_idf,
    retrieve,
    smooth_idf,
    word_ngrams,
)
from ragkit.corpora import load

HELPCENTRE = load("helpcentre")


def initials(texts):
    """A function that embeds: how many of each letter a text has."""
    return [[text.lower().count(letter) for letter in "abcdefghijklmnopqrstuvwxyz"] for text in texts]


SETTINGS = {
    "defaults": {},
    "no zeros": {"sparse": True, "size": 12, "overlap": 3},
    "half the digits": {"sparse": True, "dtype": np.float32},
    "all of TF-IDF": {
        "embedder": TfidfEmbedder(idf=smooth_idf, analyzer=word_ngrams(1, 2), sublinear=True, stop_words=STOP_WORDS)
    },
    "damped": {"embedder": TfidfEmbedder(idf=damped_idf)},
    "bm25": {"embedder": Bm25Embedder(k1=0.9, b=0.4, analyzer=char_ngrams(3, 4)), "sparse": True},
    "alike": {"embedder": AlikeBm25Embedder(alike=np.int64(5), least=0.4, k1=0.9, stop_words=["the"]), "sparse": True},
    "mixed": {
        "embedder": MixedEmbedder([(0.6, Bm25Embedder()), (0.4, MixedEmbedder([(1, AlikeBm25Embedder())]))]),
        "chunker": partial(chunk_sentences, max_words=np.int64(20)),
    },
    "markdown": {"chunker": chunk_markdown},
}


@pytest.mark.parametrize("name", SETTINGS)
def test_save_then_load_is_the_identity(name, tmp_path):
    index = build_index(HELPCENTRE, **SETTINGS[name])
    index.save(tmp_path / "index")
    loaded = Index.load(tmp_path / "index")
    assert loaded.chunks == index.chunks and loaded.hashes == index.hashes
    assert (loaded.sparse, loaded.dtype) == (index.sparse, index.dtype)
    assert np.array_equal(*[(i.matrix.dense() if i.sparse else i.matrix) for i in (index, loaded)])
    for question in ("How long does standard delivery take?", "zxqv"):
        assert retrieve(question, loaded, 5, 0.01) == retrieve(question, index, 5, 0.01)
    changed = {**HELPCENTRE, "returns": "A refund within 5 days. " * 20, "new": "x"}
    assert loaded.update(changed) == index.update(changed)
    assert loaded.chunks == index.chunks and loaded.dtype == SETTINGS[name].get("dtype", np.float64)
    loaded.save(tmp_path / "again")
    assert Index.load(tmp_path / "again").chunks == index.chunks


def test_saving_twice_writes_the_same_bytes(tmp_path):
    index = build_index(HELPCENTRE)
    index.save(tmp_path / "one")
    index.save(tmp_path / "two")
    assert (tmp_path / "one").read_bytes()[:90] == (tmp_path / "two").read_bytes()[:90]


def test_an_index_without_documents_is_saved_too(tmp_path):
    index = build_index(HELPCENTRE)
    index.update({})
    index.save(tmp_path / "index")
    loaded = Index.load(tmp_path / "index")
    assert retrieve("refund", loaded) == []
    loaded.update(HELPCENTRE)
    assert np.array_equal(loaded.matrix, build_index(HELPCENTRE).matrix)


def test_text_of_every_kind_comes_back(tmp_path):
    docs = {"返品 [1]\n.md": "\ud800 lone, \x00 zero, ₹ \u2028 end", "b": "दिन gift"}
    index = build_index(docs)
    index.save(str(tmp_path / "ünï index"))
    assert Index.load(str(tmp_path / "ünï index")).chunks == index.chunks


def test_functions_of_ones_own_are_handed_in_again(tmp_path):
    def halves(text):
        return [text[: len(text) // 2], text[len(text) // 2 :]]

    index = build_index(HELPCENTRE, chunker=halves, embedder=FunctionEmbedder(initials))
    index.save(tmp_path / "index")
    with pytest.raises(ValueError, match="embedder must be given"):
        Index.load(tmp_path / "index")
    loaded = Index.load(tmp_path / "index", embedder=FunctionEmbedder(initials))
    assert np.array_equal(loaded.matrix, index.matrix)
    loaded.update(HELPCENTRE)  # nothing new to cut
    with pytest.raises(ValueError, match="chunker must be given"):
        loaded.update({"new": "text"})
    loaded = Index.load(tmp_path / "index", embedder=FunctionEmbedder(initials), chunker=halves)
    assert loaded.update({"new": "text"}).added == ["new"]


@pytest.mark.parametrize(
    "embedder",
    [
        TfidfEmbedder(idf=lambda n, df: 1.0 + 0 * df),
        TfidfEmbedder(idf=partial(plain_idf)),
        TfidfEmbedder(analyzer=str.split),
        MixedEmbedder([(1, TfidfEmbedder(analyzer=str.split))]),
        type("Mine", (TfidfEmbedder,), {})(),
    ],
)
def test_a_function_inside_an_embedder_is_never_replaced_by_another(embedder, tmp_path):
    build_index(HELPCENTRE, embedder=embedder).save(tmp_path / "index")
    with pytest.raises(ValueError, match="embedder must be given"):
        Index.load(tmp_path / "index")
    Index.load(tmp_path / "index", embedder=embedder)


def test_a_function_that_borrows_a_name_is_not_taken_for_ours(tmp_path):
    def plain_idf(n, df):
        return 1.0 + 0 * df

    def chunk_words(text):
        return [text]

    build_index(HELPCENTRE, embedder=TfidfEmbedder(idf=plain_idf), chunker=chunk_words).save(tmp_path / "index")
    with pytest.raises(ValueError, match="embedder must be given"):
        Index.load(tmp_path / "index")
    loaded = Index.load(tmp_path / "index", embedder=TfidfEmbedder(idf=plain_idf))
    with pytest.raises(ValueError, match="chunker must be given"):
        loaded.update({"new": "text"})


@pytest.mark.parametrize(
    ("made_with", "loaded_with"),
    [
        (FunctionEmbedder(initials), FunctionEmbedder(lambda texts: [[1.0] * 26] * len(texts))),
        (FunctionEmbedder(initials), FunctionEmbedder(lambda texts: [[1.0, 0.0]] * len(texts))),
        (FunctionEmbedder(initials), TfidfEmbedder()),
        (TfidfEmbedder(), TfidfEmbedder(analyzer=word_ngrams(1, 2))),
        (TfidfEmbedder(), FunctionEmbedder(initials)),
        (
            MixedEmbedder([(0.5, TfidfEmbedder()), (0.5, FunctionEmbedder(initials))]),
            MixedEmbedder([(0.5, TfidfEmbedder()), (0.5, FunctionEmbedder(lambda texts: [[1.0] * 26] * len(texts)))]),
        ),
        (MixedEmbedder([(0.5, TfidfEmbedder()), (0.5, Bm25Embedder())]), MixedEmbedder([(1, TfidfEmbedder())])),
    ],
)
def test_an_embedder_that_measures_text_otherwise_is_refused(made_with, loaded_with, tmp_path):
    build_index(HELPCENTRE, embedder=made_with).save(tmp_path / "index")
    with pytest.raises(ValueError, match="embedder measures text otherwise"):
        Index.load(tmp_path / "index", embedder=loaded_with)


def test_a_learning_embedder_of_ones_own_cannot_be_saved_and_leaves_no_file(tmp_path):
    class Learning:
        def fit(self, texts):
            pass

        def embed(self, text):
            return np.ones(2)

        def embed_all(self, texts):
            return np.ones((len(texts), 2))

    with pytest.raises(ValueError, match="cannot be saved"):
        build_index(HELPCENTRE, embedder=Learning()).save(tmp_path / "index")
    assert list(tmp_path.iterdir()) == []


def test_nothing_in_the_file_is_pickled(tmp_path):
    build_index(HELPCENTRE).save(tmp_path / "index")
    body = (tmp_path / "index").read_bytes().split(b"\n", 2)[2]
    (tmp_path / "body.npz").write_bytes(body)
    with np.load(tmp_path / "body.npz", allow_pickle=False) as arrays:
        assert {array.dtype.kind for array in arrays.values()} <= set("iuf")
        assert json.loads(arrays["about"].tobytes())["chunker"] == ["chunk_words", {"size": 30, "overlap": 10}]


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps rights otherwise")
def test_the_file_can_be_read_by_whom_other_new_files_can(tmp_path):
    (tmp_path / "other").write_bytes(b"")
    build_index(HELPCENTRE).save(tmp_path / "index")
    rights = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("index", "other")]
    assert rights[0] == rights[1]


def test_chunkers_keep_their_options(tmp_path):
    build_index(HELPCENTRE, chunker=partial(chunk_words, size=5, overlap=2)).save(tmp_path / "index")
    loaded = Index.load(tmp_path / "index")
    loaded.update({"a": "1 2 3 4 5 6 7 8"})
    assert [chunk.text for chunk in loaded.chunks] == ["1 2 3 4 5", "4 5 6 7 8"]
