"""The chunks that answer a question: one product, the best k above a threshold. Notebooks 03, 04 and 08."""

from collections.abc import Iterable
from numbers import Real

import numpy as np

from .chunking import Chunk
from .index import Index
from .text import check_whole

DECIMALS = 12  # scores are compared after rounding: the last digits of a product differ between processors


def check_k(k) -> None:
    """k is a whole number of 1 or more, or TypeError/ValueError."""
    check_whole("k", k, 1)


def check_min_score(min_score) -> None:
    """min_score is a finite number, or TypeError/ValueError."""
    if isinstance(min_score, bool) or not isinstance(min_score, Real):
        raise TypeError(f"min_score must be a number, got {type(min_score).__name__}: {min_score!r}")
    if not np.isfinite(min_score):
        raise ValueError(
            f"min_score must be finite, got {min_score!r}; 0.2 is the default, -1 lets every chunk through"
        )


def top_rows(scores: np.ndarray, k: int) -> list[int]:
    """The rows of the k highest scores, best first; scores equal in 12 decimals stand in row order."""
    if k < len(scores):
        kth = np.partition(scores, len(scores) - k)[len(scores) - k]
        rows = np.flatnonzero(scores >= kth - 10.0**-DECIMALS)
    else:
        rows = np.arange(len(scores))
    return rows[np.argsort(-np.round(scores[rows], DECIMALS), kind="stable")][:k].tolist()


def retrieve(
    question: str, index: Index, k=3, min_score=0.2, *, doc_ids: Iterable[str] | None = None
) -> list[tuple[Chunk, float]]:
    """The k best chunks with `score >= min_score`, best first, as (chunk, score); ties in index order.

    The score is `index.matrix @ index.query(question)`, compared in 12 decimals: a chunk's own score as `min_score`
    finds it. A `min_score` of 0 or less lets in chunks that share no term with the question; a question without a
    known term still finds nothing, and a chunk whose row is all zeros is never found. Chunks with exactly the same
    text take one place, the first one's. `doc_ids` keeps to these documents. ValueError for k below 1, or a min_score
    that is not finite. In place of an index, anything with a `retrieve` of its own, such as a store, is asked."""
    if hasattr(index, "retrieve"):
        return index.retrieve(question, k, min_score, doc_ids=doc_ids)
    if not isinstance(question, str):
        raise TypeError(f"question must be a str, got {type(question).__name__}: {question!r}")
    if not (hasattr(index, "query") and hasattr(index, "chunks")):
        raise TypeError(f"index must be an Index, got {type(index).__name__}: build_index(docs) makes one")
    check_k(k)
    check_min_score(min_score)
    wanted_documents = None if doc_ids is None else index.in_documents(doc_ids)
    if not index.chunks or not question.strip():
        return []
    query = index.query(question)
    if not np.any(query.values if index.sparse else query):
        return []
    scores = np.asarray(index.matrix @ query, dtype=np.float64)
    allowed = index.alive if wanted_documents is None else index.alive & wanted_documents
    scores = np.where(allowed, scores, -np.inf)
    wanted, min_score = int(k), round(float(min_score), DECIMALS)
    while True:
        rows = top_rows(scores, wanted)
        hits = _distinct(index, scores, rows, min_score)
        # texts that repeat were dropped: look further down, until there are k, or the scores end
        if len(hits) >= k or len(rows) < wanted or round(float(scores[rows[-1]]), DECIMALS) < min_score:
            return hits[:k]
        wanted *= 2


def _distinct(index, scores, rows, min_score):
    hits, texts = [], set()
    for row in rows:
        chunk, score = index.chunks[row], float(scores[row])
        if round(score, DECIMALS) >= min_score and np.isfinite(score) and chunk.text not in texts:
            texts.add(chunk.text)
            hits.append((chunk, score))
    return hits


def fuse_ranks(rankings: Iterable[Iterable[str]], *, constant=60, k: int | None = None) -> list[tuple[str, float]]:
    """Reciprocal rank fusion: an id scores the sum over rankings of 1 / (constant + rank), ranks from 1.

    Takes rankings of ids, best first, and returns (id, score), best first, ties in order of first appearance; an id
    repeated within one counts at its best rank. Source: Cormack, Clarke and Büttcher (2009). Built in notebook 08."""
    if isinstance(constant, bool) or not isinstance(constant, Real):
        raise TypeError(f"constant must be a number, got {type(constant).__name__}: {constant!r}; 60 is usual")
    if not np.isfinite(constant) or constant <= -1:
        raise ValueError(f"constant must be finite and above -1, got {constant!r}; 60 is usual")
    if k is not None:
        check_k(k)
    scores: dict[str, float] = {}
    for ranking in rankings:
        if isinstance(ranking, str):
            raise TypeError(f"rankings must be lists of ids, got the str {ranking!r}: pass [{ranking!r}]")
        for rank, chunk_id in enumerate(dict.fromkeys(ranking), start=1):
            scores[chunk_id] = scores.get(chunk_id, 0.0) + 1.0 / (constant + rank)
    ranked = sorted(scores.items(), key=lambda item: -round(item[1], DECIMALS))
    return ranked if k is None else ranked[:k]
