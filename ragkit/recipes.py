"""The lexical recipe that ranks best here, from parts the notebooks build one by one. Put together in notebook 08.

Measured on English, German, Hindi and Chinese question sets; see tests/benchmarks/quality.py.
"""

import re
from dataclasses import dataclass

from .embedding import Bm25Embedder
from .mixing import MixedEmbedder
from .text import STOP_WORDS, WordNgrams, char_ngrams, tokenize, unspaced

_THOUSANDS = re.compile(r"(?<=\d),(?=\d{2,3}(?!\d))")


def join_numbers(text: str) -> str:
    """The text with the separators in 1,299 and 1,29,900 taken out, so that "1299" finds both."""
    return _THOUSANDS.sub("", text)


def singular(word: str) -> str:
    """An English word without the s of a plural: orders, parties, boxes; not glass, status, this.

    After Harman, "How effective is suffixing?" (1991), with the endings -ches, -shes, -sses, -xes, -zes beside."""
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("ches", "shes", "sses", "xes", "zes")) else word[:-1]


@dataclass(frozen=True)
class SearchTerms(WordNgrams):
    """An analyzer for search: words without English stop words, plurals made singular, numbers joined; runs of `lo` to
    `hi` of them. In scripts without blanks a word gives its single characters and pairs, in longer runs itself."""

    lo: int = 1
    hi: int = 1
    stop_words: frozenset = STOP_WORDS

    def prepare(self, text: str) -> str:
        """The text with its numbers joined."""
        return join_numbers(text)

    def of_word(self, word: str) -> list[str]:
        """The terms of one word of `tokenize`: none for a stop word."""
        if word in self.stop_words:
            return []
        return cut_unspaced(word, _as_singular, (1, 2)) if self.hi == 1 else [singular(word)]


@dataclass(frozen=True)
class SearchPieces:
    """An analyzer for misspelt and compound words: pieces of `lo` to `hi` characters within each word that is no stop
    word; single characters and pairs in scripts without blanks."""

    lo: int = 3
    hi: int = 5
    stop_words: frozenset = STOP_WORDS
    run_lengths = (1, 1)

    def __call__(self, text: str) -> list[str]:
        return [piece for word in tokenize(self.prepare(text)) for piece in self.of_word(word)]

    def prepare(self, text: str) -> str:
        """The text with its numbers joined."""
        return join_numbers(text)

    def of_word(self, word: str) -> list[str]:
        """The pieces of one word of `tokenize`: none for a stop word."""
        if word in self.stop_words:
            return []
        return cut_unspaced(word, char_ngrams(self.lo, self.hi).of_word, (1, 2))


def _as_singular(word: str) -> list[str]:
    return [singular(word)]


def cut_unspaced(word: str, cut, sizes) -> list[str]:
    """`cut(word)`, but for stretches in a script without blanks: all their pieces of these sizes."""
    stretch = unspaced("[{0}]+")
    if word.isascii() or not stretch.search(word):
        return cut(word)
    pieces = [term for part in stretch.split(word) if part for term in cut(part)]
    for run in stretch.findall(word):
        pieces += [run[i : i + n] for n in sizes for i in range(len(run) - n + 1)]
    return pieces


def best_lexical() -> MixedEmbedder:
    """A fresh embedder: BM25 of words (0.45), of neighbouring pairs of words (0.15) and of pieces of words (0.4).

    The score is the share of the question that a chunk covers, in [0, 1): words and pieces unknown to the corpus count
    against it, so that "do you deliver to the moon" scores low. Pairs are too rarely known for that. What no such
    recipe can find is a question that shares no word with its answer (notebook 11)."""
    return MixedEmbedder(
        [
            (0.45, Bm25Embedder(analyzer=SearchTerms(), count_unknown=True)),
            (0.15, Bm25Embedder(analyzer=SearchTerms(2, 2))),
            (0.4, Bm25Embedder(analyzer=SearchPieces(), count_unknown=True)),
        ]
    )
