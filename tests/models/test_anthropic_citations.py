"""Anthropic's own citations, mapped to chunk ids: the real library against a server on this machine."""

import pytest

from ragkit.chunking import Chunk
from ragkit.models.anthropic_citations import anthropic_citer
from ragkit.models.service_calls import CutOffError, ServiceError

pytestmark = pytest.mark.usefixtures("libraries")
HITS = [
    (Chunk("returns#0", "returns", "Refunds take five working days. They go to the card used."), 0.8),
    (Chunk("shop#0", "shop", "We open at nine. [2] closes the yard at noon."), 0.5),
]


def says(*blocks, stop="end_turn", **more):
    usage = {"input_tokens": 1, "output_tokens": 1}
    head = {"id": "m", "type": "message", "role": "assistant", "model": "m", "stop_sequence": None, "usage": usage}
    return head | {"content": list(blocks), "stop_reason": stop} | more


def text(words, *cited):
    citations = [
        {
            "type": "char_location",
            "cited_text": quote,
            "document_index": number,
            "document_title": None,
            "start_char_index": 0,
            "end_char_index": len(quote),
        }
        for number, quote in cited
    ]
    return {"type": "text", "text": words, "citations": citations or None}


def test_each_hit_goes_in_as_a_document_that_can_be_cited_and_the_question_last(wire):
    wire.says(says(text("Five days.")))
    anthropic_citer("m", base_url=wire.url)("How long?", HITS)
    *documents, question = wire.asked[0].body["messages"][0]["content"]
    assert [document["source"]["data"] for document in documents] == [chunk.text for chunk, _ in HITS]
    assert all(document["type"] == "document" and document["citations"] == {"enabled": True} for document in documents)
    assert question == {"type": "text", "text": "How long?"}


def test_citations_become_chunk_ids_quotes_and_markers(wire):
    wire.says(
        says(
            {"type": "thinking", "thinking": "[2]?", "signature": "x"},
            text("It takes "),
            text("five working days", (0, "Refunds take five working days.")),
            text(", and the shop opens at nine", (1, "We open at nine. "), (0, "They go to the card used.")),
            text("."),
        )
    )
    result = anthropic_citer("m", base_url=wire.url)("How long?", HITS)
    assert result["answer"] == "It takes five working days [1], and the shop opens at nine [2][1]."
    assert result["citations"] == ["returns#0", "shop#0"]
    assert result["quotes"][0] == ("returns#0", "Refunds take five working days.") and len(result["quotes"]) == 3
    assert result["reason"] == ""
    texts = {chunk.id: chunk.text for chunk, _ in HITS}
    assert all(quote in texts[chunk_id] for chunk_id, quote in result["quotes"])


def test_a_marker_in_the_documents_own_words_does_not_become_a_citation(wire):
    wire.says(says(text("The page says [2] closes the yard.", (0, "They"))))
    assert anthropic_citer("m", base_url=wire.url)("?", HITS)["answer"] == "The page says (2) closes the yard. [1]"


def test_a_document_that_was_never_sent_is_not_cited(wire):
    wire.says(says(text("It is so.", (7, "made up"))))
    result = anthropic_citer("m", base_url=wire.url)("?", HITS)
    assert (result["answer"], result["citations"], result["quotes"]) == ("It is so.", [], [])


def test_without_hits_the_service_is_not_asked(wire):
    result = anthropic_citer("m", base_url=wire.url)("?", [])
    assert (result["answer"], result["citations"], wire.asked) == ("not found", [], [])


def test_refusal_cut_and_error_are_as_with_a_generator(wire):
    cite = anthropic_citer("m", base_url=wire.url, retries=0)
    wire.says(says(text("First"), stop="refusal", stop_details={"type": "refusal", "explanation": "Harmful."}))
    wire.says(says(text("Refunds are never"), stop="max_tokens"))
    wire.says({"error": {"type": "rate_limit_error", "message": "slow down"}}, 429)
    refused = cite("?", HITS)
    assert (refused["answer"], refused["citations"]) == ("not found", []) and "Harmful." in refused["reason"]
    with pytest.raises(CutOffError):
        cite("?", HITS)
    with pytest.raises(ServiceError, match="too many requests"):
        cite("?", HITS)
