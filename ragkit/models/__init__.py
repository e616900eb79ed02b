"""Real models behind the core's two interfaces: an embedder has `embed` and `embed_all`, a generator is prompt → text.

`minilm`                all-MiniLM-L6-v2 in plain numpy, offline
`sentence_transformer`  any model of the sentence-transformers library
`smollm`                SmolLM2-135M-Instruct in plain numpy, offline
`services`              Anthropic, any OpenAI-compatible server, Ollama, as generators
`anthropic_citations`   Anthropic's own citations instead of markers
`service_embeddings`    embedding services, for `FunctionEmbedder`
`loopback`              a stand-in for all three services on this machine

Each imports what it needs when a model is made: `from ragkit.models.minilm import MiniLmEmbedder` costs numpy alone.
"""
