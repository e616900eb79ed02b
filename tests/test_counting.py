"""The fast ways to count terms give what one dictionary for each text gives."""

import unicodedata

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ragkit import scanning, tallying
from ragkit.counting import Counts, count_plainly, count_terms
from ragkit.text import char_ngrams, tokenize, word_ngrams

ANALYZERS = {
    "words": tokenize,
    "word pairs": word_ngrams(1, 2),
    "runs of 2 and 3 words without stop words": word_ngrams(2, 3, stop_words=["the", "é"]),
    "characters": char_ngrams(3, 5),
    "single characters": char_ngrams(1, 2),
    "an analyzer of one's own": str.split,
}

# What could tell the two ways apart: blanks of every kind, marks that combine, words that fold into several or none,
# words of 7 to 9 and of 15 to 17 bytes, bytes of value 0, halves of surrogate pairs.
BLANKS = "\n|\t|\x1c|\x85|\xa0|\u2003|\u200b| ".split("|")
MARKS = "\x00 - _ ' = “ – 😀 \ud800 \xad \u0301 \u0338 \u0345".split(" ")
LETTERS = "é e\u0301 İ ß ﬁ Ω ό क ि 東京 ーム ไทย ٣ 1,299 The the A".split(" ")
SIZES = "abcdefg abcdefgh abcdefghi abcdefghijklmno abcdefghijklmnop abcdefghijklmnopq".split(" ")
PIECES = st.lists(st.sampled_from([*BLANKS, *MARKS, *LETTERS, *SIZES]), max_size=12).map("".join)
TEXTS = st.lists(st.one_of(PIECES, st.text(max_size=20)), max_size=8)


def assert_same(got: Counts, expected: Counts):
    assert got.vocabulary == expected.vocabulary
    assert got.postings.shape == expected.postings.shape
    for name in ("column_starts", "rows", "values"):
        left, right = getattr(got.postings, name), getattr(expected.postings, name)
        assert left.dtype == right.dtype, name
        assert left.tolist() == right.tolist(), name


@pytest.mark.parametrize("name", ANALYZERS)
@settings(deadline=None, max_examples=60)
@given(texts=TEXTS)
@example(texts=[])
@example(texts=["", " ", "—"])
@example(texts=["a\x00 \x00a a", "Straße STRASSE", "x" * 40 + " " + "x" * 41])
def test_the_fast_way_counts_as_the_plain_one(name, texts):
    assert_same(count_terms(texts, ANALYZERS[name]), count_plainly(texts, ANALYZERS[name]))


@pytest.mark.parametrize("name", ANALYZERS)
@settings(deadline=None, max_examples=30)
@given(texts=TEXTS)
def test_stop_words_are_not_counted_whatever_the_analyzer(name, texts):
    stop = frozenset(["the", "é", "a", "a é", "東", "The", "abcdefgh"])
    assert_same(count_terms(texts, ANALYZERS[name], stop), count_plainly(texts, ANALYZERS[name], stop))


@pytest.mark.parametrize("name", ANALYZERS)
def test_many_blocks_count_as_one(name, monkeypatch):
    rng = np.random.default_rng(5)
    words = [f"w{i}" for i in range(300)] + ["naïve", "“so”", "internationalization", "counterintuitively"]
    texts = [" ".join(rng.choice(words, size)) for size in rng.integers(0, 40, 60)]
    expected = count_plainly(texts, ANALYZERS[name])
    monkeypatch.setattr(scanning, "BLOCK", 1 << 8)
    monkeypatch.setattr(tallying, "BLOCK", 1 << 6)
    assert_same(count_terms(texts, ANALYZERS[name]), expected)


def test_two_words_in_one_slot_keep_their_own_numbers():
    words = [f"w{i % 20}" for i in range(20)] + [f"headheadtail{i}" for i in range(20)]
    words += ["headhead" + "\x00" * i for i in range(10)] + ["x" * i + "\x0f" * 8 + "y" * 240 for i in range(7, 12)]
    table = scanning.WordTable(slot_bits=1)  # two slots for each kind, so nearly every word finds its slot taken
    raw = " ".join(words * 9).encode() + b" " * 16
    begin = np.array([0] + [i + 1 for i, byte in enumerate(raw[:-17]) if byte == 32])
    end = np.append(begin[1:] - 1, len(raw) - 16)
    for _ in range(2):
        numbers = table.number(raw, begin, end).tolist()
        assert [table.in_order()[number] for number in numbers] == words * 9
    assert sorted(table.in_order()) == sorted(words)


def test_each_distinct_word_is_cut_once():
    asked = []
    words = scanning.scan(["so it is", "it is so, it is"], scanning.PRINTED).words
    tallying.cut(words, lambda word: asked.append(word) or [word], lambda word: False)
    assert sorted(asked) == ["is", "it", "so", "so,"]


def test_a_word_that_is_a_term_is_not_cut_and_what_is_left_out_has_no_column():
    words = ["plain", "well-known", "of"]
    vocabulary, starts, columns = tallying.cut(words, lambda word: word.split("-"), str.isalpha, {"of", "well"})
    assert (vocabulary, starts.tolist(), columns.tolist()) == (["known", "plain"], [0, 1, 2, 2], [1, 0])


def test_a_folded_word_counts_with_its_plain_form():
    counts = count_terms(["Café cafe\u0301 CAFÉ", "“cafe”"])
    assert counts.vocabulary == ["cafe", "café"]
    assert counts.postings.dense().tolist() == [[0, 3], [1, 0]]


def test_what_is_no_text_is_named():
    for analyzer in (tokenize, word_ngrams(1, 2), char_ngrams(3, 4)):
        with pytest.raises(TypeError, match="NoneType"):
            count_terms(["fine", None], analyzer)


@given(texts=TEXTS.filter(len), data=st.data())
def test_taken_and_joined_counts_are_those_of_the_texts(texts, data):
    counts = count_terms(texts)
    rows = data.draw(st.lists(st.integers(0, len(texts) - 1), max_size=10))
    assert_same(counts.take(rows), count_plainly([texts[row] for row in rows], tokenize))
    cut = data.draw(st.integers(0, len(texts)))
    assert_same(Counts.joined([count_terms(texts[:cut]), count_terms(texts[cut:])]), counts)
    assert counts.lengths().tolist() == [len(tokenize(text)) for text in texts]
    frequency = [sum(term in tokenize(text) for text in texts) for term in counts.vocabulary]
    assert counts.document_frequency().tolist() == frequency


def test_onto_another_vocabulary_unknown_terms_are_left_out():
    moved = count_terms(["b a b", "c"]).onto({"a": 0, "b": 1, "z": 2})
    assert moved.vocabulary == ["a", "b", "z"]
    assert moved.postings.dense().tolist() == [[1, 2, 0], [0, 0, 0]]
    turned = count_terms(["b a b", "c"]).onto({"c": 0, "b": 1})
    assert turned.postings.dense().tolist() == [[0, 2], [1, 0]]


def test_numbers_of_ascii_words_match_their_spelling_in_any_normal_form():
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        text = unicodedata.normalize(form, "Ǆungla ﬃx Ａb")
        assert_same(count_terms([text]), count_plainly([text], tokenize))
