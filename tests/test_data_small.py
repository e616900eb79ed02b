"""The small corpora hold what the notebooks say of them.

Nothing here imports ragkit: the loop is written out once more with scikit-learn, so that the data and the module are
checked apart.
"""

import re
from pathlib import Path

import numpy as np
import pytest

sklearn_text = pytest.importorskip("sklearn.feature_extraction.text")

DATA = Path(__file__).resolve().parent.parent / "data"


# ---------------------------------------------------------------- the tiny help centre

HELPCENTRE = ("returns", "shipping", "account")
KNOWN = {
    "How many days do I have to return an item?": ("returns#0", "30 days"),
    "How long does standard delivery take?": ("shipping#0", "3 to 5 working days"),
    "How do I reset my password?": ("account#0", "reset on the login page"),
}
OFF_TOPIC = "Do you have a job opening for a driver?"


def words_in_windows(text, size=30, overlap=10):
    """Windows of `size` words that start `size - overlap` apart; the first that reaches the end is the last."""
    words = text.split()
    windows = [words[:size]]
    while len(windows[-1]) == size and (len(windows) - 1) * (size - overlap) + size < len(words):
        start = len(windows) * (size - overlap)
        windows.append(words[start : start + size])
    return [" ".join(window) for window in windows]


@pytest.fixture(scope="module")
def helpcentre():
    return {name: (DATA / "helpcentre" / f"{name}.txt").read_text(encoding="utf-8") for name in HELPCENTRE}


@pytest.fixture(scope="module")
def chunks(helpcentre):
    return {f"{name}#{n}": text for name in HELPCENTRE for n, text in enumerate(words_in_windows(helpcentre[name]))}


@pytest.fixture(scope="module")
def score(chunks):
    """A function: question -> {chunk id: cosine}, with counts from scikit-learn and idf = ln(N / df)."""
    counter = sklearn_text.CountVectorizer(token_pattern="[a-z0-9]+")
    counts = counter.fit_transform(chunks.values()).toarray()
    idf = np.log(len(chunks) / (counts > 0).sum(axis=0))

    def unit(rows):
        length = np.linalg.norm(rows, axis=1, keepdims=True)
        return np.divide(rows, length, out=np.zeros_like(rows), where=length > 0)

    matrix = unit(counts * idf)

    def cosines(question):
        query = unit(counter.transform([question]).toarray() * idf)[0]
        return dict(zip(chunks, (matrix @ query).tolist(), strict=True))

    cosines.shape = matrix.shape
    return cosines


def test_the_folder_holds_the_three_documents_and_nothing_else(helpcentre):
    assert sorted(path.name for path in (DATA / "helpcentre").iterdir()) == sorted(f"{n}.txt" for n in HELPCENTRE)
    for text in helpcentre.values():
        assert text.isascii() and text.endswith(".\n")


@pytest.mark.parametrize(
    ("name", "fact"),
    [
        ("returns", "30 days to return an item for a full refund"),
        ("returns", "unused and in its original box"),
        ("returns", "in 5 to 7 working days"),
        ("returns", "Items from a sale can be exchanged, but they are not refunded"),
        ("shipping", "Standard delivery takes 3 to 5 working days"),
        ("shipping", "free for orders above 500 rupees; for smaller orders it costs 40 rupees"),
        ("shipping", "99 rupees and arrives the next day in metro cities"),
        ("shipping", "Track your parcel from the orders page"),
        ("account", "reset link and a code by email, and both expire in 15 minutes"),
        ("account", "If you have lost that email, call our support team and give the phone number"),
    ],
)
def test_each_fact_stands_in_its_document(helpcentre, name, fact):
    assert fact in helpcentre[name]


def test_windows_of_thirty_words_with_ten_shared_give_eight_chunks(helpcentre, chunks):
    assert {name: len(text.split()) for name, text in helpcentre.items()} == {
        "returns": 62,
        "shipping": 67,
        "account": 44,
    }
    assert list(chunks) == [
        "returns#0", "returns#1", "returns#2", "shipping#0", "shipping#1", "shipping#2", "account#0", "account#1",
    ]  # fmt: skip


def test_the_matrix_of_the_eight_chunks_has_97_columns(score):
    assert score.shape == (8, 97)


@pytest.mark.parametrize("question", KNOWN)
def test_a_known_question_finds_the_chunk_with_its_fact_well_above_the_others(question, chunks, score):
    expected, fact = KNOWN[question]
    scores = score(question)
    first, second = sorted(scores.values(), reverse=True)[:2]
    assert max(scores, key=scores.get) == expected
    assert fact in chunks[expected]
    assert first > 0.4
    assert second < 0.3


@pytest.mark.parametrize("question", KNOWN)
def test_the_sentence_that_shares_most_words_with_a_known_question_is_its_answer(question, chunks, score):
    """What the extractive stub does with the chunks that pass a floor of 0.2."""
    _, fact = KNOWN[question]
    scores = score(question)
    shown = sorted((i for i in chunks if scores[i] >= 0.2), key=scores.get, reverse=True)[:3]
    sentences = [s for i in shown for s in re.split(r"(?<=[.!?])\s+", chunks[i])]
    asked = set(re.findall("[a-z0-9]+", question.lower()))
    assert fact in max(sentences, key=lambda s: len(asked & set(re.findall("[a-z0-9]+", s.lower()))))


def test_the_off_topic_question_scores_above_zero_but_under_the_floor(score):
    assert 0 < max(score(OFF_TOPIC).values()) < 0.2


def test_one_boundary_cuts_a_sentence_that_the_next_chunk_holds_whole(chunks):
    sentence = "Express delivery costs 99 rupees and arrives the next day in metro cities."
    assert chunks["shipping#0"].endswith("Express delivery costs 99 rupees and")
    assert sentence in chunks["shipping#1"]


def test_the_tail_that_a_careless_loop_adds_to_shipping_is_one_whole_sentence(helpcentre, chunks):
    """Windows at 0, 20, 40, 60: the fourth repeats the end of the third (notebook 01 shows it winning the ranking)."""
    tail = " ".join(helpcentre["shipping"].split()[60:])
    assert tail == "Track your parcel from the orders page."
    assert chunks["shipping#2"].endswith(tail)
