"""Real models behind the core's two interfaces: an embedder has `embed` and `embed_all`, a generator is prompt → text.

`minilm`                all-MiniLM-L6-v2 in plain numpy, offline
`sentence_transformer`  any model of the sentence-transformers library
`smollm`                SmolLM2-135M-Instruct in plain numpy, offline
`services`              Anthropic, any OpenAI-compatible server, Ollama, as generators
`anthropic_citations`   Anthropic's own citations instead of markers
`service_embeddings`    embedding services, for `FunctionEmbedder`
`loopback`              a stand-in for all three services on this machine

A model's library is imported when the model is made: `from ragkit.models import MiniLmEmbedder` costs numpy alone.
"""

from .anthropic_citations import anthropic_citer
from .minilm import MiniLmEmbedder
from .sentence_transformer import SentenceTransformerEmbedder
from .service_embeddings import ollama_embeddings, openai_embeddings
from .services import CutOffError, ServiceError, anthropic_generator, ollama_generator, openai_generator
from .smollm import SmolLm

__all__ = [
    "CutOffError",
    "MiniLmEmbedder",
    "SentenceTransformerEmbedder",
    "ServiceError",
    "SmolLm",
    "anthropic_citer",
    "anthropic_generator",
    "ollama_embeddings",
    "ollama_generator",
    "openai_embeddings",
    "openai_generator",
]
