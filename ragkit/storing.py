"""An index in one file: no pickle, all or nothing, and any damaged byte is noticed. Built in notebook 09.

The file is one line naming the format, one line with the SHA-256 of the rest, and the rest: a zip of arrays (numpy's
npz) with a JSON text. What depends on one text alone is stored (counts, vectors); weights and matrix are made anew.
"""

import hashlib
import io
import json
import operator
import os
import secrets
import zipfile
from functools import partial
from pathlib import Path

import numpy as np

from . import chunking, embedding, markdown, text
from .alike import AlikeBm25Embedder
from .chunking import Chunk
from .counting import Counts
from .embedding import Bm25Embedder, TfidfEmbedder
from .index import Index, index_of_measured
from .measuring import Parts, Vectors, measure
from .mixing import MixedEmbedder
from .postings import Postings
from .recipes import SearchPieces, SearchTerms

FORMAT = "ragkit index 2"

_POSTINGS = ("column_starts", "rows", "values")

_IDF = {f.__name__: f for f in (embedding.plain_idf, embedding.damped_idf, embedding.smooth_idf)}
_ANALYZERS = {kind.__name__: kind for kind in (text.WordNgrams, text.CharNgrams, SearchTerms, SearchPieces)}
_CHUNKERS = {
    f.__name__: f
    for f in (chunking.chunk_words, chunking.chunk_chars, chunking.chunk_sentences, markdown.chunk_markdown)
}


def save_index(index: Index, path) -> None:
    """Write the index so that `path` holds the old file or the new one, never half of either.

    Functions of your own are not stored: hand embedder or chunker to `Index.load` again."""
    arrays: dict[str, np.ndarray] = {}
    about = {
        "chunks": [[c.id, c.doc_id, c.text, c.title, c.section, c.start, c.end] for c in index.chunks],
        "hashes": index.hashes,
        "sparse": index.sparse,
        "dtype": index.dtype.name,
        "chunker": _describe_chunker(index.chunker),
        "embedder": _describe(index.embedder),
        "measured": _store(index.measured, "measured", arrays),
    }
    arrays["about"] = np.frombuffer(json.dumps(about, default=operator.index).encode(), dtype=np.uint8)
    buffer = io.BytesIO()
    np.savez(buffer, **arrays)
    body = buffer.getvalue()
    head = f"{FORMAT}\n{hashlib.sha256(body).hexdigest()}\n".encode()
    path = Path(path)
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        with unfinished.open("xb") as file:
            file.write(head + body)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def load_index(path, *, embedder=None, chunker=None) -> Index:
    """Read what `save_index` wrote. ValueError for a damaged, cut or foreign file, and where a function is missing."""
    data = Path(path).read_bytes()
    head, checksum, body = [*data.split(b"\n", 2), b"", b""][:3]
    if head != FORMAT.encode():
        raise ValueError(f"path {str(path)!r} is no index of this format ({FORMAT!r}): build and save it again")
    if hashlib.sha256(body).hexdigest().encode() != checksum:
        raise ValueError(f"path {str(path)!r} is damaged, its checksum does not fit: build and save the index again")
    try:
        with np.load(io.BytesIO(body), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        about = json.loads(arrays["about"].tobytes().decode())
        chunks = [Chunk(*fields) for fields in about["chunks"]]
        measured = _restore(about["measured"], arrays)
        dtype = np.dtype(about["dtype"])
    except (KeyError, TypeError, IndexError, ValueError, OSError, zipfile.BadZipFile) as error:
        raise ValueError(f"path {str(path)!r} is no whole index: {error}") from error
    embedder = embedder if embedder is not None else _make(about["embedder"])
    if chunks and not _agree(measure(embedder, [chunks[0].text]), measured.take([0])):
        raise ValueError(
            "embedder measures text otherwise than the one that made this index, so scores would mean nothing: "
            "pass the same one, or build the index again"
        )
    chunker = chunker or _make_chunker(about["chunker"])
    return index_of_measured(chunks, embedder, measured, about["sparse"], chunker, about["hashes"], dtype)


def _agree(given, stored) -> bool:
    """Whether two measurements of one text are the same; vectors may differ in the last digits, as machines do."""
    if type(given) is not type(stored):
        return False
    if isinstance(stored, Parts):
        return len(given.parts) == len(stored.parts) and all(map(_agree, given.parts, stored.parts))
    if isinstance(stored, Vectors):
        return given.array.shape == stored.array.shape and np.allclose(given.array, stored.array, rtol=0, atol=1e-3)
    return given.vocabulary == stored.vocabulary and np.array_equal(given.postings.values, stored.postings.values)


def _describe_analyzer(analyzer):
    if analyzer is text.tokenize:
        return ["tokenize"]
    if _ANALYZERS.get(type(analyzer).__name__) is not type(analyzer):
        return None
    return [type(analyzer).__name__, *(sorted(v) if isinstance(v, frozenset) else v for v in vars(analyzer).values())]


def _make_analyzer(described):
    name, *settings = described
    if name == "tokenize":
        return text.tokenize
    return _ANALYZERS[name](*(frozenset(value) if isinstance(value, list) else value for value in settings))


def _describe(embedder):
    """The settings of one of ragkit's own embedders as JSON, or None where a function of the reader's is part of it."""
    if isinstance(embedder, MixedEmbedder):
        parts = [[weight, _describe(part)] for weight, part in embedder.parts]
        return None if any(part is None for _, part in parts) else {"kind": "mixed", "parts": parts}
    known = (TfidfEmbedder, Bm25Embedder, AlikeBm25Embedder)
    if type(embedder) not in known or _describe_analyzer(embedder.analyzer) is None:
        return None
    settings = {"analyzer": _describe_analyzer(embedder.analyzer), "stop_words": sorted(embedder.stop_words)}
    if isinstance(embedder, Bm25Embedder):
        own = {"k1": embedder.k1, "b": embedder.b, "count_unknown": embedder.count_unknown}
        if isinstance(embedder, AlikeBm25Embedder):
            return settings | {"kind": "alike", "settings": own | {"alike": embedder.alike, "least": embedder.least}}
        return settings | {"kind": "bm25", "settings": own}
    name = getattr(embedder.formula, "__name__", "")
    if _IDF.get(name) is not embedder.formula:  # a function of the reader's own, whatever its name
        return None
    return settings | {"kind": "tfidf", "idf": name, "sublinear": embedder.sublinear}


def _make(described):
    if described is None:
        raise ValueError(
            "embedder must be given: this index was built with a function of yours, which no file can hold"
        )
    if described["kind"] == "mixed":
        return MixedEmbedder([(weight, _make(part)) for weight, part in described["parts"]])
    shared = {"analyzer": _make_analyzer(described["analyzer"]), "stop_words": described["stop_words"]}
    if described["kind"] in ("bm25", "alike"):
        kind = AlikeBm25Embedder if described["kind"] == "alike" else Bm25Embedder
        return kind(**described["settings"], **shared)
    return TfidfEmbedder(idf=_IDF[described["idf"]], sublinear=described["sublinear"], **shared)


def _describe_chunker(chunker):
    function, options = (chunker.func, chunker.keywords) if isinstance(chunker, partial) else (chunker, {})
    known = _CHUNKERS.get(getattr(function, "__name__", "")) is function and not getattr(chunker, "args", ())
    return [function.__name__, options] if known else None


def _make_chunker(described):
    if described is None:
        return _missing_chunker
    return partial(_CHUNKERS[described[0]], **described[1])


def _missing_chunker(text):
    raise ValueError(
        "chunker must be given to Index.load: this index was cut by a function of yours, which no file can hold"
    )


def _store(measured, name, arrays):
    """Put the arrays of what was measured under names of their own; return what JSON can hold of it."""
    if isinstance(measured, Parts):
        return {"parts": [_store(part, f"{name}.{i}", arrays) for i, part in enumerate(measured.parts)]}
    if isinstance(measured, Counts):
        arrays |= {f"{name}.{part}": getattr(measured.postings, part) for part in _POSTINGS}
        return {"counts": name, "vocabulary": list(measured.vocabulary), "texts": len(measured)}
    if isinstance(measured, Vectors):
        arrays[name] = measured.array
        return {"vectors": name}
    raise ValueError(
        "embedder must count terms or learn nothing: what a learning embedder of your own knows cannot be saved"
    )


def _restore(stored, arrays):
    if "parts" in stored:
        return Parts([_restore(part, arrays) for part in stored["parts"]])
    if "counts" in stored:
        parts = (arrays[f"{stored['counts']}.{part}"] for part in _POSTINGS)
        return Counts(stored["vocabulary"], Postings.by_column(stored["texts"], *parts))
    return Vectors(arrays[stored["vectors"]])
