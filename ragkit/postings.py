"""Sparse rows with `@`, in numpy alone: the same line `scores = matrix @ query`, without the zeros. Notebook 10."""

from dataclasses import dataclass

import numpy as np


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
    (V, Q) matrix, and touches only the columns where the query is not zero.
    """

    def __init__(self, starts: np.ndarray, columns: np.ndarray, values: np.ndarray, width: int):
        rows = np.repeat(np.arange(len(starts) - 1, dtype=np.int32), np.diff(starts))
        order = np.argsort(columns, kind="stable")
        self.shape = (len(starts) - 1, width)
        self.rows, self.values = rows[order], values[order]
        self.column_starts = np.concatenate([[0], np.cumsum(np.bincount(columns, minlength=width))])

    @property
    def nbytes(self) -> int:
        """Bytes that the three arrays take."""
        return self.rows.nbytes + self.values.nbytes + self.column_starts.nbytes

    def column(self, j: int) -> tuple[np.ndarray, np.ndarray]:
        """The postings of term j: the rows that hold it and its values there."""
        place = slice(self.column_starts[j], self.column_starts[j + 1])
        return self.rows[place], self.values[place]

    def __matmul__(self, query):
        if not isinstance(query, SparseVector):
            query = np.asarray(query, dtype=np.float64)
            if query.shape[0] != self.shape[1] or query.ndim > 2:
                raise ValueError(
                    f"query must have length {self.shape[1]}, one number per column, got shape {query.shape}"
                )
            if query.ndim == 2:
                return np.stack([self @ query[:, q] for q in range(query.shape[1])], axis=1)
            columns = np.flatnonzero(query)
            query = SparseVector(columns, query[columns], len(query))
        elif query.size != self.shape[1]:
            raise ValueError(f"query must have length {self.shape[1]}, one number per column, got {query.size}")
        found = [self.column(j) for j in query.columns.tolist()]
        if not found:
            return np.zeros(self.shape[0])
        rows = np.concatenate([rows for rows, values in found])
        values = np.concatenate([values * weight for (rows, values), weight in zip(found, query.values.tolist())])
        return np.bincount(rows, weights=values, minlength=self.shape[0])

    def row_is_filled(self) -> np.ndarray:
        """(N,) bool: rows that hold a value other than 0."""
        return np.bincount(self.rows, weights=self.values != 0, minlength=self.shape[0]) > 0

    def dense(self) -> np.ndarray:
        """(N, V) the same matrix with its zeros."""
        matrix = np.zeros(self.shape, dtype=self.values.dtype)
        matrix[self.rows, np.repeat(np.arange(self.shape[1]), np.diff(self.column_starts))] = self.values
        return matrix
