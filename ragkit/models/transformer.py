"""The mathematics that a sentence encoder and a language model share, in numpy, one small function per formula.

T is the number of tokens, `width` the length of a token's vector. A layer looks at width = heads * d numbers as `heads`
separate groups of d. Notation follows Vaswani et al., "Attention Is All You Need" (2017). Notebook 11 builds these.
"""

import numpy as np


def softmax(scores):
    """exp(s) / sum of exp(s) along the last axis: shares that are positive and add up to 1."""
    shares = np.exp(scores - scores.max(axis=-1, keepdims=True))  # the largest becomes 0: exp cannot overflow
    return shares / shares.sum(axis=-1, keepdims=True)


def attention(queries, keys, values, allowed=None):
    """softmax(Q K^T / sqrt(d)) V: each token's new vector is a weighted mean of the values it looks at.

    `queries` is (heads, T, d); `keys` and `values` are (heads, S, d); `allowed` (T, S) is True where a token may look
    (None: everywhere). Returns (heads, T, d).
    """
    scores = queries @ keys.swapaxes(-1, -2) / np.float32(np.sqrt(queries.shape[-1]))
    if allowed is not None:
        scores = np.where(allowed, scores, np.float32(-np.inf))
    return softmax(scores) @ values


def split_heads(rows, heads):
    """(T, heads * d) → (heads, T, d)."""
    return rows.reshape(len(rows), heads, -1).swapaxes(0, 1)


def join_heads(groups):
    """(heads, T, d) → (T, heads * d): undoes `split_heads`."""
    return groups.swapaxes(0, 1).reshape(groups.shape[1], -1)


def layer_norm(rows, scale, shift, eps=1e-12):
    """Each row moved to mean 0 and variance 1, then scaled and shifted by learned numbers (Ba et al. 2016)."""
    centred = rows - rows.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + eps) * scale + shift


def rms_norm(rows, scale, eps=1e-5):
    """Each row divided by its root mean square, then scaled by learned numbers (Zhang and Sennrich 2019)."""
    return rows / np.sqrt((rows**2).mean(axis=-1, keepdims=True) + eps) * scale


def gelu(x):
    """x * Phi(x), Phi the normal distribution's cumulative share (Hendrycks and Gimpel 2016), in its tanh form.

    The tanh form differs from the exact one by less than 0.0005; numpy has no normal distribution of its own.
    """
    cubed = x * x * x  # numpy's x**3 on 32-bit numbers is ten times slower
    return x * (0.5 + 0.5 * np.tanh(np.float32(np.sqrt(2 / np.pi)) * (x + np.float32(0.044715) * cubed)))


def silu(x):
    """x * sigmoid(x), also called swish: nearly 0 for negative x, nearly x for positive x."""
    return x / (1 + np.exp(-x))


def rotate(groups, positions, base):
    """Turn each pair of neighbouring numbers by an angle that grows with the token's position (Su et al. 2021, RoPE).

    After it, a query and a key agree by how far apart they stand. `groups` is (heads, T, d), `positions` is (T,).
    """
    d = groups.shape[-1]
    angles = np.outer(positions, base ** (-np.arange(0, d, 2) / d))
    cos, sin = np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)
    even, odd = groups[..., 0::2], groups[..., 1::2]
    turned = np.empty_like(groups)
    turned[..., 0::2] = even * cos - odd * sin
    turned[..., 1::2] = even * sin + odd * cos
    return turned
