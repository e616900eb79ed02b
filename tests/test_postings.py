"""Sparse rows answer `@` as full ones do, and the k best come out as a stable sort would have them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from ragkit import selecting
from ragkit.postings import Postings, SparseVector
from ragkit.selecting import best_rows, top_rows

SMALL = np.array([[0.0, 2.0, 0.0, 1.0], [0.0, 0.0, 0.0, 0.0], [3.0, 0.5, 0.0, 0.0]])


def postings_of(matrix, dtype=np.float64):
    rows, columns = np.nonzero(matrix)
    starts = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=len(matrix)))])
    return Postings(starts, columns.astype(np.int32), matrix[rows, columns].astype(dtype), matrix.shape[1])


def matrices():
    shapes = st.tuples(st.integers(1, 12), st.integers(1, 9))
    few = st.sampled_from([0.0, 0.0, 0.0, 1.0, -0.5, 0.1, 0.7, 2.25])
    return shapes.flatmap(lambda shape: arrays.arrays(np.float64, shape, elements=few))


def test_each_column_lists_the_rows_that_hold_it():
    postings = postings_of(SMALL)
    assert [postings.column(j)[0].tolist() for j in range(4)] == [[2], [0, 2], [], [0]]
    assert [postings.column(j)[1].tolist() for j in range(4)] == [[3.0], [2.0, 0.5], [], [1.0]]
    assert postings.column_starts.tolist() == [0, 1, 3, 3, 4]
    assert postings.row_is_filled().tolist() == [True, False, True]


@given(matrices(), matrices())
def test_postings_side_by_side_and_with_other_values_are_the_matrices_so_made(one, other):
    left, right = postings_of(one), postings_of(np.resize(other, (len(one), other.shape[1])))
    both = Postings.side_by_side([left, right.times(0.5)])
    assert np.array_equal(both.dense(), np.hstack([left.dense(), 0.5 * right.dense()]))
    place = left.revalued(lambda values, rows, columns: 1 + 100 * rows + columns, np.float32)
    rows, columns = np.indices(one.shape)
    assert place.values.dtype == np.float32
    assert np.array_equal(place.dense(), np.where(one != 0, 1 + 100 * rows + columns, 0))


@given(matrices(), st.data())
def test_the_product_is_that_of_the_full_matrix(matrix, data):
    query = data.draw(arrays.arrays(np.float64, matrix.shape[1], elements=st.sampled_from([0.0, 0.0, 1.0, -2.0, 0.3])))
    postings = postings_of(matrix)
    columns = np.flatnonzero(query)
    sparse = SparseVector(columns, query[columns], len(query))
    expected = matrix @ query
    assert np.array_equal(postings.dense(), matrix)
    assert np.array_equal(sparse.dense(), query)
    for one in (query, sparse):
        scores = postings @ one
        assert scores.dtype == np.float64
        assert np.allclose(scores, expected, rtol=0, atol=1e-12)
    batch = np.stack([query, -query], axis=1)
    assert np.allclose(postings @ batch, matrix @ batch, rtol=0, atol=1e-12)


def test_only_the_columns_of_the_query_are_read(monkeypatch):
    read = []
    column = Postings.column
    monkeypatch.setattr(Postings, "column", lambda self, j: read.append(j) or column(self, j))
    postings_of(SMALL) @ np.array([0.0, 1.0, 0.0, 2.0])
    assert read == [1, 3]


def test_float32_halves_the_values_and_scores_are_summed_in_float64():
    rng = np.random.default_rng(0)
    matrix = rng.random((50, 20)) * (rng.random((50, 20)) < 0.3)
    query = rng.random(20)
    full, small = postings_of(matrix), postings_of(matrix, np.float32)
    assert full.values.nbytes == 2 * small.values.nbytes
    assert (small @ query).dtype == np.float64
    assert np.allclose(small @ query, full @ query, rtol=1e-6, atol=0)
    rounded = small.dense().astype(np.float64)
    assert np.allclose(small @ query, rounded @ query, rtol=1e-14, atol=0)


@pytest.mark.parametrize("query", [np.ones(3), np.ones((3, 2)), SparseVector(np.array([0]), np.array([1.0]), 5)])
def test_a_query_of_another_length_is_refused(query):
    with pytest.raises(ValueError, match="length 4"):
        postings_of(SMALL) @ query


def test_a_query_that_is_no_vector_is_refused():
    with pytest.raises(ValueError, match="vector"):
        postings_of(SMALL) @ np.ones((4, 1, 1))


def sorted_rows(scores, k, min_score=-np.inf):
    """The plain way: sort all rounded scores, best first, the lower row first among equals."""
    rounded = np.round(scores, 12)
    order = sorted(range(len(scores)), key=lambda row: (-rounded[row], row))
    return [row for row in order if rounded[row] >= min_score][:k]


@given(st.lists(st.sampled_from([0.0, 0.1, 0.2, 0.3, 0.1 + 0.2, 0.3 + 4e-13, 0.3 - 6e-13, -1.0, -np.inf])), st.data())
def test_the_best_come_first_and_ties_in_row_order(scores, data):
    scores = np.array(scores)
    k = data.draw(st.integers(1, 8))
    min_score = data.draw(st.sampled_from([-np.inf, -1.0, 0.0, 0.2, 0.3]))
    assert top_rows(scores, k, min_score) == sorted_rows(scores, k, min_score)


@pytest.mark.parametrize("n", [640, 5001, 20000])
@pytest.mark.parametrize("digits", [1, 3, 15])
@pytest.mark.parametrize("many", [1, selecting.MANY])
def test_the_best_of_many_scores_are_those_of_a_full_sort(n, digits, many, monkeypatch):
    monkeypatch.setattr(selecting, "MANY", many)
    scores = np.round(np.random.default_rng(n).normal(size=n), digits)
    scores[::2] = 0
    for k in (1, 10, 100, n):
        assert top_rows(scores, k) == sorted_rows(scores, k)
        assert top_rows(scores, k, 0.5) == sorted_rows(scores, k, 0.5)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("look_up", [0, selecting.LOOK_UP])
def test_reading_rare_words_first_and_stopping_early_finds_the_same_rows(seed, look_up, monkeypatch):
    monkeypatch.setattr(selecting, "MANY", 1)
    monkeypatch.setattr(selecting, "LOOK_UP", look_up)  # 0: as soon as it is right, however long it takes
    rng = np.random.default_rng(seed)
    spread = np.array([0.6, 0.4, 0.3, 0.05, 0.02, 0.01, 0.003])
    matrix = np.round(rng.random((3000, 7)), int(rng.integers(1, 4))) * (rng.random((3000, 7)) < spread)
    query = rng.choice([0.0, 0.1, 1.0], 7) * np.array([0.05, 0.1, 0.2, 1, 1, 2, 3]) * (1 if seed % 4 else -1)
    postings, columns = postings_of(matrix), np.flatnonzero(query)
    vector = SparseVector(columns, query[columns], 7)
    scores = matrix @ query
    for k in (1, 5, 10):
        for min_score in (-np.inf, 0.3, 2.0, 50.0):
            found = best_rows(postings, vector, k, min_score)
            assert [row for row, _ in found] == sorted_rows(scores, k, min_score)
            assert np.allclose([score for _, score in found], scores[[row for row, _ in found]], rtol=0, atol=1e-12)


@pytest.mark.parametrize("rare, read, best", [(20, [1], [0, 100, 200]), (400, [1, 0], [0, 10, 20])])
def test_a_common_word_is_not_read_when_few_rows_are_left_to_look_up(rare, read, best, monkeypatch):
    monkeypatch.setattr(selecting, "MANY", 1)
    matrix = np.zeros((2000, 2))
    matrix[::2, 0], matrix[:: 2000 // rare, 1] = 0.5, 1.0
    postings, columns = postings_of(matrix), []
    postings.add_column = lambda scores, j, weight: (
        columns.append(j) or Postings.add_column(postings, scores, j, weight)
    )
    found = best_rows(postings, SparseVector(np.array([0, 1]), np.array([0.1, 1.0]), 2), 3)
    assert found == [(row, 1.05) for row in best]
    assert columns == read
