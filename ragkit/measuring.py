"""The two lifetimes of an embedding: what depends on one text alone, kept; what depends on the corpus, made anew.

`measure` gives the first (term counts, finished vectors, or the bare text for an embedder it knows nothing of);
`fit_matrix` gives the second. An index that grows measures each text once. Built in notebook 09.
"""

import copy
from dataclasses import dataclass

import numpy as np

from .embedding import TermEmbedder
from .mixing import FunctionEmbedder, MixedEmbedder, checked_vectors
from .postings import Postings


@dataclass(frozen=True)
class Vectors:
    """Finished vectors (N, V) of N texts, from an embedder that learns nothing from the corpus."""

    array: np.ndarray

    def __len__(self):
        return len(self.array)

    def take(self, rows):
        return Vectors(self.array[np.asarray(rows, dtype=np.int64)])

    @staticmethod
    def joined(parts):
        widths = {part.array.shape[1] for part in parts if len(part)}
        if len(widths) > 1:
            raise ValueError(f"the embedder gave vectors of length {sorted(widths)} for one index; it must keep to one")
        return Vectors(np.concatenate([part.array for part in parts if len(part)] or [np.zeros((0, 0))]))


@dataclass(frozen=True)
class Texts:
    """The bare texts, for an embedder of the reader's own that learns: it sees them all again at every change."""

    texts: list

    def __len__(self):
        return len(self.texts)

    def take(self, rows):
        return Texts([self.texts[row] for row in rows])

    @staticmethod
    def joined(parts):
        return Texts([text for part in parts for text in part.texts])


@dataclass(frozen=True)
class Parts:
    """What each part of a mixed embedder measured of the same N texts."""

    parts: list

    def __len__(self):
        return len(self.parts[0])

    def take(self, rows):
        return Parts([part.take(rows) for part in self.parts])

    @staticmethod
    def joined(several):
        return Parts([type(column[0]).joined(column) for column in zip(*(one.parts for one in several))])


def measure(embedder, texts: list[str]):
    """What the embedder needs of each text, whatever else there is: Counts, Vectors, Texts, or Parts of these."""
    if isinstance(embedder, MixedEmbedder):
        return Parts([measure(part, texts) for _, part in embedder.parts])
    if isinstance(embedder, TermEmbedder):
        return embedder.measure(texts)
    if hasattr(embedder, "fit"):
        return Texts(list(texts))
    vectors = embedder.embed_all(texts) if texts else np.zeros((0, 1))
    array = checked_vectors(vectors, len(texts), "embed_all")
    return Vectors(array if isinstance(embedder, FunctionEmbedder) else array.copy())  # others may keep what they gave


def own_copy(embedder):
    """A copy that can be fitted without a trace in the original, which still serves."""
    if isinstance(embedder, TermEmbedder) or not hasattr(embedder, "fit"):
        return copy.copy(embedder)  # what these learn they bind anew
    if isinstance(embedder, MixedEmbedder):
        return MixedEmbedder([(weight, own_copy(part)) for weight, part in embedder.parts])
    try:
        return copy.deepcopy(embedder)
    except TypeError:  # it holds a lock or a connection, which has no copy
        return copy.copy(embedder)


def fit_matrix(embedder, measured, sparse: bool, dtype=np.float64, *, is_part=False):
    """Fit the embedder to what was measured and return the matrix (N, V): Postings if `sparse`, else an array."""
    if isinstance(embedder, TermEmbedder):
        (embedder.learn if is_part else embedder.fit_measured)(measured)
        postings = embedder.postings(measured, dtype)
        return postings if sparse else postings.dense()
    if isinstance(embedder, MixedEmbedder):
        blocks = [fit_matrix(part, one, sparse, is_part=True) for (_, part), one in zip(embedder.parts, measured.parts)]
        embedder.check_seeing()
        scaled = [
            block.times(np.sqrt(share), dtype) if sparse else np.sqrt(share) * block
            for share, block in zip(embedder.shares, blocks)
        ]
        return Postings.side_by_side(scaled) if sparse else np.hstack(scaled)
    if sparse:
        raise ValueError(
            f"sparse=True needs an embedder that counts terms; {type(embedder).__name__} gives full vectors"
        )
    if isinstance(measured, Texts):
        embedder.fit(list(measured.texts))
        return checked_vectors(embedder.embed_all(list(measured.texts)), len(measured), "embed_all").copy()
    return measured.array


def sparse_query(embedder, text: str) -> tuple[np.ndarray, np.ndarray, int]:
    """The question's vector without its zeros: columns ascending, values, and the length of the whole."""
    if isinstance(embedder, TermEmbedder):
        return (*embedder.query(text), len(embedder.index))
    columns, values, width = [], [], 0
    for share, (_, part) in zip(embedder.shares, embedder.parts):
        part_columns, part_values, part_width = sparse_query(part, text)
        columns.append(part_columns + width)
        values.append(np.sqrt(share) * part_values)
        width += part_width
    return np.concatenate(columns), np.concatenate(values), width
