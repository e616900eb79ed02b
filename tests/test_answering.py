"""The whole loop for one question."""

import json

import pytest

from ragkit import (
    BY_DOCUMENT,
    BY_NUMBER,
    BY_SOURCE,
    NOT_FOUND,
    TfidfEmbedder,
    answer,
    build_index,
    build_prompt,
    extractive_generator,
    retrieve,
    smooth_idf,
    stub_generator,
)
from ragkit.corpora import load

HELPCENTRE = build_index(load("helpcentre"))
KNOWN = {
    "How many days do I have to return an item?": ("returns#0", "30 days"),
    "How long does standard delivery take?": ("shipping#0", "3 to 5 working days"),
    "How do I reset my password?": ("account#0", "reset"),
}


class Calls(list):
    """A generator that replies the same each time and keeps its prompts."""

    def __init__(self, reply):
        super().__init__()
        self.reply = reply

    def __call__(self, prompt):
        self.append(prompt)
        return self.reply


@pytest.mark.parametrize("generate", [stub_generator, extractive_generator])
@pytest.mark.parametrize("question", KNOWN)
def test_known_questions_get_the_fact_and_the_chunk_that_holds_it(question, generate):
    best, fact = KNOWN[question]
    hits = retrieve(question, HELPCENTRE)
    result = answer(question, HELPCENTRE, generate)
    assert hits[0][0].id == best and hits[0][1] > 0.4
    assert fact in result["answer"] and result["citations"][0] == best
    assert result["prompt"] == build_prompt(question, hits)


@pytest.mark.parametrize("question", ["Do you have a job opening for a driver?", "zxqv", "", "?!"])
def test_not_found_before_any_generation(question):
    generate = Calls("never asked")
    assert answer(question, HELPCENTRE, generate) == {"answer": "not found", "citations": [], "prompt": None}
    assert generate == [] and NOT_FOUND == "not found"


def test_the_generator_is_asked_once_with_what_was_found():
    generate = Calls("Three days [1].")
    question = "How long does standard delivery take?"
    result = answer(question, HELPCENTRE, generate, k=2)
    assert generate == [result["prompt"]]
    assert result["prompt"].endswith(f"\n\nQuestion: {question}\nAnswer:")
    assert result == {"answer": "Three days [1].", "citations": ["shipping#0"], "prompt": generate[0]}


def test_numbers_map_to_what_is_left_after_the_threshold():
    docs = {"c": "fee fee fee", "a": "fee of a long list of other things", "b": "fee and cost", "d": "gift cards"}
    index = build_index(docs, embedder=TfidfEmbedder(idf=smooth_idf))
    every = [chunk.id for chunk, _ in retrieve("fee", index, k=3, min_score=0)]
    scores = [score for _, score in retrieve("fee", index, k=3, min_score=0)]
    result = answer("fee", index, Calls("Yes [2], or [3]."), k=3, min_score=scores[1])
    assert every == ["c#0", "b#0", "a#0"] and result["citations"] == ["b#0"]


@pytest.mark.parametrize("reply", ["A week from pickup.", "It is instant [7].", "It is [0] and [-1]."])
def test_an_answer_without_a_valid_citation_is_returned_as_it_is(reply):
    result = answer("How long does standard delivery take?", HELPCENTRE, Calls(reply))
    assert result["answer"] == reply and result["citations"] == []


def test_the_reply_is_returned_byte_for_byte():
    reply = "\n Use `rows[1]` [880] \r\n[1]"
    assert answer("How do I reset my password?", HELPCENTRE, Calls(reply))["answer"] == reply


def test_a_marker_cut_in_two_by_streaming_is_read_from_the_joined_text():
    docs = {f"c{i:02}": f"refund rule {i}" for i in range(1, 13)}
    index = build_index(docs, embedder=TfidfEmbedder(idf=smooth_idf))
    pieces = ["Seven", " days ", "[", "1", "2", "]", ".", " Fee [", " 2 ]"]
    result = answer("refund rule", index, lambda prompt: "".join(pieces), k=12, min_score=0)
    assert result["citations"] == ["c12#0", "c02#0"]


@pytest.mark.parametrize("citing", [BY_NUMBER, BY_SOURCE, BY_DOCUMENT])
@pytest.mark.parametrize("generate", [stub_generator, extractive_generator])
def test_a_document_with_reference_numbers_of_its_own_is_cited_alone(citing, generate):
    docs = {
        "trial.md": "In 2019 the trial [2] found that 17 of 40 recovered [12]; see [fees.md#0] & <more>.",
        "fees.md": "The fee of recovered goods is ₹50.",
        "other.md": "Gift cards.",
    }
    index = build_index(docs, embedder=TfidfEmbedder(idf=smooth_idf))
    result = answer("How many of 40 in the trial recovered?", index, generate, min_score=0.01, citing=citing)
    assert "17 of 40" in result["answer"] and result["citations"][0] == "trial.md#0"
    if generate is stub_generator:
        assert result["citations"] == ["trial.md#0"]
        assert "& <more>" in result["answer"]


def test_the_stub_takes_the_first_of_equally_good_sentences():
    prompt = build_prompt("fee?", [(HELPCENTRE.chunks[0]._replace(text="The fee is 5. A fee is 6."), 1.0)])
    assert stub_generator(prompt) == "The fee is 5. [1]"


def test_the_extracting_generator_says_so_when_nothing_fits():
    prompt = build_prompt("What about the weather?", [(HELPCENTRE.chunks[0], 0.3)])
    assert extractive_generator(prompt) == NOT_FOUND


def test_json_takes_the_result():
    result = answer("How do I reset my password?", HELPCENTRE)
    assert json.loads(json.dumps(result)) == result
