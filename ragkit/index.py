"""Chunks, the embedder that knows them, and their matrix, kept together and kept fresh. Notebooks 03, 09 and 10."""

import hashlib
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from .chunking import Chunk, as_documents, check_chunker, check_ids, check_sizes, chunk_documents, chunk_words
from .embedding import TfidfEmbedder
from .measuring import fit_matrix, measure, own_copy, sparse_query
from .mixing import checked_vectors
from .postings import Postings, SparseVector

DENSE_LIMIT = 4e9  # bytes; a full matrix larger than this is refused with the way out, before the machine swaps


@dataclass(frozen=True)
class UpdateReport:
    """What `Index.update` did: document ids by fate, and how many chunk texts were embedded and how many reused."""

    added: list
    changed: list
    removed: list
    unchanged: list
    embedded: int
    reused: int


class Index:
    """Everything `retrieve` needs: `chunks`, the fitted `embedder`, and `matrix`, one row per chunk.

    `matrix` is an array (N, V) or `Postings`; both answer `matrix @ query`. The lengths of chunks and matrix must
    agree and ids be unique (ValueError). `chunker` is what `update` cuts new text with, `chunk_words` if not given.
    """

    def __init__(self, chunks, embedder, matrix, *, chunker: Callable | None = None, hashes=None, measured=None):
        self.chunks, self.embedder, self.matrix = list(chunks), embedder, matrix
        if not all(isinstance(chunk, Chunk) for chunk in self.chunks):
            raise TypeError("chunks must be a list of Chunk: chunk_documents(docs) makes it")
        if not (hasattr(embedder, "embed") and hasattr(embedder, "embed_all")):
            raise TypeError(f"embedder must have embed and embed_all, got {type(embedder).__name__}: {embedder!r:.60}")
        if len(getattr(matrix, "shape", ())) != 2:
            raise TypeError(f"matrix must have two dimensions, chunks by columns; got {type(matrix).__name__}")
        if matrix.shape[0] != len(self.chunks):
            raise ValueError(
                f"matrix must have one row per chunk, got {matrix.shape[0]} rows for {len(self.chunks)} chunks"
            )
        check_ids(self.chunks)
        if not isinstance(matrix, Postings) and not np.isfinite(matrix).all():
            raise ValueError("matrix must hold finite numbers only, got NaN or infinity")
        self.chunker = chunker or chunk_words
        self.hashes = dict(hashes or {})  # {document id: hash of its text}; empty for an index made by hand
        self._measured, self._alive = measured, None

    @property
    def sparse(self) -> bool:
        """Whether the matrix is kept without its zeros."""
        return isinstance(self.matrix, Postings)

    @property
    def dtype(self) -> np.dtype:
        """What `update` makes the matrix of: float64, or float32 where the zeros are left out and it was asked for."""
        return self.matrix.values.dtype if self.sparse else np.dtype(np.float64)

    @property
    def measured(self):
        """What the embedder needs of each chunk's text alone (see measuring.py), one entry per chunk."""
        if self._measured is None:
            self._measured = measure(self.embedder, [chunk.text for chunk in self.chunks])
        return self._measured

    def query(self, question: str):
        """The question as a vector that `matrix @` takes: sparse beside postings, else an array (V,)."""
        if self.sparse:
            return SparseVector(*sparse_query(self.embedder, question))
        vector = checked_vectors([self.embedder.embed(question)], 1, "embed")[0]
        if vector.shape != (self.matrix.shape[1],):
            raise ValueError(
                f"embedder gave a question of shape {vector.shape} for a matrix of {self.matrix.shape[1]} columns: "
                "questions and chunks must go through the same embedder"
            )
        return vector

    @property
    def alive(self) -> np.ndarray:
        """(N,) bool: rows that are not all zeros. A row of zeros points nowhere and is never a hit."""
        if self._alive is None:
            self._alive = self.matrix.row_is_filled() if self.sparse else self.matrix.any(axis=1)
        return self._alive

    def in_documents(self, doc_ids) -> np.ndarray:
        """(N,) bool: chunks of these documents. An id the index does not hold is a ValueError, not an empty result."""
        if isinstance(doc_ids, str):
            raise TypeError(f"doc_ids must be a list of document ids, got the str {doc_ids!r}: pass [{doc_ids!r}]")
        wanted = set(doc_ids)
        present = {chunk.doc_id for chunk in self.chunks}.union(self.hashes)
        if wanted - present:
            raise ValueError(f"doc_ids must be documents of this index; {sorted(map(str, wanted - present))} are not")
        return np.array([chunk.doc_id in wanted for chunk in self.chunks], dtype=bool)

    def update(self, docs) -> UpdateReport:
        """Make the index hold exactly these documents, as if built from them anew; return what was done.

        Documents whose text has not changed keep their chunks; only chunk texts never seen are embedded; documents
        left out of `docs` vanish. Weights that depend on the whole corpus (idf) are made anew from kept counts. If
        anything fails the index stays as it was. Built in notebook 09."""
        documents = as_documents(docs)
        before, hashes = self.hashes, {doc_id: content_hash(text) for doc_id, text in documents.items()}
        kept = {doc_id for doc_id in documents if before.get(doc_id) == hashes[doc_id]}
        old_chunks: dict[str, list] = {doc_id: [] for doc_id in kept}
        for chunk in self.chunks:
            if chunk.doc_id in kept:
                old_chunks[chunk.doc_id].append(chunk)
        chunks = []
        for doc_id, text in documents.items():
            chunks += old_chunks[doc_id] if doc_id in kept else chunk_documents({doc_id: text}, self.chunker)
        embedder = own_copy(self.embedder)
        measured, embedded = _measure_chunks(chunks, embedder, known=self)
        fresh = index_of_measured(chunks, embedder, measured, self.sparse, self.chunker, hashes, self.dtype)
        report = UpdateReport(
            added=[doc_id for doc_id in documents if doc_id not in before],
            changed=[doc_id for doc_id in documents if doc_id in before and doc_id not in kept],
            removed=[doc_id for doc_id in before if doc_id not in documents],
            unchanged=[doc_id for doc_id in documents if doc_id in kept],
            embedded=embedded,
            reused=len(chunks) - embedded,
        )
        self.__dict__.update(fresh.__dict__)  # one step: an error above leaves the index untouched
        return report

    def save(self, path) -> None:
        """Write the index to one file, all of it or nothing (see storing.py)."""
        from .storing import save_index

        save_index(self, path)

    @classmethod
    def load(cls, path, *, embedder=None, chunker=None) -> "Index":
        """Read an index that `save` wrote; functions of your own (embedder, chunker) are handed in again."""
        from .storing import load_index

        return load_index(path, embedder=embedder, chunker=chunker)


def content_hash(text: str) -> str:
    """SHA-256 of the text in UTF-8; surrogates that no UTF-8 can hold are kept apart, not refused."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def build_index(docs, size=30, overlap=10, *, chunker=None, embedder=None, sparse=False, dtype=np.float64) -> Index:
    """Chunk the documents {id: text}, fit the embedder to the chunks, and stack their rows.

    Without `chunker` the documents are cut by `chunk_words(text, size, overlap)`; without `embedder` they are weighed
    by `TfidfEmbedder()`. `sparse` keeps the rows without their zeros: same results, for corpora of thousands of chunks.
    With `dtype=np.float32` as well, each value is rounded to about 7 digits once its weight is known and takes 4 bytes
    in place of 8, the postings about two thirds. Scores are still summed in float64 and agree to about 1e-7, so chunks
    whose scores are nearer than that can change places. `update`, `save` and `load` keep it.
    Raises ValueError for an empty corpus or one without a word, and as `chunk_documents`. Notebooks 00 to 03."""
    check_sizes(size, overlap)
    dtype = _checked_dtype(dtype, sparse)
    if chunker is not None:
        check_chunker(chunker)
    embedder = TfidfEmbedder() if embedder is None else embedder
    if not (hasattr(embedder, "embed") and hasattr(embedder, "embed_all")):
        raise TypeError(f"embedder must have embed and embed_all, got {type(embedder).__name__}: {embedder!r}")
    chunker = partial(chunk_words, size=size, overlap=overlap) if chunker is None else chunker
    documents = as_documents(docs)
    if not documents:
        raise ValueError("docs is empty: there is nothing to index; pass at least one document")
    chunks = chunk_documents(documents, chunker)
    if not chunks:
        raise ValueError(f"docs hold no text: all {len(documents)} documents are blank; pass at least one with words")
    measured, _ = _measure_chunks(chunks, embedder)
    hashes = {doc_id: content_hash(text) for doc_id, text in documents.items()}
    index = index_of_measured(chunks, embedder, measured, sparse, chunker, hashes, dtype)
    # the caller's embedder stays fitted, and the index keeps a copy: fitting it elsewhere cannot change this index
    index.embedder = own_copy(embedder)
    return index


def _checked_dtype(dtype, sparse) -> np.dtype:
    try:
        known = np.dtype(dtype)
    except (TypeError, ValueError):
        known = None
    if known not in (np.float64, np.float32):
        raise ValueError(f"dtype must be np.float64 or np.float32, got {dtype!r:.60}: float64 is the default")
    if known == np.float32 and not sparse:  # each product would make a copy of the matrix in float64
        raise ValueError("dtype=np.float32 needs sparse=True: a full matrix is kept in float64, as questions are")
    return known


def _measure_chunks(chunks, embedder, known: Index | None = None):
    """What the embedder needs of each chunk's text, and how many texts it was asked about: texts that `known` holds,
    and repeated ones, are not measured again."""
    row_of = {chunk.text: row for row, chunk in enumerate(known.chunks)} if known is not None else {}
    old, new_texts, rows = len(known.chunks) if known is not None else 0, [], []
    for chunk in chunks:
        if chunk.text not in row_of:
            row_of[chunk.text] = old + len(new_texts)
            new_texts.append(chunk.text)
        rows.append(row_of[chunk.text])
    measured = measure(embedder, new_texts) if new_texts or known is None else known.measured
    if known is not None and new_texts:
        measured = type(measured).joined([known.measured, measured])
    return measured if rows == list(range(len(measured))) else measured.take(rows), len(new_texts)


def index_of_measured(chunks, embedder, measured, sparse, chunker, hashes, dtype) -> Index:
    """The index of chunks already measured: fits the embedder to them and makes the matrix."""
    if chunks:
        matrix = _matrix(embedder, measured, sparse, dtype)
    elif sparse:  # every document was deleted: nothing to fit, nothing to find
        matrix = Postings(np.zeros(1, np.int64), np.zeros(0, np.int32), np.zeros(0, dtype), 0)
    else:
        matrix = np.zeros((0, 0))
    return Index(chunks, embedder, matrix, chunker=chunker, hashes=hashes, measured=measured)


def _matrix(embedder, measured, sparse, dtype):
    vocabulary = getattr(measured, "vocabulary", ())
    size = len(measured) * len(vocabulary) * 8
    if not sparse and size > DENSE_LIMIT:
        raise ValueError(
            f"the full matrix of {len(measured)} chunks by {len(vocabulary)} terms would take {size / 1e9:.1f} GB: "
            "pass sparse=True to leave out its zeros"
        )
    with np.errstate(over="ignore"):
        matrix = fit_matrix(embedder, measured, sparse, dtype)
    values = matrix.values if sparse else matrix
    if dtype != np.float64 and np.isinf(values).any():
        raise ValueError(f"dtype={dtype} cannot hold weights as large as this embedder's: leave dtype out")
    if not values.any():
        warnings.warn(
            "every chunk weighs nothing, so no question can find one: with plain_idf a word in every chunk counts 0; "
            "index more than one chunk, or use TfidfEmbedder(idf=smooth_idf)",
            stacklevel=4,
        )
    return matrix
