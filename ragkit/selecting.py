"""The k best of many scores, without sorting them all. Notebook 10."""

import numpy as np

DECIMALS = 12  # scores are compared after rounding: the last digits of a product differ between processors
MARGIN = 2 * 10.0**-DECIMALS  # how far apart scores can be that are equal when rounded, and a little
MANY = 1 << 15  # rows: fewer are compared sooner than it takes to find out where to look
LOOK_UP = 40  # postings are read in the time it takes to look one row up among them


def top_rows(scores: np.ndarray, k: int, min_score: float = -np.inf) -> list[int]:
    """The rows of the k highest scores of at least `min_score`, best first; scores equal in 12 decimals in row order.

    The same as a stable sort of all rounded scores, but only a few rows are ever sorted."""
    return _top(scores, k, min_score).tolist()


def _top(scores: np.ndarray, k: int, min_score: float) -> np.ndarray:
    highest = group_highest(scores, k)
    rows = rows_from(max(kth_highest(highest, k), min_score), scores, highest)
    values = scores[rows].round(DECIMALS)
    order = (-values).argsort(kind="stable")[:k]
    return rows[order[values[order] >= min_score]]


def group_highest(scores: np.ndarray, k: int) -> np.ndarray:
    """The highest score of each of M groups, which are at least 8 for each of the k wanted: row i is of group
    i modulo M, but for rows at the end that fill no lap of M. Few scores are groups of one."""
    groups = max(8 * k, len(scores) // 64)
    laps = len(scores) // groups
    return scores[: laps * groups].reshape(laps, groups).max(axis=0) if laps > 1 else scores


def kth_highest(values: np.ndarray, k: int) -> float:
    """The k-th highest of the values, or -inf if they are no more than k. Of the highest scores of groups: one that
    k rows surely reach, each of another group."""
    return float(np.partition(values, -k)[-k]) if len(values) > k else -np.inf


def rows_from(bound: float, scores: np.ndarray, highest: np.ndarray) -> np.ndarray:
    """The rows, ascending, of scores that are at least `bound` when rounded, given the highest of each group."""
    bound = bound - MARGIN
    if len(scores) >= MANY:
        hot = (highest >= bound).nonzero()[0]  # no other group holds such a row
        if len(hot) <= len(highest) // 8:
            laps = len(scores) // len(highest)
            whole = laps * len(highest)
            lap, place = (scores[:whole].reshape(laps, -1)[:, hot] >= bound).nonzero()
            rest = (scores[whole:] >= bound).nonzero()[0]
            return np.concatenate([lap * len(highest) + hot[place], whole + rest])
    return (scores >= bound).nonzero()[0]


def best_rows(postings, query, k: int, min_score: float = -np.inf) -> list[tuple[int, float]]:
    """The k best rows of `postings @ query` as (row, score), as `top_rows` has them, without reading every posting.

    Rare words first. Once the k-th best row is further ahead than the words left can lift any row, only rows near it
    can still be among the best, and if these are few they look up the rest. Exact, and called MaxScore: Turtle and
    Flood, "Query evaluation: strategies and optimizations" (1995).
    """
    height = postings.shape[0]
    if height < MANY or not postings.never_negative or (query.values < 0).any():
        return _best_of(postings @ query, k, min_score)
    most = (query.values * postings.highest[query.columns]).tolist()  # that each word can add to a row
    sizes = postings.sizes[query.columns].tolist()
    words = sorted(zip(sizes, query.columns.tolist(), query.values.tolist(), most), reverse=True)
    scores, held, left = np.zeros(height), [], sum(most)
    while words:
        size, j, weight, top = words[-1]
        if size > height // 8:
            near = _near(scores, held, k, min_score, left)
            if near is not None and len(near) * LOOK_UP < size:
                break
        held.append((postings.add_column(scores, j, weight), top))
        left -= top
        words.pop()
    else:
        near = _near(scores, held, k, min_score, 0.0)
        if near is None:
            return _best_of(scores, k, min_score)
    total = scores[near]
    for _, j, weight, _ in words:
        rows, values = postings.column(j)
        place = rows.searchsorted(near)
        place[place == len(rows)] = 0
        total += np.where(rows[place] == near, np.multiply(values[place], weight, dtype=np.float64), 0.0)
    return [(int(near[i]), score) for i, score in _best_of(total, k, min_score)]


def _near(scores: np.ndarray, held: list, k: int, min_score: float, left: float) -> np.ndarray | None:
    """The rows, ascending, that can be among the k best if none gains more than `left`, or None if that can be any.

    `held` has for each word read, rarest first, the rows that hold it and the most it added to one. Where a row must
    hold one of the rarest to come far enough, only their rows are looked at, else the scores of all."""
    some = next((rows for rows, _ in held if len(rows) > k), None)
    if some is not None:
        least = max(kth_highest(scores.take(some), k), min_score) - left - MARGIN
        without, lists = sum(top for _, top in held), [np.empty(0, np.int32)]
        for rows, top in held:
            if without < least:
                break
            lists.append(rows)
            without -= top  # the most that a row has without the words of the lists
        if without < least and 8 * sum(map(len, lists)) < len(scores):
            rows = np.concatenate(lists)
            rows = np.sort(rows[scores.take(rows) >= least])
            return rows[np.append(True, rows[1:] != rows[:-1])[: len(rows)]]  # for many, quicker than np.unique
    highest = group_highest(scores, k)
    bound = max(kth_highest(highest, k), min_score) - left
    return rows_from(bound, scores, highest) if bound > MARGIN else None


def _best_of(scores: np.ndarray, k: int, min_score: float) -> list[tuple[int, float]]:
    rows = _top(scores, k, min_score)
    return list(zip(rows.tolist(), scores[rows].tolist()))
