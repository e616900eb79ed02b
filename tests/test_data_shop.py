"""The shop corpus and its labelled questions hold together: lengths, ids, facts, kinds and the rules for wording.

Nothing here imports ragkit: the data are read with a parser of a few lines, so that data and module are checked apart.
"""

import csv
import re
from collections import Counter
from pathlib import Path

import pytest

SHOP = Path(__file__).resolve().parent.parent / "data" / "shop"
KINDS = ("plain", "paraphrase", "typo", "number", "keyword", "two_sections", "near_miss", "far")
OFF_TOPIC = ("near_miss", "far")
# Words that carry grammar and no subject. A paraphrase may share these with its section, and no others.
STOP_WORDS = frozenset(
    """a about after again all also am an and any are as at be because been before being both but by can cannot could
    did do does down during each few for from further had has have having he her here hers him his how i if in
    into is it its just me more most must my myself no nor not now of off on once only or other our ours out
    over own she should so some such than that the their theirs them then there these they this those though
    through to too under until up us very was we were what when where whether which while who whom why will with
    within without would yet you your yours""".split()
)
# The facts that the course leans on: section, strings that must stand in it.
KEY_FACTS = {
    "returns.md#return-window": ["within 10 days of delivery"],
    "returns.md#mobiles-and-laptops": ["7 days replacement only"],
    "returns.md#items-that-cannot-be-returned": ["Opened earbuds can never be returned"],
    "returns.md#refund-timeline": ["5–7 working days after the quality check", "UPI", "within 48 hours"],
    "warranty.md#mobiles-laptops-and-smartwatches": ["mobiles, laptops and smartwatches is 1 year"],
    "warranty.md#chargers-and-cables": ["Chargers and cables carry a warranty of 6 months"],
    "care-plan.md#what-the-plan-covers": ["1 or 2 extra years", "accidental liquid damage once a year"],
    "care-plan.md#when-to-buy-it": ["within 30 days of its delivery"],
    "delivery.md#metro-cities": ["1–2 days"],
    "delivery.md#other-towns": ["3–5 days"],
    "delivery.md#remote-areas": ["up to 8 days"],
    "delivery-charges.md#delivery-charge": ["free for orders above ₹499", "₹49 per order"],
    "same-day.md#cities-with-same-day-delivery": ["four cities: Delhi, Mumbai, Bengaluru and Hyderabad"],
    "same-day.md#price-and-order-time": ["₹99"],
    "parcel-problems.md#damaged-parcel": ["within 48 hours of delivery"],
    "emi.md#no-cost-emi": ["orders above ₹3,000, for 3, 6 or 9 months"],
    "failed-payments.md#money-taken-but-no-order": ["in 3 working days"],
    "cash-on-delivery.md#limit-for-cash-orders": ["up to ₹10,000", "cannot be used together with an exchange"],
    "exchange.md#condition-of-the-old-device": ["must switch on", "no cracked screen"],
    "membership.md#price-of-the-membership": ["₹399 a year or ₹49 a month"],
    "membership.md#benefits": ["5 % back"],
}
CLASSIC = [f"plain-{n:02d}" for n in range(1, 13)]


def slug(heading):
    """The anchor that GitHub gives a heading: lower case, punctuation dropped, spaces as hyphens."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def read_article(path):
    """(title, [(heading, body), ...]) of one article."""
    head, *rest = re.split(r"^## ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return head, [tuple(part.split("\n", 1)) for part in rest]


def tokens(text):
    return re.findall(r"[a-z0-9]+", text.lower())


def forms(word):
    """The word and what is left when a plural, -ing or -ed ending goes; 'copied' and 'copies' meet in 'copy'."""
    found = {word}
    for ending, instead in (("ies", "y"), ("es", ""), ("s", ""), ("ied", "y"), ("ing", ""), ("ed", "")):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            stem = word.removesuffix(ending) + instead
            found |= {stem, stem + "e"}
            if len(stem) > 3 and stem[-1] == stem[-2]:
                found.add(stem[:-1])
    return found


def content_words(text):
    return {word for word in tokens(text) if (word not in STOP_WORDS and len(word) > 1) or word.isdigit()}


def shared_words(question, section):
    """Content words of the question that the section has too, in the same or a simply inflected form."""
    there = set().union(*(forms(word) for word in content_words(section)))
    return sorted(word for word in content_words(question) if forms(word) & there)


def stands_in(fact, text):
    """The fact as whole words: "₹9" does not stand in "₹99", nor "5 days" in "15 days"."""
    return re.search(rf"(?<![\w.,]){re.escape(fact)}(?!\w|[.,]\d)", text) is not None


def runs(words, length):
    return {tuple(words[i : i + length]) for i in range(len(words) - length + 1)}


@pytest.fixture(scope="module")
def articles():
    return {path.name: read_article(path) for path in sorted(SHOP.glob("*.md"))}


@pytest.fixture(scope="module")
def bodies(articles):
    """Section id → body."""
    return {f"{name}#{slug(heading)}": body for name, (_, sections) in articles.items() for heading, body in sections}


@pytest.fixture(scope="module")
def full_texts(articles):
    """Section id → title, heading and body, which is what a chunk by section holds."""
    return {
        f"{name}#{slug(heading)}": f"{title}\n{heading}\n{body}"
        for name, (title, sections) in articles.items()
        for heading, body in sections
    }


@pytest.fixture(scope="module")
def questions():
    with open(SHOP / "questions.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row["relevant"] = row["relevant"].split(";") if row["relevant"] else []
        row["fact"] = row["fact"].split(";") if row["fact"] else []
    return rows


# ---------------------------------------------------------------- the articles


def test_there_are_at_least_40_articles_and_200_sections(articles, bodies):
    assert len(articles) >= 40
    assert len(bodies) >= 200


def test_every_article_is_one_title_followed_by_sections(articles):
    for name, (head, sections) in articles.items():
        assert re.fullmatch(r"# \S.*\s+", head), f"{name} should begin with one title and nothing before its sections"
        assert len(sections) >= 3, name
    titles = [head.strip() for head, _ in articles.values()]
    assert len(set(titles)) == len(titles)


def test_section_ids_are_unique(articles, bodies):
    assert len(bodies) == sum(len(sections) for _, sections in articles.values())


def test_every_section_has_60_to_150_words(bodies):
    counts = {where: sum(bool(re.search(r"\w", word)) for word in body.split()) for where, body in bodies.items()}
    assert {where: n for where, n in counts.items() if not 60 <= n <= 150} == {}


def test_no_sentence_stands_in_two_sections(bodies):
    seen = {}
    for where, body in bodies.items():
        for sentence in re.split(r"(?<=[.!?])\s+", body.strip()):
            if len(sentence.split()) > 4:
                assert seen.setdefault(sentence, where) == where


def test_files_are_utf8_with_unix_line_ends():
    for path in SHOP.iterdir():
        raw = path.read_bytes()
        raw.decode("utf-8")
        assert b"\r" not in raw and b"\t" not in raw and raw.endswith(b"\n"), path.name


@pytest.mark.parametrize("where", KEY_FACTS)
def test_key_facts_stand_in_their_section(where, bodies):
    for fact in KEY_FACTS[where]:
        assert fact in bodies[where]


# ---------------------------------------------------------------- the questions


def test_columns_ids_and_texts(questions):
    assert list(questions[0]) == ["id", "text", "relevant", "fact", "kind", "split"]
    assert len(questions) >= 240
    assert len({row["id"] for row in questions}) == len(questions)
    assert len({" ".join(tokens(row["text"])) for row in questions}) == len(questions)
    for row in questions:
        assert re.fullmatch(row["kind"].replace("_", "-") + r"-\d\d", row["id"])
        assert row["text"].strip() == row["text"] != ""


def test_kinds_and_splits_are_balanced(questions):
    cells = Counter((row["kind"], row["split"]) for row in questions)
    assert set(cells) == {(kind, split) for kind in KINDS for split in ("tune", "test")}
    assert len(set(cells.values())) == 1


def test_relevant_sections_exist(questions, bodies):
    for row in questions:
        assert set(row["relevant"]) <= set(bodies), row["id"]
        assert len(set(row["relevant"])) == len(row["relevant"]), row["id"]


def test_off_topic_questions_have_no_section_and_no_fact_and_all_others_have_both(questions):
    for row in questions:
        expected = row["kind"] not in OFF_TOPIC
        assert (bool(row["relevant"]), bool(row["fact"])) == (expected, expected), row["id"]


def test_each_fact_stands_in_a_relevant_section(questions, bodies):
    for row in questions:
        for fact in row["fact"]:
            assert fact == fact.strip() != ""
            assert any(stands_in(fact, bodies[where]) for where in row["relevant"]), (row["id"], fact)


def test_two_section_questions_need_both_sections(questions, bodies):
    for row in questions:
        if row["kind"] == "two_sections":
            assert len(row["relevant"]) == len(row["fact"]) == 2, row["id"]
            (first, second), (fact, other) = row["relevant"], row["fact"]
            assert stands_in(fact, bodies[first]) and stands_in(other, bodies[second]), row["id"]
            assert not (stands_in(fact, bodies[second]) or stands_in(other, bodies[first])), row["id"]
        else:
            assert len(row["fact"]) <= 1, row["id"]


def test_no_question_copies_six_words_in_a_row(questions, full_texts):
    copied = set().union(*(runs(tokens(text), 6) for text in full_texts.values()))
    for row in questions:
        assert not runs(tokens(row["text"]), 6) & copied, row["id"]


def test_a_question_does_not_say_its_own_answer(questions):
    for row in questions:
        if row["kind"] in ("plain", "paraphrase", "typo", "keyword", "two_sections"):
            for fact in row["fact"]:
                assert fact.lower() not in row["text"].lower(), (row["id"], fact)


def test_paraphrases_share_no_content_word_with_their_section(questions, full_texts):
    shared = {
        row["id"]: words
        for row in questions
        if row["kind"] == "paraphrase"
        for where in row["relevant"]
        if (words := shared_words(row["text"], full_texts[where]))
    }
    assert shared == {}


def test_number_questions_have_a_digit_and_keyword_questions_are_short(questions):
    for row in questions:
        if row["kind"] == "number":
            assert re.search(r"\d", row["text"]), row["id"]
        if row["kind"] == "keyword":
            assert 2 <= len(row["text"].split()) <= 5 and "?" not in row["text"], row["id"]


def test_typo_questions_have_words_that_no_article_has(questions, full_texts):
    known = {word for text in full_texts.values() for word in tokens(text)}
    for row in questions:
        if row["kind"] == "typo":
            assert set(tokens(row["text"])) - known, row["id"]


def test_near_misses_are_near(questions, full_texts):
    """Each has a content word that the articles use: something to score with, and no answer."""
    corpus = "\n".join(full_texts.values())
    for row in questions:
        if row["kind"] == "near_miss":
            assert shared_words(row["text"], corpus), row["id"]


def test_the_twelve_classic_questions_have_one_section_each_and_a_key_fact(questions):
    rows = {row["id"]: row for row in questions}
    for name in CLASSIC:
        assert len(rows[name]["relevant"]) == 1
        assert rows[name]["relevant"][0] in KEY_FACTS
    assert Counter(rows[name]["split"] for name in CLASSIC) == {"tune": 6, "test": 6}


# ---------------------------------------------------------------- the helpers can fail


def test_helpers_notice_what_they_are_for():
    assert slug("Mobiles, laptops & more") == "mobiles-laptops--more"
    assert shared_words("who delivers cakes", "The cake is being delivered") == ["cakes", "delivers"]
    assert shared_words("stopping, copies", "we stopped and copied") == ["copies", "stopping"]
    assert shared_words("how will it be", "it will be how") == []
    assert stands_in("₹9", "it is ₹9.") and not stands_in("₹9", "₹99 or ₹9,000")
    assert not stands_in("5 days", "15 days") and not stands_in("5 days", "1.5 days")
    assert runs(["a", "b", "c"], 2) == {("a", "b"), ("b", "c")}
