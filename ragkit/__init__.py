"""ragkit: retrieval-augmented generation built by hand, one room per step. See notebooks/00_start_here.ipynb.

documents -> chunks -> (fit) embedder -> matrix -> Index
question -> query vector -> scores = matrix @ query -> hits -> prompt -> generated text -> checked citations
"""

from .answering import NOT_FOUND, answer, extractive_generator, stub_generator
from .auditing import audit
from .chunking import Chunk, chunk_chars, chunk_documents, chunk_sentences, chunk_words, expected_chunks
from .citations import read_numbers, read_sources
from .embedding import Bm25Embedder, TfidfEmbedder, bm25_idf, damped_idf, plain_idf, smooth_idf
from .evaluation import evaluate
from .index import Index, build_index
from .markdown import Section, chunk_markdown
from .metrics import hit_at_k, ndcg_at_k, recall_at_k, reciprocal_rank
from .mixing import FunctionEmbedder, MixedEmbedder
from .prompting import BY_DOCUMENT, BY_NUMBER, BY_SOURCE, build_document_prompt, build_prompt, build_source_prompt
from .recipes import best_lexical
from .retrieval import fuse_ranks, retrieve
from .text import STOP_WORDS, char_ngrams, split_sentences, tokenize, word_ngrams

__version__ = "0.1.0"

__all__ = [
    "BY_DOCUMENT",
    "BY_NUMBER",
    "BY_SOURCE",
    "NOT_FOUND",
    "STOP_WORDS",
    "Bm25Embedder",
    "Chunk",
    "FunctionEmbedder",
    "Index",
    "MixedEmbedder",
    "Section",
    "TfidfEmbedder",
    "answer",
    "audit",
    "best_lexical",
    "bm25_idf",
    "build_document_prompt",
    "build_index",
    "build_prompt",
    "build_source_prompt",
    "char_ngrams",
    "chunk_chars",
    "chunk_documents",
    "chunk_markdown",
    "chunk_sentences",
    "chunk_words",
    "damped_idf",
    "evaluate",
    "expected_chunks",
    "extractive_generator",
    "fuse_ranks",
    "hit_at_k",
    "ndcg_at_k",
    "plain_idf",
    "read_numbers",
    "read_sources",
    "recall_at_k",
    "reciprocal_rank",
    "retrieve",
    "smooth_idf",
    "split_sentences",
    "stub_generator",
    "tokenize",
    "word_ngrams",
]
