"""Any sentence-transformers model, by name or folder, for readers who have that library (and a network, for a name)."""

import numpy as np

from ..extras import need


class SentenceTransformerEmbedder:
    """An embedder around `sentence_transformers.SentenceTransformer(name_or_folder, **options)`.

    The library (and torch with it, about a gigabyte) is imported only here; a name is downloaded on first use, a folder
    needs no network. Models that were trained with different instructions for questions and passages get the right one:
    `embed` takes the model's query prompt, `embed_all` its document prompt. The model's own limit on length holds
    (`max_pieces`); what lies beyond is not read. A blank text is a row of zeros, and a zero row matches nothing.
    """

    def __init__(self, name_or_folder, **options):
        self.name = str(name_or_folder)
        self._model = need("sentence_transformers", "sentence-transformers").SentenceTransformer(self.name, **options)
        self.max_pieces = self._model.max_seq_length
        self.dimensions = self._model.get_embedding_dimension()

    def __repr__(self):
        return f"SentenceTransformerEmbedder({self.name!r})"

    def embed(self, text):
        """Return the vector of one question, `(dimensions,)` floats of length 1 (zero for a blank text)."""
        return self._rows([text], self._model.encode_query)[0]

    def embed_all(self, texts):
        """Return one row per passage, `(N, dimensions)` floats of length 1."""
        if isinstance(texts, str):
            raise TypeError("texts must be a list of str, got one str: use embed(text) for a single text")
        return self._rows(list(texts), self._model.encode_document)

    def _rows(self, texts, encode):
        for text in texts:
            if not isinstance(text, str):
                raise TypeError(f"each text must be a str, got {text!r}: leave it out or turn it into text")
        rows = np.zeros((len(texts), self.dimensions))
        filled = [number for number, text in enumerate(texts) if text.strip()]
        if filled:
            vectors = encode(
                [texts[number] for number in filled], normalize_embeddings=True, show_progress_bar=len(filled) > 1000
            )
            rows[filled] = vectors
        return rows
