"""Many texts into one stream of word numbers, with a few numpy calls for each megabyte. Notebook 10."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np

BLOCK = 1 << 18  # bytes scanned at a time, so that the arrays of one block stay in the processor's cache

_CODING = ("utf-8", "surrogatepass")  # a str may hold halves of surrogate pairs
_BLANK, _LOWER = ord(" "), bytes(range(256)).lower()
# What `bytes.translate` makes of each byte. Bytes from 128 on are parts of letters outside ASCII: they stay.
LETTERS = bytes(byte if byte > 127 or chr(byte).isalnum() else _BLANK for byte in _LOWER)
PRINTED = bytes(_BLANK if byte < 128 and chr(byte).isspace() else byte for byte in _LOWER)

_SHIFT = np.array([64 - 8 * n for n in range(9)], dtype=np.uint64)  # bits that push out what follows n of eight bytes


@dataclass(frozen=True)
class Stream:
    """The words of N texts, one after another: `words[numbers[i]]` is the i-th; text j has `sizes[j]` of them."""

    words: list  # distinct
    numbers: np.ndarray  # (T,) int32
    sizes: np.ndarray  # (N,) intp, sum T


def scan(texts: Sequence[str], table: bytes) -> Stream:
    """The stream of what stands between blanks after every byte of the texts went through `table`."""
    wrong = [text for text in texts if not isinstance(text, str)]
    if wrong:
        raise TypeError(f"texts must be a list of str, got a {type(wrong[0]).__name__} among them: {wrong[0]!r:.40}")
    lengths = np.array([len(text if text.isascii() else text.encode(*_CODING)) for text in texts], dtype=np.int64)
    words = WordTable(slot_bits=min(max(int(lengths.sum()).bit_length() - 4, 8), 20))
    numbers, filled = np.empty(int((lengths + 1).sum()) // 2 + 1, np.int32), 0  # as many words as there could be
    sizes = np.zeros(len(texts), np.intp)
    for i, j in portions(lengths, BLOCK, first=BLOCK >> 7):
        raw = " ".join(["", *texts[i:j], " " * 16]).encode(*_CODING).translate(table)  # 16 bytes follow every word
        inside = np.frombuffer(raw, np.uint8) != _BLANK
        edges = np.flatnonzero(inside[1:] != inside[:-1]) + 1
        begin, end = edges[::2], edges[1::2]
        text_begin = np.cumsum(np.append(1, lengths[i:j] + 1))
        sizes[i:j] = np.diff(np.searchsorted(begin, text_begin))
        numbers[filled : filled + len(begin)] = words.number(raw, begin, end)
        filled += len(begin)
    return Stream(words.in_order(), numbers[:filled], sizes)


def portions(sizes: Sequence[int], limit: int, first: int | None = None) -> Iterator[tuple[int, int]]:
    """Begin and end of neighbouring items whose sizes sum to `limit` at the most, or of one larger item. The limit
    begins at `first`, if given, and doubles: the first words of all are new, and new words are slow."""
    ends, begin, now = np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)]), 0, first or limit
    while begin < len(sizes):
        end = max(begin + 1, int(np.searchsorted(ends, ends[begin] + now, side="right")) - 1)
        yield begin, end
        begin, now = end, min(2 * now, limit)


class WordTable:
    """Distinct words numbered from 0: a dictionary, and before it a table that answers for many words in one call.

    A word of up to 15 bytes is two integers: its first eight bytes, and the rest with its length. Their product names
    a slot, and the first word to come to a slot owns it. Whoever finds itself there has its number; new words, longer
    ones, and those whose slot belongs to another ask the dictionary.
    """

    def __init__(self, slot_bits: int):
        self.numbers: dict[bytes, int] = defaultdict(count().__next__)  # a new word takes the next number
        self.slot_bits = slot_bits
        self.slots = np.zeros((1 << slot_bits, 3), dtype=np.uint64)  # the owner's two integers and its number

    def number(self, raw: bytes, begin: np.ndarray, end: np.ndarray) -> np.ndarray:
        """(T,) int32 the number of each word `raw[begin:end]`; `raw` goes on for 16 bytes after the last begin."""
        length = end - begin
        eight_bytes = np.ndarray(len(raw) - 7, "<u8", raw, strides=(1,))  # an integer for every place of `raw`
        head = eight_bytes[begin] << _SHIFT.take(length, mode="clip")
        tail, long = length.astype(np.uint64), np.flatnonzero(length > 8)
        tail[long] |= eight_bytes[begin[long] + 8] << _SHIFT.take(length[long] - 8, mode="clip")
        slot = ((head ^ (tail * 0x9E3779B97F4A7C15)) * 0xD6E8FEB86659FD93) >> (64 - self.slot_bits)
        slot = slot.view(np.int64).astype(np.intp, copy=False)  # 32 bits where Python runs in a browser
        owner = self.slots.take(slot, axis=0)
        result = owner[:, 2].astype(np.int32)
        ask = np.flatnonzero((owner[:, 0] != head) | (owner[:, 1] != tail) | (length > 15))
        words = [raw[i:j] for i, j in zip(begin[ask].tolist(), end[ask].tolist())]
        result[ask] = [self.numbers[word] for word in words]
        free = ask[(owner[ask, 1] == 0) & (length[ask] < 16)]
        self.slots[slot[free]] = np.stack([head[free], tail[free], result[free].astype(np.uint64)], axis=1)
        return result

    def in_order(self) -> list[str]:
        """The words by number."""
        return [word.decode(*_CODING) for word in self.numbers]
