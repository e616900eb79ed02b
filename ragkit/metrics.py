"""Retrieval metrics: how good is one ranking, given the ids that are relevant? Built by hand in notebook 07.

Repeated ids are removed first, then the list is cut at k: a chunk listed twice takes one place, its best. A question
with no relevant id has no recall to speak of: its metrics are NaN, which pandas leaves out of every mean. All else
lies in 0..1. A list shorter than k is read as it is: what is missing was not found.
"""

import math
from collections.abc import Mapping

from .retrieval import check_k


def _gains(relevant_ids) -> dict:
    """{id: gain} of the relevant ids: as given for a dict (ids of gain 0 are not relevant), else 1 each."""
    if isinstance(relevant_ids, str):
        raise TypeError(f"relevant_ids must be a list of ids, got the str {relevant_ids!r}: pass [{relevant_ids!r}]")
    gains = dict(relevant_ids) if isinstance(relevant_ids, Mapping) else dict.fromkeys(relevant_ids, 1.0)
    for doc_id, gain in gains.items():
        if not (math.isfinite(gain) and gain >= 0):
            raise ValueError(f"relevant_ids[{doc_id!r}] must be a finite gain of 0 or more, got {gain!r}")
    return {doc_id: gain for doc_id, gain in gains.items() if gain > 0}


def _ranked(ranked_ids, k) -> list:
    """The first k different ids, each at its best place."""
    if isinstance(ranked_ids, str):
        raise TypeError(f"ranked_ids must be a list of ids, got the str {ranked_ids!r}: pass [{ranked_ids!r}]")
    if k is not None:
        check_k(k)
    return list(dict.fromkeys(ranked_ids))[:k]


def recall_at_k(ranked_ids, relevant_ids, k) -> float:
    """Of the relevant ids, the share among the first k. NaN where none is relevant."""
    shown, relevant = _ranked(ranked_ids, k), _gains(relevant_ids)
    return sum(doc_id in relevant for doc_id in shown) / len(relevant) if relevant else math.nan


def hit_at_k(ranked_ids, relevant_ids, k) -> float:
    """1.0 if a relevant id is among the first k, else 0.0. NaN where none is relevant."""
    shown, relevant = _ranked(ranked_ids, k), _gains(relevant_ids)
    return float(any(doc_id in relevant for doc_id in shown)) if relevant else math.nan


def reciprocal_rank(ranked_ids, relevant_ids, k=None) -> float:
    """1 / rank of the first relevant id, ranks from 1; 0.0 if it is not among the first k (all of them without k).

    NaN where none is relevant. The mean over questions is MRR."""
    shown, relevant = _ranked(ranked_ids, k), _gains(relevant_ids)
    first = next((1 / rank for rank, doc_id in enumerate(shown, start=1) if doc_id in relevant), 0.0)
    return first if relevant else math.nan


def ndcg_at_k(ranked_ids, relevant_ids, k) -> float:
    """Sum of gain / log2(rank + 1) over the first k, as a share of that sum in the best order possible.

    A gain is 1 for each relevant id; with a dict {id: gain} it is the gain given. NaN where none is relevant.
    Source: Järvelin and Kekäläinen, "Cumulated gain-based evaluation" (2002), with trec_eval's gains."""
    shown, relevant = _ranked(ranked_ids, k), _gains(relevant_ids)
    best = sorted(relevant.values(), reverse=True)[:k]
    return _dcg([relevant.get(doc_id, 0.0) for doc_id in shown]) / _dcg(best) if relevant else math.nan


def _dcg(gains) -> float:
    return math.fsum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, start=1))
