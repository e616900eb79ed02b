"""The k best of many scores, without sorting them all. Notebook 10."""

import numpy as np

DECIMALS = 12  # scores are compared after rounding: the last digits of a product differ between processors
GROUPS = 32


def top_rows(scores: np.ndarray, k: int, min_score: float = -np.inf) -> list[int]:
    """The rows of the k highest scores of at least `min_score`, best first; scores equal in 12 decimals in row order.

    The same as a stable sort of all rounded scores, but only a few rows are ever sorted: those that reach the k-th
    best score. Of many scores even that is found among the maxima of groups first: k scores reach the k-th best
    maximum, so the k-th best score of all cannot lie under it.
    """
    n, bound = len(scores), min_score
    if n >= 128 * k:
        bound = max(bound, kth_highest(scores[: n // GROUPS * GROUPS].reshape(GROUPS, -1).max(axis=0), k))
    elif n > k:
        bound = max(bound, kth_highest(scores, k))
    rows = (scores >= bound - 2 * 10.0**-DECIMALS).nonzero()[0]  # rounding may lift a score by half a unit
    values = scores[rows].round(DECIMALS)
    if bound == min_score:
        rows, values = rows[values >= min_score], values[values >= min_score]
    if len(rows) > k:
        kth = kth_highest(values, k)
        better, equal = (values > kth).nonzero()[0], (values == kth).nonzero()[0]
        chosen = np.concatenate([better, equal[: k - len(better)]])
        rows, values = rows[chosen], values[chosen]
    return rows[(-values).argsort(kind="stable")].tolist()


def kth_highest(values: np.ndarray, k: int) -> float:
    """The k-th highest of the values."""
    return float(np.partition(values, -k)[-k])
