"""Other embedders behind the same line: a weighted mix as one dot product, and any function of yours. Notebook 08."""

import copy
from collections.abc import Iterable

import numpy as np

from .embedding import TermEmbedder
from .text import as_texts, check_number


def checked_vectors(vectors, n: int, what: str) -> np.ndarray:
    """The vectors as a float array (n, V); a wrong count or shape, and numbers that are not finite, are refused."""
    try:
        array = np.asarray(vectors, dtype=np.float64)
    except (TypeError, ValueError):
        array = np.empty(0)
    if array.ndim != 2 or len(array) != n or array.shape[1] == 0:
        got = f"shape {array.shape}" if array.size else f"{type(vectors).__name__}: {str(vectors)[:60]}"
        raise ValueError(f"{what} must give {n} vectors of one length for {n} texts, got {got}")
    if not np.isfinite(array).all():
        bad = int(np.flatnonzero(~np.isfinite(array).all(axis=1))[0])
        raise ValueError(f"{what} gave a number that is not finite in vector {bad}: every entry must be a plain number")
    return array


def unit_rows(array: np.ndarray) -> np.ndarray:
    """A copy with each row at length 1; a row of zeros stays as it is."""
    largest = np.abs(array).max(axis=1, keepdims=True)  # first to about 1, so that squares neither overflow nor vanish
    scaled = array / np.where(largest == 0, 1, largest)
    lengths = np.sqrt((scaled * scaled).sum(axis=1, keepdims=True))
    return scaled / np.where(lengths == 0, 1, lengths)


class FunctionEmbedder:
    """Any function list[str] -> list of vectors as an embedder; its vectors come out at length 1, in copies.

    `query_fn`, of the same form, serves models that want questions marked (a "query: " prefix). Nothing is learned
    from the corpus, so there is no `fit`. Wrong shapes and numbers that are not finite raise ValueError. Notebook 08.
    """

    def __init__(self, embed_fn, *, query_fn=None):
        for name, fn in (("embed_fn", embed_fn), ("query_fn", query_fn or embed_fn)):
            if not callable(fn):
                raise TypeError(
                    f"{name} must be a function list[str] -> list of vectors, got {type(fn).__name__}: {fn!r}"
                )
        self.embed_fn, self.query_fn = embed_fn, query_fn or embed_fn
        self.width = None

    def embed_all(self, texts) -> np.ndarray:
        """(N, V) float64, rows of length 1 or 0. No text, no call."""
        return self._vectors(self.embed_fn, as_texts(texts), "embed_fn")

    def embed(self, text: str) -> np.ndarray:
        """(V,) float64, the vector of a question."""
        return self._vectors(self.query_fn, as_texts([text]), "query_fn")[0]

    def _vectors(self, fn, texts, what):
        if not texts:
            return np.zeros((0, self.width or 0))
        vectors = unit_rows(checked_vectors(fn(list(texts)), len(texts), what))
        if self.width not in (None, vectors.shape[1]):
            raise ValueError(f"{what} gave vectors of length {vectors.shape[1]} after vectors of length {self.width}")
        self.width = vectors.shape[1]
        return vectors


class MixedEmbedder:
    """Several embedders as one: the score is the sum of weight times the part's own score, in one dot product.

    Put √w·a beside √(1−w)·b in rows and questions alike, and their dot product is w·a·a' + (1−w)·b·b'. Weights are
    finite, none below 0, and not all 0; they are used as given (let them sum to 1 to keep scores in 0..1). A part
    that knows nothing of a question adds 0. A part that finds no term in the whole corpus (pairs of words where every
    chunk is one word, a tokenizer blind to the script) leaves its weight to the others. Built in notebook 08.
    """

    def __init__(self, parts):
        given, parts = parts, list(parts) if isinstance(parts, Iterable) else []
        if not parts or not all(isinstance(part, (tuple, list)) and len(part) == 2 for part in parts):
            raise ValueError(
                f"parts must be a list of (weight, embedder), such as [(0.6, TfidfEmbedder()), ...]; got {given!r:.80}"
            )
        for weight, embedder in parts:
            check_number("weight", weight)
            if not np.isfinite(weight) or weight < 0:
                raise ValueError(f"weight must be a finite number of 0 or more, got {weight!r}")
            if not (hasattr(embedder, "embed_all") and hasattr(embedder, "embed")):
                raise TypeError(f"embedder must have embed and embed_all, got {type(embedder).__name__}: {embedder!r}")
        if not any(weight for weight, _ in parts):
            raise ValueError("weights must not all be 0: no part would have a say")
        self.parts = [(float(weight), embedder) for weight, embedder in parts]

    def __copy__(self):
        return MixedEmbedder([(weight, copy.copy(embedder)) for weight, embedder in self.parts])

    def fit(self, texts) -> "MixedEmbedder":
        """Fit every part that learns from the corpus. Returns self."""
        texts = as_texts(texts)
        if not texts:
            raise ValueError("texts is empty: there is nothing to fit; pass at least one text")
        for _, embedder in self.parts:
            if isinstance(embedder, TermEmbedder):
                embedder.learn(embedder.measure(texts))
            elif hasattr(embedder, "fit"):
                embedder.fit(texts)
        self.check_seeing()
        return self

    def check_seeing(self) -> None:
        """ValueError where no part with a weight found a term in the corpus."""
        if not any(self.shares):
            raise ValueError(
                "no part found a term in any of the texts: nothing could ever be found; pass text with words"
            )

    @property
    def shares(self) -> list[float]:
        """The weights in force: as given, but the weight of parts without a term goes to the others in proportion."""
        blind = [
            isinstance(embedder, TermEmbedder) and not getattr(embedder, "index", True) for _, embedder in self.parts
        ]
        if not any(blind):
            return [weight for weight, _ in self.parts]
        seeing = [0.0 if is_blind else weight for is_blind, (weight, _) in zip(blind, self.parts)]
        return [weight * sum(w for w, _ in self.parts) / (sum(seeing) or 1.0) for weight in seeing]

    def embed_all(self, texts) -> np.ndarray:
        """(N, V) float64: the parts' rows side by side, each times the root of its weight."""
        texts = as_texts(texts)
        return np.hstack([np.sqrt(share) * part.embed_all(texts) for share, (_, part) in zip(self.shares, self.parts)])

    def embed(self, text: str) -> np.ndarray:
        """(V,) float64: the parts' questions side by side, each times the root of its weight."""
        return np.concatenate([np.sqrt(share) * part.embed(text) for share, (_, part) in zip(self.shares, self.parts)])
