"""Sparse rows with `@`, in numpy alone: the same line `scores = matrix @ query`, without the zeros. Notebook 10."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .scanning import portions

PORTION = 1 << 18  # entries placed at a time: their arrays stay in the processor's cache


@dataclass(frozen=True)
class SparseVector:
    """A vector of length `size` that is zero but at `columns` (ascending), where it holds `values`."""

    columns: np.ndarray
    values: np.ndarray
    size: int

    def dense(self) -> np.ndarray:
        """(size,) the same vector with its zeros."""
        vector = np.zeros(self.size)
        vector[self.columns] = self.values
        return vector


class Postings:
    """A matrix (N, V) kept by column: for each term the rows that hold it, ascending, and their values there.

    Made from rows as `counting.Counts` gives them; `postings @ query` takes a SparseVector, a (V,) vector, or a
    (V, Q) matrix of Q queries, and touches only the columns where the query is not zero. With `values` in float32 the
    postings take two thirds of the bytes, and scores, summed in float64, agree to about 7 digits.
    """

    def __init__(self, starts: np.ndarray, columns: np.ndarray, values: np.ndarray, width: int):
        self.shape = (len(starts) - 1, width)
        self.column_starts = np.concatenate([[0], np.cumsum(np.bincount(columns, minlength=width))])
        self.rows, self.values = np.empty(len(columns), np.int32), np.empty(len(columns), values.dtype)
        free = self.column_starts[:-1].copy()  # where the next posting of each column goes
        for begin, end in portions(np.diff(starts), PORTION):
            self._place(begin, starts[begin : end + 1], columns, values, free)

    def _place(self, first_row, starts, columns, values, free):
        """Put some rows' values at the free places of their columns: a counting sort, for many columns at once."""
        entries = slice(starts[0], starts[-1])
        rows = np.repeat(np.arange(first_row, first_row + len(starts) - 1, dtype=np.int32), np.diff(starts))
        bits = len(rows).bit_length()  # (column, place) as one integer: sorting it is quicker than an argsort
        keys = (columns[entries].astype(np.int64) << bits) | np.arange(len(rows))
        keys.sort()
        sorted_columns, order = keys >> bits, (keys & ((1 << bits) - 1)).astype(np.intp, copy=False)
        run = np.flatnonzero(np.append(True, sorted_columns[1:] != sorted_columns[:-1])[: len(rows)])
        column, size = sorted_columns[run], np.diff(run, append=len(rows))
        places = np.repeat(free[column] - run, size) + np.arange(len(rows))
        free[column] += size
        self.rows[places], self.values[places] = rows[order], values[entries][order]

    @property
    def nbytes(self) -> int:
        """Bytes that the three arrays take."""
        return self.rows.nbytes + self.values.nbytes + self.column_starts.nbytes

    def column(self, j: int) -> tuple[np.ndarray, np.ndarray]:
        """The postings of term j: the rows that hold it and its values there."""
        place = slice(self.column_starts[j], self.column_starts[j + 1])
        return self.rows[place], self.values[place]

    def __matmul__(self, query):
        """(N,) float64 the score of every row, or (N, Q) for Q queries. ValueError if the length is not V."""
        if isinstance(query, SparseVector):
            self._check_length(query.size)
            return self._scores(query.columns, query.values)
        query = np.asarray(query, dtype=np.float64)
        if query.ndim not in (1, 2):
            raise ValueError(f"query must be a vector (V,) or a matrix (V, Q), got shape {query.shape}")
        self._check_length(len(query))
        if query.ndim == 1:
            return self._scores(np.flatnonzero(query), query[query != 0])
        scores = np.zeros((self.shape[0], query.shape[1]))
        for q, one in enumerate(query.T):
            scores[:, q] = self @ one
        return scores

    def _check_length(self, size: int):
        if size != self.shape[1]:
            raise ValueError(f"query must have length {self.shape[1]}, one number per column, got {size}")

    def _scores(self, columns, weights) -> np.ndarray:
        scores = np.zeros(self.shape[0])
        for j, weight in zip(columns.tolist(), weights.tolist()):
            self.add_column(scores, j, weight)
        return scores

    def add_column(self, scores: np.ndarray, j: int, weight: float) -> None:
        """Add the postings of term j, times `weight`, to the scores (N,) of all rows."""
        rows, values = self.column(j)
        np.add.at(scores, rows, np.multiply(values, weight, dtype=np.float64))

    @cached_property
    def highest(self) -> np.ndarray:
        """(V,) the highest value of each column, 0 for one without rows; what `best_rows` stops early by."""
        highest, held = np.zeros(self.shape[1]), np.flatnonzero(np.diff(self.column_starts))
        if len(held):
            highest[held] = np.maximum.reduceat(self.values, self.column_starts[held])
        return highest

    @cached_property
    def never_negative(self) -> bool:
        """Whether no value lies under 0."""
        return not (self.values < 0).any()

    def row_is_filled(self) -> np.ndarray:
        """(N,) bool: rows that hold a value other than 0."""
        filled = np.zeros(self.shape[0], dtype=bool)
        filled[self.rows[self.values != 0]] = True
        return filled

    def dense(self) -> np.ndarray:
        """(N, V) the same matrix with its zeros."""
        matrix = np.zeros(self.shape, dtype=self.values.dtype)
        matrix[self.rows, np.repeat(np.arange(self.shape[1]), np.diff(self.column_starts))] = self.values
        return matrix
