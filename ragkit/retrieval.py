"""The chunks that answer a question: one product, the best k above a threshold. Notebooks 03, 04 and 08."""

from collections.abc import Iterable
from functools import partial

import numpy as np

from .chunking import Chunk
from .index import Index
from .selecting import DECIMALS, best_rows, top_rows
from .text import check_number, check_whole


def check_k(k) -> None:
    """k is a whole number of 1 or more, or TypeError/ValueError."""
    check_whole("k", k, 1)


def check_min_score(min_score) -> None:
    """min_score is a finite number, or TypeError/ValueError."""
    check_number("min_score", min_score)
    if not np.isfinite(min_score):
        raise ValueError(
            f"min_score must be finite, got {min_score!r}; 0.2 is the default, -1 lets every chunk through"
        )


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
    allowed = index.alive if wanted_documents is None else index.alive & wanted_documents
    rank = _ranker(index, query, allowed)
    wanted, min_score = int(k), round(float(min_score), DECIMALS)
    while True:
        ranked, hits = rank(wanted, min_score), {}
        for row, score in ranked:
            hits.setdefault(index.chunks[row].text, (index.chunks[row], score))
        if len(hits) >= k or len(ranked) < wanted:
            return list(hits.values())[:k]
        wanted *= 2  # texts that repeat were dropped: look further down, until there are k, or the scores end


def _ranker(index, query, allowed):
    """A function (k, min_score) -> the k best allowed rows as (row, score), of this query."""
    if index.sparse and allowed.all():
        return partial(best_rows, index.matrix, query)
    scores = np.asarray(index.matrix @ query, dtype=np.float64)
    scores[~allowed] = -np.inf

    def rank(k, min_score):
        rows = top_rows(scores, k, min_score)
        return list(zip(rows, scores[rows].tolist()))

    return rank


def fuse_ranks(rankings: Iterable[Iterable[str]], *, constant=60, k: int | None = None) -> list[tuple[str, float]]:
    """Reciprocal rank fusion: an id scores the sum over rankings of 1 / (constant + rank), ranks from 1.

    Takes rankings of ids, best first, and returns (id, score), best first, ties in order of first appearance; an id
    repeated within one counts at its best rank. Source: Cormack, Clarke and Büttcher (2009). Built in notebook 08."""
    check_number("constant", constant, "; 60 is usual")
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
