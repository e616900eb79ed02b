"""The hits of an engine in the order of `retrieve`: equals in index order, each text once. Notebook 10."""

from ..chunking import Chunk

CLOSE = 1e-6  # engines score in float32: scores nearer to each other than this count as equal


def best_hits(search, k: int, min_score: float) -> list[tuple[Chunk, float]]:
    """The k best (chunk, score) that reach `min_score`, where `search(limit)` gives the engine's best `limit` rows as
    (score, place, chunk), best first, equals in any order."""
    limit = k + 1
    while True:
        found = search(limit)
        hits = distinct(in_index_order(found), min_score)
        enough = len(hits) >= k and found[-1][0] < hits[k - 1][1] - CLOSE
        # texts that repeat were dropped, and equals may stand further down: look on until neither can matter
        if len(found) < limit or found[-1][0] < min_score - CLOSE or enough:
            return hits[:k]
        limit *= 2


def in_index_order(found) -> list[tuple[float, Chunk]]:
    """(score, chunk), best first; of scores that float32 cannot tell apart, the earlier chunk of the index first."""
    first, keyed = float("inf"), []
    for score, place, chunk in found:
        if first - score > CLOSE:
            first = score
        keyed.append((-first, place, score, chunk))
    return [(score, chunk) for _, _, score, chunk in sorted(keyed, key=lambda hit: hit[:2])]


def distinct(found, min_score) -> list[tuple[Chunk, float]]:
    """(chunk, score) of those that reach `min_score`; of chunks with exactly the same text the first."""
    first = {}
    for score, chunk in found:
        if score >= min_score - CLOSE:
            first.setdefault(chunk.text, (chunk, score))
    return list(first.values())
