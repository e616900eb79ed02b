"""The small corpora hold what the notebooks say of them.

Nothing here imports ragkit: the loop is written out once more with scikit-learn, so that the data and the module are
checked apart.
"""

import csv
import re
import sys
from pathlib import Path
from pydoc_data.topics import topics

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


def unit(rows):
    """The rows at length 1; a row of zeros stays as it is."""
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.divide(rows, length, out=np.zeros_like(rows), where=length > 0)


@pytest.fixture(scope="module")
def counter(chunks):
    return sklearn_text.CountVectorizer(token_pattern="[a-z0-9]+").fit(chunks.values())


@pytest.fixture(scope="module")
def score(chunks, counter):
    """A function: question -> {chunk id: cosine}, with counts from scikit-learn and idf = ln(N / df)."""
    counts = counter.transform(chunks.values()).toarray()
    idf = np.log(len(chunks) / (counts > 0).sum(axis=0))
    matrix = unit(counts * idf)

    def cosines(question):
        query = unit(counter.transform([question]).toarray() * idf)[0]
        return dict(zip(chunks, (matrix @ query).tolist(), strict=True))

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


def test_the_matrix_of_the_eight_chunks_has_97_columns(chunks, counter):
    assert counter.transform(chunks.values()).shape == (8, 97)


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


def test_the_readme_of_the_data_quotes_the_scores_of_the_four_questions(score):
    rows = re.findall(r"(?m)^\| (.+\?) \| `(.+#\d)` \| (0\.\d{3}) \|", (DATA / "README.md").read_text(encoding="utf-8"))
    assert [question for question, _, _ in rows] == [*KNOWN, OFF_TOPIC]
    for question, chunk, quoted in rows:
        scores = score(question)
        assert (max(scores, key=scores.get), f"{max(scores.values()):.3f}") == (chunk, quoted)


def test_one_boundary_cuts_a_sentence_that_the_next_chunk_holds_whole(chunks):
    sentence = "Express delivery costs 99 rupees and arrives the next day in metro cities."
    assert chunks["shipping#0"].endswith("Express delivery costs 99 rupees and")
    assert sentence in chunks["shipping#1"]


def test_the_tail_that_a_careless_loop_adds_to_shipping_outranks_the_full_chunk(helpcentre, chunks):
    """Windows at 0, 20, 40, 60: the fourth only repeats the end of the third, yet it wins, being short."""
    tail = " ".join(helpcentre["shipping"].split()[60:])
    assert tail == "Track your parcel from the orders page."
    assert chunks["shipping#2"].endswith(tail)
    texts = [*chunks.values(), tail]
    counter = sklearn_text.CountVectorizer(token_pattern="[a-z0-9]+")
    counts = counter.fit_transform(texts).toarray()
    idf = np.log(len(texts) / (counts > 0).sum(axis=0))
    scores = unit(counts * idf) @ unit(counter.transform(["Where do I track my parcel?"]).toarray() * idf)[0]
    assert texts[scores.argmax()] == tail
    assert scores.max() > sorted(scores)[-2] + 0.1
    assert texts[scores.argsort()[-2]] == chunks["shipping#2"]


# ---------------------------------------------------------------- the API pages

APIDOCS = {
    "authentication.md": ["API keys", "Rotating a key without downtime", "OAuth tokens", "Keeping credentials safe"],
    "rate-limits.md": [
        "How many requests you may send",
        "When the limit is reached",
        "Batch requests",
        "Asking for more",
    ],
    "webhooks.md": ["Receiving an event", "Retries", "Order and duplicates", "Verifying the signature"],
}


@pytest.fixture(scope="module")
def apidocs():
    return {path.name: path.read_text(encoding="utf-8") for path in sorted((DATA / "apidocs").iterdir())}


def section(page, heading):
    """The text between `## heading` and the next heading, on one line."""
    return " ".join(page.split(f"\n## {heading}\n")[1].split("\n## ")[0].split())


def test_each_api_page_has_one_title_four_sections_and_250_to_400_words(apidocs):
    assert list(apidocs) == list(APIDOCS)
    for name, page in apidocs.items():
        assert re.findall("(?m)^## (.+)$", page) == APIDOCS[name]
        assert page.startswith("# ")
        assert 250 <= len(page.split()) <= 400


@pytest.mark.parametrize(
    ("name", "heading", "fact"),
    [
        ("rate-limits.md", "How many requests you may send", "Each key may send 600 requests a minute"),
        ("rate-limits.md", "When the limit is reached", "HTTP status 429"),
        ("rate-limits.md", "When the limit is reached", "`Retry-After` says how many seconds to wait"),
        ("rate-limits.md", "Batch requests", "The whole batch counts once"),
        ("webhooks.md", "Receiving an event", "If no answer arrives in 10 seconds, the delivery times out"),
        ("webhooks.md", "Retries", "with exponential backoff for up to 72 hours"),
        ("webhooks.md", "Verifying the signature", "an HMAC-SHA256 signature of the raw body"),
        ("authentication.md", "API keys", "A key is scoped to one workspace"),
        ("authentication.md", "Rotating a key without downtime", "A key can be rotated without downtime"),
        ("authentication.md", "OAuth tokens", "The access token expires after 60 minutes"),
    ],
)
def test_each_api_fact_stands_in_its_section(apidocs, name, heading, fact):
    assert fact in section(apidocs[name], heading)


def test_sentences_of_the_api_pages_answer_what_they_hold_and_nothing_else(apidocs):
    """The smooth idf and a stop list over single sentences: the settings whose floor can be as low as 0.05."""
    bodies = [section(apidocs[name], heading) for name in APIDOCS for heading in APIDOCS[name]]
    sentences = [sentence for body in bodies for sentence in re.split(r"(?<=[.!?]) ", body)]
    vectorizer = sklearn_text.TfidfVectorizer(token_pattern="[a-z0-9]+", stop_words="english")
    matrix = vectorizer.fit_transform(sentences)

    def best(question):
        scores = (matrix @ vectorizer.transform([question]).T).toarray().ravel()
        return sentences[scores.argmax()], scores.max()

    assert "72 hours" in best("How long do you retry a failed webhook delivery?")[0]
    assert "600 requests a minute" in best("How many requests per minute can I send?")[0]
    assert "60 minutes" in best("When does the access token expire?")[0]
    assert best("Can I pay my invoice with a gift voucher?")[1] < 0.05


# ---------------------------------------------------------------- Python's language reference

TOPIC_WORDS = {name: f" {' '.join(re.findall('[a-z0-9_]+', text.lower()))} " for name, text in topics.items()}


@pytest.fixture(scope="module")
def pythonref():
    with open(DATA / "pythonref" / "questions.csv", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def topics_that_hold(fact):
    """The topics in which the words of `fact` follow one another; quotes, marks and line breaks do not count."""
    words = f" {' '.join(re.findall('[a-z0-9_]+', fact.lower()))} "
    return {name for name, text in TOPIC_WORDS.items() if words in text}


def test_the_reference_questions_are_numbered_and_all_different(pythonref):
    assert len(pythonref) >= 44
    assert list(pythonref[0]) == ["id", "text", "topic", "fact"]
    assert [row["id"] for row in pythonref] == [f"py-{n:02d}" for n in range(1, len(pythonref) + 1)]
    assert len({row["text"] for row in pythonref}) == len(pythonref)
    assert all(row["text"] == row["text"].strip() != "" for row in pythonref)


def test_every_topic_that_a_question_names_exists_in_this_python(pythonref):
    named = {topic for row in pythonref for topic in row["topic"].split(";")}
    assert named <= set(topics)
    assert len(named) > 60


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="the topics were read on Python 3.10 to 3.13")
def test_the_topics_of_a_question_are_those_that_hold_its_facts(pythonref):
    """The reference is reworded now and then between releases, so one question in ten may lag behind."""
    stale = {}
    for row in pythonref:
        holding = set().union(*(topics_that_hold(fact) for fact in row["fact"].split("; ")))
        if holding != set(row["topic"].split(";")):
            stale[row["id"]] = sorted(holding)
    assert len(stale) <= len(pythonref) / 10, stale


def test_no_reference_question_copies_five_words_in_a_row_from_its_topic(pythonref):
    for row in pythonref:
        words = re.findall("[a-z0-9_]+", row["text"].lower())
        runs = [f" {' '.join(words[i : i + 5])} " for i in range(len(words) - 4)]
        assert not [run for run in runs for topic in row["topic"].split(";") if run in TOPIC_WORDS[topic]], row["id"]
