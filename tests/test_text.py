"""Words, n-grams and sentences: what counts as one, in any script, and what is the same to a reader."""

import re

import pytest

from ragkit import STOP_WORDS, char_ngrams, split_sentences, tokenize, word_ngrams

# ---------------------------------------------------------------- words


@pytest.mark.parametrize(
    "text", ["Refunds take 5–7 days", "Plan A, plan B!", "a_b-c.d", "3.5% of ₹1,299", "", " \t\n", "I'm\r\nhere"]
)
def test_on_ascii_words_are_runs_of_letters_and_digits_in_lower_case(text):
    text = text.encode("ascii", "ignore").decode()
    assert tokenize(text) == re.findall("[a-z0-9]+", text.lower())


def test_one_letter_words_stay_so_that_plan_a_is_not_plan_b():
    assert tokenize("Plan A") == ["plan", "a"] != tokenize("Plan B")


def test_a_number_with_a_separator_is_two_words():
    assert tokenize("₹1,299 or 3.5") == ["1", "299", "or", "3", "5"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("दिन में पैसा", ["दिन", "में", "पैसा"]),  # vowel signs belong to their consonants
        ("возврат за семь дней", ["возврат", "за", "семь", "дней"]),
        ("ไม่มีค่าใช้จ่าย", ["ไม่มีค่าใช้จ่าย"]),
        ("返品は7日以内", ["返品は7日以内"]),  # no blanks, so one word
        ("תשלום מהיר", ["תשלום", "מהיר"]),
    ],
)
def test_letters_digits_and_marks_of_any_script_make_a_word(text, words):
    assert tokenize(text) == words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Straße", "STRASSE"),
        ("entre\u0301e", "entrée"),  # accent apart, accent in one
        ("o\ufb03ce re\ufb01ll", "office refill"),  # ligatures of PDF text
        ("İade", "iade"),
        ("ΟΔΟΣ", "οδος"),
        ("ΟΔΌΣ", "οδός"),
        ("Ｆｅｅ", "fee"),
        ("re\u00adfund", "refund"),  # soft hyphen
        ("7\u00a0days", "7 days"),  # no-break space
        ("gift\u200bcards", "gift cards"),  # zero-width space
        ("\ufeffReturns", "returns"),
        ("نقد‌ی", "نقدی"),  # zero-width non-joiner
        ("إلغاء", "الغاء"),
        ("क़लम", "क\u093cलम"),
    ],
)
def test_what_looks_the_same_to_a_reader_is_the_same_word(one, other):
    assert tokenize(one) == tokenize(other) != []


def test_what_needs_the_language_is_left_apart():
    assert tokenize("ılık") != tokenize("ilik")  # Turkish dotless ı
    assert tokenize("cœur") != tokenize("coeur")
    assert tokenize("resumé") != tokenize("resume")


def test_invisible_marks_and_punctuation_alone_are_no_words():
    assert tokenize("\u200b\ufeff — ?! \u0301 _") == []


# ---------------------------------------------------------------- n-grams


def test_runs_of_words_are_joined_by_one_blank():
    assert word_ngrams(1, 2)("Free  standard delivery") == [
        "free",
        "standard",
        "delivery",
        "free standard",
        "standard delivery",
    ]


def test_stop_words_leave_before_runs_are_formed():
    assert word_ngrams(2, 2, stop_words=["the", "of"])("the terms of the sale") == ["terms sale"]


def test_stop_words_are_folded_as_words_are():
    assert word_ngrams(1, 1, stop_words=["The", "STRASSE"])("The Straße ends") == ["ends"]


def test_character_pieces_carry_a_blank_at_each_end_of_the_word():
    assert char_ngrams(3, 3)("hi you") == [" hi", "hi ", " yo", "you", "ou "]
    assert char_ngrams(3, 3)("") == char_ngrams(3, 3)(" \n") == []


def test_a_word_shorter_than_the_piece_counts_once():
    assert char_ngrams(4, 6)("a") == [" a "]
    assert char_ngrams(3, 4)("ab") == [" ab", "ab ", " ab "]


def test_analyzers_are_equal_when_their_settings_are():
    assert word_ngrams(1, 2) == word_ngrams(1, 2) != word_ngrams(1, 3)
    assert char_ngrams(3, 5) == char_ngrams(3, 5)


def test_stop_words_of_english_are_words_as_tokenize_makes_them():
    assert all(tokenize(word) == [word] for word in STOP_WORDS)
    assert "not" in STOP_WORDS and "refund" not in STOP_WORDS


# ---------------------------------------------------------------- sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One. Two! Three? Four… Five", ["One.", "Two!", "Three?", "Four…", "Five"]),
        (
            "Dr. Rao checks open boxes, e.g. phones. The U.S. desk shuts at 5 p.m. daily. Refunds take 3.5 days.",
            [
                "Dr. Rao checks open boxes, e.g. phones.",
                "The U.S. desk shuts at 5 p.m. daily.",
                "Refunds take 3.5 days.",
            ],
        ),
        ("We open at 9 a.m. The desk is on floor 2.", ["We open at 9 a.m.", "The desk is on floor 2."]),
        ("Sold by Acme Inc. The box is blue.", ["Sold by Acme Inc.", "The box is blue."]),
        ("Ask J. Smith. Then wait.", ["Ask J. Smith.", "Then wait."]),
        ("See No. 5, p. 3 and Fig. (2). Then go.", ["See No. 5, p. 3 and Fig. (2).", "Then go."]),
        ("Do you ship? No. It is an art. Go on.", ["Do you ship?", "No.", "It is an art.", "Go on."]),
        ("Is he a Dr? Yes. Sold by Dr! Rao.", ["Is he a Dr?", "Yes.", "Sold by Dr!", "Rao."]),
        ("So do I. You do not.", ["So do I.", "You do not."]),
        ("Ask the QA dept. Next step is shipping.", ["Ask the QA dept.", "Next step is shipping."]),
        ('He said "Stop." Then he left.', ['He said "Stop."', "Then he left."]),
        ("Wait... what? Yes.", ["Wait...", "what?", "Yes."]),
        ("See www.example.com/a.html now. Go.", ["See www.example.com/a.html now.", "Go."]),
        ("A heading\n\nA line without an end", ["A heading", "A line without an end"]),
        ("A heading\r\n\r\nA line", ["A heading", "A line"]),
        ("Steps:\n1. Open the app.\n2. Tap Pay.", ["Steps:", "1. Open the app.", "2. Tap Pay."]),
        ("- one thing\n- another", ["- one thing", "- another"]),
        ("返品は7日以内です。送料は無料。", ["返品は7日以内です。", "送料は無料。"]),
        ("यह नि:शुल्क है। धन्यवाद।", ["यह नि:शुल्क है।", "धन्यवाद।"]),
        ("A line\nbroken in two. End.", ["A line\nbroken in two.", "End."]),
        ("", []),
        (" \n ", []),
    ],
)
def test_where_a_sentence_ends(text, sentences):
    assert split_sentences(text) == sentences
