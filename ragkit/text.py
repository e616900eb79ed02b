"""Text into terms: words, word n-grams, character n-grams and sentences. Built in notebooks 02 and 08.

An *analyzer* is any function text -> list of terms; every function here that cuts terms is one.
"""

import functools
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Integral, Real

# Function words of English: they stand in every text and say little about any.
STOP_WORDS = frozenset(
    """a about after all also am an and any are as at be because been before being between both but by can could did do
    does doing for from get had has have having he her here hers him his how i if in into is it its just may me might
    more most must my no nor not of off on once only or other our out over own same she should so some such than that
    the their them then there these they this those through to too under until up very was we were what when where
    which while who whom why will with would you your yours""".split()
)

# Scripts written without spaces between words: Thai, Lao, Khmer, Burmese, kana, Han (with their extensions).
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)


@functools.cache
def unspaced(form: str) -> re.Pattern:
    """The pattern `form`, in which {0} stands for the characters of scripts without blanks; made when first needed,
    since so large a class takes milliseconds to compile."""
    return re.compile(form.format(UNSPACED))


# Marks that writers leave out or add at will, and characters nobody sees: gone before words are compared.
_OPTIONAL = re.compile(
    "[\u00ad\u200c-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]"  # soft hyphen, joiners, direction marks
    "|(?<=i)\u0307"  # the dot that is left of a Turkish capital İ
    "|(?<=[\u03b1-\u03c9])[\u0300-\u0344]+"  # Greek accents, which capitals never carry
    "|(?<=\u0627)[\u064b-\u0655]+|[\u0640\u064b-\u0652\u0670]"  # Arabic hamza on alef, stretching, short vowels
    "|[\u0591-\u05bd\u05bf-\u05c7]"  # Hebrew points
)


def fold(text: str) -> str:
    """The text with differences that readers do not see taken away: case, composed against decomposed accents,
    ligatures, ß against ss, invisible characters. A zero-width space becomes a blank. On ASCII this is `text.lower()`.

    Not folded, since it needs the language: Turkish I against ı, œ and æ, accents of Latin letters.
    """
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold().replace("\u200b", " "))
    return unicodedata.normalize("NFKC", _OPTIONAL.sub("", text))


_ASCII_WORD = re.compile(r"[a-z0-9]+")


@functools.cache
def _unicode_word() -> re.Pattern:
    # `re` knows letters and digits but not combining marks, without which Hindi falls apart at every vowel sign.
    marks = "".join(chr(code) for code in range(0x300, 0x20000) if unicodedata.category(chr(code))[0] == "M")
    return re.compile(rf"[^\W_]+(?:[{marks}]+[^\W_]*)*")


def tokenize(text: str) -> list[str]:
    """Words of the folded text, in order: runs of letters, digits and the marks that belong to them, of any script.

    On ASCII exactly `re.findall("[a-z0-9]+", text.lower())`: "1,299" is two words, "1" and "299" (`search_terms`
    joins them), and one-letter words stay. Built in notebook 02.
    """
    if not isinstance(text, str):
        raise TypeError(f"text must be a str, got {type(text).__name__}: {text!r}")
    words = _ASCII_WORD if text.isascii() else _unicode_word()
    return words.findall(fold(text))


@dataclass(frozen=True)
class WordNgrams:
    """An analyzer: runs of `lo` to `hi` neighbouring words, joined by one blank. Made by `word_ngrams`."""

    lo: int
    hi: int
    stop_words: frozenset = frozenset()

    @property
    def run_lengths(self) -> tuple[int, int]:
        """The shortest and the longest run."""
        return self.lo, self.hi

    def prepare(self, text: str) -> str:
        """The text that is cut into words."""
        return text

    def of_word(self, word: str) -> list[str]:
        """What one word of `tokenize` gives: itself, or nothing where it is a stop word."""
        return [] if word in self.stop_words else [word]

    def __call__(self, text: str) -> list[str]:
        words = [term for word in tokenize(self.prepare(text)) for term in self.of_word(word)]
        return [" ".join(words[i : i + n]) for n in range(self.lo, self.hi + 1) for i in range(len(words) - n + 1)]


@dataclass(frozen=True)
class CharNgrams:
    """An analyzer: pieces of `lo` to `hi` characters of each word. Made by `char_ngrams`."""

    lo: int
    hi: int

    def __call__(self, text: str) -> list[str]:
        if not isinstance(text, str):
            raise TypeError(f"text must be a str, got {type(text).__name__}: {text!r}")
        return [gram for word in fold(text).split() for gram in self.of_word(word)]

    def of_word(self, word: str) -> list[str]:
        """The pieces of one folded word, a blank before and after it; a word shorter than `n` counts once, whole."""
        padded, grams = f" {word} ", []
        for n in range(self.lo, self.hi + 1):
            grams.extend(padded[i : i + n] for i in range(max(len(padded) - n, 0) + 1))
            if n >= len(padded):
                break
        return grams


def check_whole(name: str, value, least: int) -> None:
    """TypeError unless the value is a whole number (numpy's count as well, True does not), ValueError below `least`."""
    if not isinstance(value, Integral) or isinstance(value, bool):
        raise TypeError(f"{name} must be a whole number, got {type(value).__name__}: {value!r}")
    if value < least:
        raise ValueError(f"{name} must be {least} or more, got {value}")


def check_number(name: str, value, usual: str = "") -> None:
    """TypeError unless the value is a real number (numpy's count as well, True does not); `usual` ends the message."""
    if not isinstance(value, Real) or isinstance(value, bool):
        raise TypeError(f"{name} must be a number, got {type(value).__name__}: {value!r}{usual}")


def _check_range(lo: int, hi: int) -> None:
    check_whole("lo", lo, 1)
    check_whole("hi", hi, 1)
    if lo > hi:
        raise ValueError(f"lo and hi must satisfy 1 <= lo <= hi, got lo={lo}, hi={hi}")


def word_ngrams(lo: int, hi: int, *, stop_words=()) -> WordNgrams:
    """An analyzer for runs of `lo` to `hi` words; stop words leave before the runs are formed. Notebook 08."""
    _check_range(lo, hi)
    return WordNgrams(lo, hi, as_stop_words(stop_words))


def char_ngrams(lo: int, hi: int) -> CharNgrams:
    """An analyzer for pieces of `lo` to `hi` characters within word borders, as scikit-learn's `char_wb` counts them:
    words are what stands between blanks (punctuation stays), each with one blank before and after. Notebook 08."""
    _check_range(lo, hi)
    return CharNgrams(lo, hi)


def as_stop_words(stop_words) -> frozenset:
    """The stop words folded into a set; a bare string is refused, since it would mean its letters."""
    if isinstance(stop_words, str):
        raise TypeError(f"stop_words must be a collection of words, got the str {stop_words!r}: pass [{stop_words!r}]")
    if not isinstance(stop_words, Iterable):
        raise TypeError(f"stop_words must be a collection of words, got {type(stop_words).__name__}: {stop_words!r}")
    words = list(stop_words)
    for word in words:
        if not isinstance(word, str):
            raise TypeError(f"stop_words must hold str only, got {type(word).__name__}: {word!r}")
    return frozenset(fold(word) for word in words)


def as_texts(texts: Iterable[str]) -> list[str]:
    """The texts as a list, read once; the first that is no str is named with its place."""
    if isinstance(texts, str):
        raise TypeError(f"texts must be a list of str, got one str: {texts[:40]!r}; pass [text]")
    if not isinstance(texts, Iterable):
        raise TypeError(f"texts must be a list of str, got {type(texts).__name__}: {texts!r}")
    texts = list(texts)
    for i, text in enumerate(texts):
        if not isinstance(text, str):
            raise TypeError(f"texts[{i}] must be a str, got {type(text).__name__}: {text!r}; leave it out or pass ''")
    return texts


def terms_of(analyzer, text: str) -> list:
    """The terms an analyzer makes of a text; TypeError where it gives one str, whose letters would be counted."""
    terms = analyzer(text)
    if isinstance(terms, str) or not isinstance(terms, Iterable):
        raise TypeError(f"analyzer must give a list of terms, got {type(terms).__name__}: {terms!r:.60}")
    return terms


# Short forms that a full stop follows without ending the sentence, whatever comes next, and those that bind a number.
_BINDING = frozenset("dr mr mrs ms prof rev hon st mt sr jr vs e.g i.e cf ca approx al".split())
_BINDING_NUMBERS = frozenset("no nos fig figs eq vol ch sec art pp p".split())
_END = re.compile(
    r"""(?<![.!?…])[.!?…]+["'”’)\]»]*(?=\s|$)   # an end mark before a blank
    |   [。！？।؟۔]+["'”’)\]»」』]*               # end marks of scripts that need no blank after them
    |   (?=\r?\n[^\S\n]*\n)                     # a blank line
    |   (?=\n[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t])   # the next item of a list""",
    re.VERBOSE,
)


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Where each sentence stands: (start, end) in the text. Only blanks lie outside the spans."""
    cuts = [m.end() for m in _END.finditer(text) if m.end() == m.start() or _ends_sentence(text, m)] + [len(text)]
    spans, begin = [], 0
    for cut in cuts:
        piece = text[begin:cut]
        start = begin + len(piece) - len(piece.lstrip())
        if piece.strip():
            spans.append((start, start + len(piece.strip())))
        begin = cut
    return spans


def _ends_sentence(text: str, mark: re.Match) -> bool:
    if not mark.group().startswith(".") or mark.group().startswith(".."):
        return True
    follows = text[mark.end() : mark.end() + 80].lstrip()[:1]  # short slices keep long texts linear
    if follows.islower():  # "at 5 p.m. daily"
        return False
    word = re.search(r"[^\s(\[“\"']*$", text[max(0, mark.start() - 40) : mark.start()]).group()
    before = text[max(0, mark.start() - len(word) - 8) : mark.start() - len(word)]
    if word.isdigit() and len(word) <= 3 and not before.rpartition("\n")[2].strip():  # the "1." of a list
        return not follows
    initial = len(word) == 1 and word.isupper() and word != "I" and follows.isupper()
    numbered = word.lower() in _BINDING_NUMBERS and (follows.isdigit() or follows == "(")
    return not (word.lower() in _BINDING or numbered or initial)


def split_sentences(text: str) -> list[str]:
    """The sentences of a text, in order, without the blanks between them; nothing else is lost.

    A sentence ends at . ! ? … before a blank, at 。！？ । ؟ ۔ anywhere, at a blank line, and before a list item; not
    after a title or another short form (Dr., e.g., No. 5), after an initial (J. Smith), inside 3.5, nor where a
    lower-case letter follows. "Inc. The" and "p.m. The" end a sentence. Built in notebook 06."""
    if not isinstance(text, str):
        raise TypeError(f"text must be a str, got {type(text).__name__}: {text!r}")
    return [text[start:end] for start, end in sentence_spans(text)]
