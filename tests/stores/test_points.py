"""What goes to an engine: ids that never change, places that keep the order, rows without loss, hits in order."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragkit import Bm25Embedder, MixedEmbedder, TfidfEmbedder, build_index
from ragkit.chunking import Chunk
from ragkit.stores.points import learned, place_in_order, point_id, points_of, rows_of
from ragkit.stores.ranking import best_hits


def test_a_chunk_id_gives_the_same_uuid_in_every_run():
    assert point_id("returns.md#refund-timeline") == "75a92986-3976-5696-ad41-0b182224c37b"


@given(st.lists(st.integers(0, 30), unique=True), st.dictionaries(st.integers(0, 30), st.floats(-1e6, 1e6)))
def test_places_rise_in_index_order_whatever_was_known_before(ids, known):
    found = place_in_order(ids, known)
    assert len(found) == len(ids)
    assert all(a < b for a, b in itertools.pairwise(found))


@given(st.lists(st.integers(0, 30), unique=True), st.data())
def test_who_had_a_place_keeps_it_when_others_come_and_go(ids, data):
    before = dict(zip(ids, place_in_order(ids, {}), strict=True))
    rest = [one for one in ids if data.draw(st.booleans())]
    for new in data.draw(st.lists(st.integers(31, 40), unique=True)):
        rest.insert(data.draw(st.integers(0, len(rest))), new)
    after = dict(zip(rest, place_in_order(rest, before), strict=True))
    assert all(after[one] == before[one] for one in rest if one in before)


def test_where_no_number_is_left_between_two_places_all_are_made_anew():
    assert place_in_order(["a", "b", "c"], {"a": 1.0, "c": np.nextafter(1.0, 2)}) == [0.0, 1.0, 2.0]


@pytest.mark.parametrize("sparse", [True, False])
def test_rows_are_those_of_the_matrix_in_float32(sparse):
    index = build_index({"a": "red van red", "b": "van", "c": "blue box"}, sparse=sparse)
    rows = [row.dense() if sparse else row for row in rows_of(index.matrix)]
    assert all(row.dtype == np.float32 for row in rows) or sparse
    matrix = index.matrix.dense() if sparse else index.matrix
    assert np.array_equal(rows, matrix.astype(np.float32))


def test_a_point_tells_apart_a_changed_text_a_changed_weight_and_a_changed_place():
    def digests(docs, known=None):
        return [point.digest for point in points_of(build_index(docs), known or {})]

    docs = {"a": "red van", "b": "blue van"}
    assert digests(docs) == digests(docs)
    assert digests(docs)[0] != digests({"a": "red  car", "b": "blue van"})[0]
    assert digests(docs)[0] != digests(docs | {"c": "red bicycle"})[0]
    assert digests(docs)[0] != digests(docs, {point_id("a#0"): 7.0})[0]


@pytest.mark.parametrize("make", [TfidfEmbedder, Bm25Embedder, lambda: MixedEmbedder([(1, TfidfEmbedder())])])
def test_what_was_learned_from_another_corpus_is_told_apart(make):
    one, same, other = make().fit(["a b", "b"]), make().fit(["b", "a b"]), make().fit(["a b", "b", "c"])
    assert learned(one) == learned(same) != learned(other)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 6)), max_size=25), st.integers(1, 8), st.integers(0, 4))
def test_hits_come_in_order_of_score_then_place_each_text_once_whatever_the_engine_does_with_equals(rows, k, least):
    rng = np.random.default_rng(len(rows))
    chunks = [Chunk(str(place), "d", f"text {text}") for place, (_, text) in enumerate(rows)]
    noisy = [(score + rng.uniform(-1e-7, 1e-7), place, chunks[place]) for place, (score, _) in enumerate(rows)]
    noisy.sort(key=lambda row: -row[0])
    texts, expected = set(), []
    for place in sorted(range(len(rows)), key=lambda place: (-rows[place][0], place)):
        if rows[place][0] >= least and chunks[place].text not in texts:
            texts.add(chunks[place].text)
            expected.append(chunks[place])
    assert [chunk for chunk, _ in best_hits(lambda limit: noisy[:limit], k, least)] == expected[:k]
