"""The k best of many scores, without sorting them all. Notebook 10."""

import numpy as np

DECIMALS = 12  # scores are compared after rounding: the last digits of a product differ between processors
MARGIN = 2 * 10.0**-DECIMALS  # how far apart scores can be that are equal when rounded, and a little
GROUPS = 64
SMALL = 1 << 15  # rows: for fewer, looking for a place to stop takes longer than reading on


def top_rows(scores: np.ndarray, k: int, min_score: float = -np.inf) -> list[int]:
    """The rows of the k highest scores of at least `min_score`, best first; scores equal in 12 decimals in row order.

    The same as a stable sort of all rounded scores, but only a few rows are ever sorted."""
    rows = near_best(scores, k, min_score)
    values = scores[rows].round(DECIMALS)
    order = (-values).argsort(kind="stable")[:k]
    return rows[order[values[order] >= min_score]].tolist()


def near_best(scores: np.ndarray, k: int, least: float = -np.inf, slack: float = 0.0) -> np.ndarray:
    """The rows, ascending, of scores of at least `least` and at most `slack` below one that k rows surely reach."""
    if len(scores) < 128 * k:
        reached = kth_highest(scores, k) if len(scores) > k else -np.inf
        return (scores >= max(reached - slack, least) - MARGIN).nonzero()[0]
    highest = group_highest(scores)
    bound = max(kth_highest(highest, k) - slack, least) - MARGIN
    hot = (highest >= bound).nonzero()[0]  # no other group holds such a row
    if len(hot) > len(highest) // 8:
        return (scores >= bound).nonzero()[0]
    whole = GROUPS * len(highest)
    lap, place = (scores[:whole].reshape(GROUPS, -1)[:, hot] >= bound).nonzero()
    rest = (scores[whole:] >= bound).nonzero()[0]
    return np.concatenate([lap * len(highest) + hot[place], whole + rest])


def kth_highest(values: np.ndarray, k: int) -> float:
    """The k-th highest of the values."""
    return float(np.partition(values, -k)[-k])


def group_highest(scores: np.ndarray) -> np.ndarray:
    """The highest score of each group of rows, M groups of 64: row i is of group i modulo M; up to 63 rows at the end
    are left out. The k-th highest of these is a score that k rows reach, each of another group."""
    return scores[: len(scores) // GROUPS * GROUPS].reshape(GROUPS, -1).max(axis=0)


def best_rows(postings, query, k: int, min_score: float = -np.inf) -> list[tuple[int, float]]:
    """The k best rows of `postings @ query` as (row, score), as `top_rows` has them, without reading every posting.

    Rare words first. Once the k-th best row is further ahead than the common words left can lift any row, only rows
    near it can still be among the best, and these few look up the rest. Exact, and called MaxScore: Turtle and Flood,
    "Query evaluation: strategies and optimizations" (1995).
    """
    if postings.shape[0] < max(SMALL, 128 * k) or not postings.never_negative or (query.values < 0).any():
        scores = postings @ query
        rows = top_rows(scores, k, min_score)
        return list(zip(rows, scores[rows].tolist()))
    sizes = postings.column_starts[query.columns + 1] - postings.column_starts[query.columns]
    order = sizes.argsort(kind="stable")
    most = (query.values * postings.highest[query.columns])[order]  # that each word can add to a row
    words = list(zip(query.columns[order].tolist(), query.values[order].tolist(), most.tolist(), sizes[order].tolist()))
    scores, reached, left = np.zeros(postings.shape[0]), -np.inf, float(most.sum())
    while words and reached <= left + MARGIN:
        j, weight, top, _ = words.pop(0)
        postings.add_column(scores, j, weight)
        left -= top
        if words and words[0][3] > len(scores) // 8:  # the next is common: worth a look at what is reached
            reached = kth_highest(group_highest(scores), k)
    left = max(left, 0.0) if words else 0.0
    near = near_best(scores, k, min_score - left, left)
    total = scores[near]
    for j, weight, _, _ in words:
        rows, values = postings.column(j)
        place = rows.searchsorted(near)
        place[place == len(rows)] = 0
        total += np.where(rows[place] == near, np.multiply(values[place], weight, dtype=np.float64), 0.0)
    chosen = top_rows(total, k, min_score)
    return list(zip(near[chosen].tolist(), total[chosen].tolist()))
