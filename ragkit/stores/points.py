"""An index as the points that an engine keeps: fixed ids, float32 vectors, places, and a digest that tells a change."""

import hashlib
import json
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ..chunking import Chunk
from ..embedding import TermEmbedder
from ..mixing import MixedEmbedder
from ..postings import Postings, SparseVector

LONG_WORK = 2000  # points; less is sent before a bar of progress could be read


@dataclass(frozen=True)
class Point:
    """One chunk on its way to an engine, its row in float32: an array (V,) or a SparseVector. A row of zeros has None:
    its chunk is kept, and no question finds it."""

    id: str
    chunk: Chunk
    place: float  # stands where the chunk stands in the index: a lower number is an earlier chunk
    vector: np.ndarray | SparseVector | None
    digest: str


def point_id(chunk_id: str) -> str:
    """The UUID of a chunk id, the same in every run, so that a chunk sent twice is kept once.

    Engines want a number or a UUID as id; the chunk's own id travels with its text. Version 5 of RFC 9562."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, chunk_id))


def place_in_order(ids, known: dict[str, float]) -> list[float]:
    """Rising numbers for points in index order. Points that have a place keep it as far as the order allows, and new
    ones go between their neighbours: a document put into the middle moves no other one."""
    rows, kept, n = [], [], len(ids)
    for row, one in enumerate(ids):
        if one in known and (not kept or known[one] > kept[-1]):
            rows.append(row)
            kept.append(known[one])
    if not kept:
        return [float(row) for row in range(n)]
    # before the first that is kept, and after the last, one step a row
    ends = kept[0] - rows[0] - 1, kept[-1] + n - rows[-1]
    found = np.interp(range(n), [-1, *rows, n], [ends[0], *kept, ends[1]])
    return found.tolist() if (np.diff(found) > 0).all() else place_in_order(ids, {})  # no room left: all anew


def rows_of(matrix) -> Iterator[np.ndarray | SparseVector]:
    """Each row of an index's matrix in float32, without its zeros if the matrix is kept without them."""
    if not isinstance(matrix, Postings):
        yield from (row.astype(np.float32) for row in matrix)
        return
    columns = np.repeat(np.arange(matrix.shape[1]), np.diff(matrix.column_starts))
    order = np.argsort(matrix.rows, kind="stable")  # postings lie by column
    order = order[matrix.values[order] != 0]
    columns, values = columns[order], matrix.values[order].astype(np.float32)
    starts = np.searchsorted(matrix.rows[order], np.arange(matrix.shape[0] + 1))
    for start, end in pairwise(starts):
        yield SparseVector(columns[start:end], values[start:end], matrix.shape[1])


def no_rows(sparse: bool, width: int) -> np.ndarray | Postings:
    """The matrix of an index without chunks, of so many columns: enough to make a question's vector by."""
    if not sparse:
        return np.zeros((0, width))
    return Postings(np.zeros(1, np.int64), np.zeros(0, np.int32), np.zeros(0), width)


def points_of(index, known: dict[str, float]) -> Iterator[Point]:
    """The points of an index in its order, one at a time; `known` holds the places that the engine knows."""
    ids = [point_id(chunk.id) for chunk in index.chunks]
    for one, chunk, place, row in zip(ids, index.chunks, place_in_order(ids, known), rows_of(index.matrix)):
        arrays = [row.columns, row.values] if index.sparse else [row]
        digest = hashlib.sha256(json.dumps([chunk, place]).encode() + b"".join(array.tobytes() for array in arrays))
        yield Point(one, chunk, place, row if arrays[-1].any() else None, digest.hexdigest())


def learned(embedder) -> str:
    """A hash of the terms and weights that the embedder learned: rows made under others have other columns, so a
    question must not be compared with them. Of an embedder that counts no terms only the kind is known."""
    about = type(embedder).__name__
    if isinstance(embedder, MixedEmbedder):
        about = [about, embedder.shares, [learned(part) for _, part in embedder.parts]]
    elif isinstance(embedder, TermEmbedder):  # rounded, as the last digits differ between processors
        about = [about, list(embedder.index), np.round(embedder.idf, 7).tolist()]
    return hashlib.sha256(json.dumps(about).encode()).hexdigest()


def with_progress(points, total: int, progress: bool):
    """The points, with a bar of progress where there are many and tqdm is installed."""
    if not progress or total < LONG_WORK:
        return points
    try:
        from tqdm import tqdm
    except ImportError:
        return points
    return tqdm(points, total=total, desc="syncing", unit="chunk", leave=False)
