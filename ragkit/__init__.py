"""ragkit: retrieval-augmented generation built by hand, one room per step. See notebooks/00_start_here.ipynb.

documents -> chunks -> (fit) embedder -> matrix -> Index
question -> query vector -> scores = matrix @ query -> hits -> prompt -> generated text -> checked citations
"""

import importlib

import numpy  # noqa: F401 - all that the core needs; the rooms below are opened when a name of theirs is first used

__version__ = "0.1.0"

_ROOMS = {
    "alike": "AlikeBm25Embedder",
    "answering": "NOT_FOUND answer extractive_generator stub_generator",
    "auditing": "audit",
    "chunking": "Chunk chunk_chars chunk_documents chunk_sentences chunk_words expected_chunks",
    "citations": "read_numbers read_sources",
    "embedding": "Bm25Embedder TfidfEmbedder bm25_idf damped_idf plain_idf smooth_idf",
    "evaluation": "evaluate",
    "index": "Index build_index",
    "markdown": "Section chunk_markdown",
    "metrics": "hit_at_k ndcg_at_k recall_at_k reciprocal_rank",
    "mixing": "FunctionEmbedder MixedEmbedder",
    "prompting": "BY_DOCUMENT BY_NUMBER BY_SOURCE build_document_prompt build_prompt build_source_prompt",
    "recipes": "best_lexical",
    "retrieval": "fuse_ranks retrieve",
    "text": "STOP_WORDS char_ngrams split_sentences tokenize word_ngrams",
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names.split()}

__all__ = sorted(_ROOM_OF)


def __getattr__(name: str):
    if name in _ROOMS:
        return importlib.import_module(f".{name}", __name__)
    if name not in _ROOM_OF:
        raise AttributeError(f"module 'ragkit' has no attribute {name!r}")
    value = globals()[name] = getattr(importlib.import_module(f".{_ROOM_OF[name]}", __name__), name)
    return value


def __dir__():
    return sorted({*globals(), *__all__})
