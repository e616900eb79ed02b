"""Every store gives what `retrieve` gives on the index, and loses and doubles nothing, whatever interrupts it."""

import hashlib
import json
from functools import cache

import numpy as np
import pytest

from ragkit import FunctionEmbedder, TfidfEmbedder, answer, build_index, retrieve, smooth_idf
from ragkit.corpora import load, questions
from ragkit.recipes import best_lexical

SHOP = load("shop")
QUESTIONS = [row["text"] for row in questions("shop")][:40:8]


def directions(texts):
    """A stand-in for a trained model: to each text a direction of its own in 24 dimensions, whatever else there is."""
    seeds = [int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") for text in texts]
    return [np.random.default_rng(seed).normal(size=24) for seed in seeds]


def by_model(docs):
    return build_index(docs, embedder=FunctionEmbedder(directions))


def by_words(docs):
    return build_index(docs, embedder=TfidfEmbedder(idf=smooth_idf), sparse=True)


@cache
def shop_index(name, step):
    docs = dict(list(SHOP.items())[::step])
    if name == "model":
        return by_model(docs)
    return build_index(docs, embedder=best_lexical() if name == "best_lexical" else TfidfEmbedder(), sparse=True)


def assert_same(found, expected):
    assert [chunk for chunk, _ in found] == [chunk for chunk, _ in expected]
    assert [score for _, score in found] == pytest.approx([score for _, score in expected], abs=1e-6)


def assert_answers_as(store, index, question, **settings):
    for k, min_score in ((3, 0.2), (10, 0.0), (25, -1)):
        expected = retrieve(question, index, k, min_score, **settings)
        assert_same(retrieve(question, store, k, min_score, **settings), expected)


@pytest.mark.parametrize("name", ["tfidf", "best_lexical", "model"])
def test_a_shop_is_searched_as_in_the_index(open_store, name):
    store = open_store(f"shop {name}")
    # In a folder Qdrant waits for the disk after each point, and in memory it walks all rows in Python.
    index = shop_index(name, 12 if "vectors" in store.where else 4 if name == "best_lexical" else 1)
    assert store.sync(index).sent == store.count() == len(index.chunks)
    for question in QUESTIONS:
        assert_answers_as(store, index, question)
    assert_answers_as(store, index, QUESTIONS[0], doc_ids=list(index.hashes)[1:3])
    assert len(retrieve(QUESTIONS[0], index, 25, -1)) == 25  # there was something to compare


def test_the_store_stands_where_the_index_stood_in_the_whole_loop(open_store):
    index, store = build_index(load("helpcentre")), open_store("helpcentre")
    store.sync(index)
    for question in ("How long does standard delivery take?", "Do you have a job opening for a driver?", "zxqv"):
        assert answer(question, store) == answer(question, index)
    hits = retrieve("How long does standard delivery take?", store, k=2, min_score=0.0)
    assert json.loads(json.dumps(hits))[0][0][0] == hits[0][0].id
    assert all(type(score) is float for _, score in hits)


@pytest.mark.parametrize("build", [by_words, by_model])
def test_equal_scores_stand_in_index_order_however_many_there_are(open_store, build):
    index = by_words({f"note {n}": f"parcel number{n:02}" for n in range(30)})
    if build is by_model:
        index = build_index(
            {c.doc_id: c.text for c in index.chunks}, embedder=FunctionEmbedder(lambda t: [[1, 1]] * len(t))
        )
    store = open_store("ties")
    store.sync(index, batch_size=7)
    assert [chunk.doc_id for chunk, _ in retrieve("parcel", store)] == ["note 0", "note 1", "note 2"]
    # a new document in front takes the first place, and one in the middle its own
    docs = {chunk.doc_id: chunk.text for chunk in index.chunks}
    docs = {"new": "parcel number90", "note 0": docs.pop("note 0"), "second": "parcel number91"} | docs
    index.update(docs)
    store.sync(index)
    assert [chunk.doc_id for chunk, _ in retrieve("parcel", store, 5)] == list(docs)[:5]


def test_a_text_that_repeats_takes_one_place(open_store):
    index = by_words({"a": "blue van", "b": "blue van", "c": "blue van", "d": "blue box today", "e": "blue van"})
    store = open_store("repeats")
    store.sync(index)
    assert_answers_as(store, index, "blue van")
    assert [chunk.id for chunk, _ in retrieve("blue van", store)] == ["a#0", "d#0"]


@pytest.mark.parametrize("sparse", [True, False])
def test_neither_a_question_without_a_known_word_nor_a_chunk_without_weight_is_a_hit(open_store, sparse):
    docs = {"a": "van blue", "b": "van", "c": "van red"}  # plain idf: a word of every chunk weighs nothing
    index, store = build_index(docs, sparse=sparse), open_store("zeros")
    store.sync(index)
    assert store.count() == 3
    assert [chunk.doc_id for chunk, _ in retrieve("blue", store, 5, -1)] == ["a", "c"]
    for question in ("van", "zebra", "", " "):
        assert retrieve(question, store, 5, -1) == retrieve(question, index, 5, -1) == []


def test_scores_are_the_plain_product_though_rows_differ_in_length(open_store):
    vectors = {"a": [0.2, 0.0], "b": [3.0, 4.0], "east": [1.0, 0.0]}
    index = build_index({"a": "a", "b": "b"}, embedder=FunctionEmbedder(lambda texts: [vectors[t] for t in texts]))
    store = open_store("lengths")
    store.sync(index)
    assert [(c.id, pytest.approx(s)) for c, s in retrieve("east", store)] == [("a#0", 1.0), ("b#0", 0.6)]
    index.matrix = np.array([[0.2, 0.0], [3.0, 4.0]])  # rows not of length 1
    store.sync(index)
    assert [(c.id, pytest.approx(s)) for c, s in retrieve("east", store)] == [("b#0", 3.0), ("a#0", 0.2)]


def test_only_what_changed_goes_over(open_store):
    docs = {f"doc {n}": f"text number {n} of twelve" for n in range(12)}
    index, store = by_model(docs), open_store("update")
    store.sync(index)
    docs = {"front": "a new one"} | docs | {"doc 3": "an old one, changed"}
    del docs["doc 7"], docs["doc 8"]
    index.update(docs)
    report = store.sync(index)
    assert (report.sent, report.unchanged, report.removed) == (2, 9, 2)
    assert_answers_as(store, index, "a new one")
    assert store.sync(index).sent == 0


def test_new_weights_take_all_chunks_along(open_store):
    index, store = by_words({"a": "blue van", "b": "red van"}), open_store("weights")
    store.sync(index)
    index.update({"a": "blue van", "b": "red van", "c": "green bicycle"})
    assert store.sync(index).sent == 3  # each idf has changed, and each column
    assert_answers_as(store, index, "green van")


def test_deleted_documents_are_gone_at_once(open_store):
    index, store = by_model({"a": "blue van", "b": "red van", "c": "bicycle"}), open_store("delete")
    store.sync(index)
    assert store.delete(["a", "c"]) == 2
    assert [chunk.id for chunk, _ in retrieve("blue van", store, 5, -1)] == ["b#0"]
    with pytest.raises(ValueError, match="'a'"):
        store.delete(["a"])
    index.update({})
    assert store.sync(index).removed == 0 and store.count() == 0  # a store of no columns is made anew
    assert retrieve("blue van", store, 5, -1) == []


class CutShortError(Exception):
    """What stops a sync half-way in these tests."""


def cut_after(store, monkeypatch, batches):
    put, left = store._put, [batches]

    def failing(points):
        if left[0] == 0:
            raise CutShortError
        left[0] -= 1
        put(points)

    monkeypatch.setattr(store, "_put", failing)


@pytest.mark.parametrize("build", [by_words, by_model])
def test_an_interrupted_sync_goes_on_where_it_was_cut_and_ends_as_a_fresh_one(open_store, monkeypatch, build):
    docs = {f"doc {n}": f"text number {n} of thirty" for n in range(30)}
    index, store = build(docs), open_store("cut")
    with monkeypatch.context() as patch, pytest.raises(CutShortError):
        cut_after(store, patch, 3)
        store.sync(index, batch_size=4)
    with pytest.raises(RuntimeError, match="half filled"):
        retrieve("number 3", store)
    report = store.sync(index, batch_size=4)
    assert (report.sent, report.unchanged, store.count()) == (18, 12, 30)
    assert_answers_as(store, index, "text number 17")


def test_an_update_cut_short_does_not_answer_from_a_mixture(open_store, monkeypatch):
    index, store = by_model({f"doc {n}": f"old {n}" for n in range(8)}), open_store("mixture")
    store.sync(index)
    index.update({f"doc {n}": f"new {n}" for n in range(2, 9)})
    with monkeypatch.context() as patch, pytest.raises(CutShortError):
        cut_after(store, patch, 1)
        store.sync(index, batch_size=2)
    with pytest.raises(RuntimeError, match="half filled"):
        retrieve("old 1", store)
    assert store.sync(index).sent == 5
    assert_answers_as(store, index, "new 3")


def test_a_batch_is_sent_again_while_the_engine_is_away_and_then_given_up(open_store, monkeypatch):
    index, store = by_model({"a": "blue van", "b": "red van"}), open_store("away")
    monkeypatch.setattr(store, "waits", (0, 0))
    monkeypatch.setattr(store, "_is_away", lambda error: isinstance(error, OSError))
    put, calls = store._put, []

    def twice_away(points):
        calls.append(len(points))
        put(points)  # it arrived, but the word of it was lost on the way back
        if len(calls) < 3:
            raise OSError("connection reset")

    monkeypatch.setattr(store, "_put", twice_away)
    assert store.sync(index).sent == store.count() == 2
    assert calls == [2, 2, 2]
    index.update({"a": "green van", "b": "red van"})
    monkeypatch.setattr(store, "_put", lambda points: put(points) or (_ for _ in ()).throw(OSError("reset")))
    with pytest.raises(ConnectionError, match=r"'away'.*reset"):
        store.sync(index)


def test_a_batch_that_an_engine_swallows_is_noticed(open_store, monkeypatch):
    store = open_store("swallowed")
    monkeypatch.setattr(store, "_put", lambda points: None)
    with pytest.raises(RuntimeError, match="holds 0 chunks, not 2"):
        store.sync(by_model({"a": "blue van", "b": "red van"}))


@pytest.mark.parametrize("open_store", ["qdrant-folder", "qdrant-address", "postgres"], indirect=True)
def test_a_store_is_opened_again_with_the_embedder_alone(open_store):
    index, store = by_words({"a": "blue van", "b": "red van", "c": "bicycle"}), open_store("again")
    old = index.embedder
    store.sync(index)
    index.update({"a": "blue van", "b": "red van", "c": "a bicycle"})
    store.sync(index)
    store.close()
    assert_answers_as(store := open_store("again", embedder=index.embedder), index, "blue bicycle")
    store.close()
    store = open_store("again", embedder=old)
    with pytest.raises(ValueError, match="embedder is not the one"):
        retrieve("blue", store)
    store.close()
    store = open_store("again")
    with pytest.raises(ValueError, match="embedder must be given"):
        retrieve("blue", store)


def test_another_embedder_makes_the_place_anew(open_store):
    docs, store = {"a": "blue van", "b": "red van"}, open_store("anew")
    for index in (by_words(docs), by_model(docs), build_index(docs), by_words(docs | {"c": "green bicycle"})):
        store.sync(index)
        assert store.count() == len(index.chunks)
        assert_answers_as(store, index, "blue van")


def test_every_text_comes_back_as_it_was(open_store):
    texts = [
        "nul \x00 byte",
        "quotes \"'` and \\ %s {x}",
        "नमस्ते दुनिया",
        "👩‍👩‍👧 parcel",
        "مرحبا بالعالم",
        "line\nbreak",
    ]
    index = by_model({f"doc/{n} ü.md": text for n, text in enumerate(texts)})
    store = open_store("name with a blank; -- ü")
    store.sync(index)
    found = {chunk.id: chunk for chunk, _ in retrieve("parcel", store, 10, -1)}
    assert found == {chunk.id: chunk for chunk in index.chunks}


def test_bad_arguments_are_refused_by_name(open_store):
    index, store = by_model({"a": "blue van"}), open_store("arguments")
    for ask in (store.count, lambda: retrieve("blue", store), lambda: store.delete(["a"])):
        with pytest.raises(RuntimeError, match="holds no index yet"):
            ask()
    with pytest.raises(ValueError, match="batch_size"):
        store.sync(index, batch_size=0)
    store.sync(index)
    for error, settings in (
        (TypeError, {"doc_ids": "a"}),
        (ValueError, {"doc_ids": ["a", "zebra"]}),
        (ValueError, {"k": 0}),
        (ValueError, {"min_score": float("nan")}),
    ):
        with pytest.raises(error, match=next(iter(settings))):
            retrieve("blue", store, **settings)
    with pytest.raises(TypeError, match="question"):
        retrieve(None, store)
    assert retrieve("blue", store, doc_ids=[]) == []
    with pytest.raises(ValueError, match="name"):
        open_store("")
