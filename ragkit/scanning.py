"""Many texts into one stream of word numbers, with a few numpy calls for each megabyte. Notebook 10."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

BLOCK = 1 << 18  # bytes scanned at a time, so that the arrays of one block stay in the processor's cache

CODING = ("utf-8", "surrogatepass")  # a str may hold halves of surrogate pairs
_BLANK, _LOWER = ord(" "), bytes(range(256)).lower()
# What `bytes.translate` makes of each byte. Bytes from 128 on are parts of letters outside ASCII: they stay.
LETTERS = bytes(byte if byte > 127 or chr(byte).isalnum() else _BLANK for byte in _LOWER)
PRINTED = bytes(_BLANK if byte < 128 and chr(byte).isspace() else byte for byte in _LOWER)

_SHIFT = np.array([64 - 8 * n for n in range(9)], dtype=np.uint64)  # bits that push out what follows n of eight bytes
_SHORT = np.array([0, 1, 2, 3, 4, 5, 6, 7, 0], dtype=np.uint64)  # a length that has room beside that many bytes


@dataclass(frozen=True)
class Stream:
    """The words of N texts, one after another: `words[numbers[i]]` is the i-th; text j has `sizes[j]` of them."""

    words: list  # distinct
    numbers: np.ndarray  # (T,) int32
    sizes: np.ndarray  # (N,) intp, sum T


def scan(texts: Sequence[str], table: bytes) -> Stream:
    """The stream of what stands between blanks after every byte of the texts went through `table`."""
    letters = np.fromiter(map(len, texts), np.int64, len(texts))
    words = WordTable(slot_bits=min(max(int(letters.sum()).bit_length() - 6, 8), 18))
    numbers, filled = np.empty(int((letters + 1).sum()) // 2 + 1, np.int32), 0  # as many words as there could be
    sizes = np.zeros(len(texts), np.intp)
    for i, j in portions(letters, BLOCK, first=BLOCK >> 7):
        encoded = encode_all(texts[i:j])
        raw = b" ".join([b"", *encoded, b" " * 16]).translate(table)  # 16 bytes follow every word
        begin, end = word_edges(raw)
        text_end = np.cumsum(np.fromiter(map(len, encoded), np.int64, j - i) + 1)
        sizes[i:j] = np.diff(begin.searchsorted(text_end), prepend=0)
        numbers[filled : filled + len(begin)] = words.number(raw, begin, end)
        filled += len(begin)
    return Stream(words.in_order(), numbers[:filled], sizes)


def encode_all(texts: Sequence[str]) -> list[bytes]:
    """The texts in UTF-8, halves of surrogate pairs too."""
    try:
        return [*map(str.encode, texts)]  # twice as fast
    except UnicodeEncodeError:
        return [text.encode(*CODING) for text in texts]


def word_edges(raw: bytes) -> tuple[np.ndarray, np.ndarray]:
    """Where each word of a text in bytes begins and where it ends; the text begins and ends with a blank."""
    inside = np.frombuffer(raw, np.uint8) != _BLANK
    edges = np.flatnonzero(inside[1:] != inside[:-1])
    edges += 1
    return edges[::2], edges[1::2]


def portions(sizes: Sequence[int], limit: int, first: int | None = None) -> Iterator[tuple[int, int]]:
    """Begin and end of neighbouring items whose sizes sum to `limit` at the most, or of one larger item. The limit
    begins at `first`, if given, and doubles: the first words of all are new, and new words are slow."""
    ends, begin, now = np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)]), 0, first or limit
    while begin < len(sizes):
        end = max(begin + 1, int(np.searchsorted(ends, ends[begin] + now, side="right")) - 1)
        yield begin, end
        begin, now = end, min(2 * now, limit)


class WordTable:
    """Distinct words numbered from 0, most of them without a look at their letters one by one.

    A word of up to 7 bytes, with its length, is one integer: its head. A word of up to 15 bytes is two: the tail is
    what follows eight bytes, with the length. A product of them names a slot, in one half of the table or the other,
    and the first such word to come to a slot owns it. Whoever finds itself there has its number. Longer words, and
    those whose slot belongs to another, ask a dictionary.
    """

    def __init__(self, slot_bits: int):
        self.words: list[bytes] = []  # by number
        self.without_slot: dict[bytes, int] = {}
        self.slot_bits = slot_bits
        self.heads, self.tails = np.zeros((2, 2 << slot_bits), np.uint64)  # of each slot's owner
        self.owners = np.zeros(2 << slot_bits, np.int32)  # its number

    def number(self, raw: bytes, begin: np.ndarray, end: np.ndarray) -> np.ndarray:
        """(T,) int32 the number of each word `raw[begin:end]`; `raw` goes on for 16 bytes after the last begin."""
        length = end - begin
        eight_bytes = np.ndarray(len(raw) - 7, "<u8", raw, strides=(1,))  # an integer for every place of `raw`
        head = eight_bytes[begin]
        head <<= _SHIFT.take(length, mode="clip")
        head |= _SHORT.take(length, mode="clip")
        long = np.flatnonzero(length > 7)
        more = np.minimum(length[long], 16)  # 16 stands for all that own no slot
        tail = np.zeros(len(begin), np.uint64)
        tail[long] = tail_of_long = (eight_bytes[begin[long] + 8] << _SHIFT.take(more - 8)) | more.astype(np.uint64)

        slot = self._slots(head)
        slot[long] = long_slot = self._slots(head[long] ^ (tail_of_long * 0x9E3779B97F4A7C15)) + (1 << self.slot_bits)
        other = self.heads.take(slot) != head
        other[long] |= self.tails.take(long_slot) != tail_of_long
        ask = np.flatnonzero(other)

        free = ask[(self.heads[slot[ask]] == 0) & (length[ask] < 16)]
        self.owners[slot[free]] = free  # of all who come to one slot, the last stays
        new = free[self.owners[slot[free]] == free]
        self.heads[slot[new]], self.tails[slot[new]] = head[new], tail[new]
        self.owners[slot[new]] = np.arange(len(self.words), len(self.words) + len(new))
        self.words += self._spelt(raw, begin[new], end[new])

        result = self.owners.take(slot)
        ask = ask[(self.heads[slot[ask]] != head[ask]) | (self.tails[slot[ask]] != tail[ask])]
        result[ask] = [*map(self._ask, self._spelt(raw, begin[ask], end[ask]))]
        return result

    def _slots(self, key: np.ndarray) -> np.ndarray:
        slot = (key * 0xD6E8FEB86659FD93) >> (64 - self.slot_bits)
        return slot.view(np.int64).astype(np.intp, copy=False)  # 32 bits where Python runs in a browser

    def _spelt(self, raw: bytes, begin: np.ndarray, end: np.ndarray) -> list[bytes]:
        return [raw[i:j] for i, j in zip(begin.tolist(), end.tolist())]

    def _ask(self, word: bytes) -> int:
        number = self.without_slot.setdefault(word, len(self.words))
        if number == len(self.words):
            self.words.append(word)
        return number

    def in_order(self) -> list[str]:
        """The words by number."""
        return str(b" ".join(self.words), *CODING).split(" ") if self.words else []
