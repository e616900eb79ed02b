"""The k best of many scores, without sorting them all. Notebook 10."""

import numpy as np

DECIMALS = 12  # scores are compared after rounding: the last digits of a product differ between processors
GROUPS = 32


def top_rows(scores: np.ndarray, k: int, min_score: float = -np.inf) -> list[int]:
    """The rows of the k highest scores of at least `min_score`, best first; scores equal in 12 decimals in row order.

    The same as a stable sort of all rounded scores, but only a few rows are ever sorted. The k-th best of the maxima
    of groups of scores is a bound: k scores reach it, so the k-th best score of all cannot lie under it.
    """
    bound = min_score
    if len(scores) >= 2 * GROUPS * k:
        maxima = scores[: len(scores) // GROUPS * GROUPS].reshape(GROUPS, -1).max(axis=0)
        bound = max(min_score, np.partition(maxima, -k)[-k])
    rows = np.flatnonzero(scores >= bound - 2 * 10.0**-DECIMALS)  # rounding may lift a score by half a unit
    values = np.round(scores[rows], DECIMALS)
    if np.isfinite(min_score):
        rows, values = rows[values >= min_score], values[values >= min_score]
    if len(rows) > k:
        kth = np.partition(values, -k)[-k]
        better, equal = np.flatnonzero(values > kth), np.flatnonzero(values == kth)
        chosen = np.concatenate([better, equal[: k - len(better)]])
        rows, values = rows[chosen], values[chosen]
    return rows[np.argsort(-values, kind="stable")].tolist()
