"""Embedding services as functions for `FunctionEmbedder`: the real libraries against a server on this machine."""

import numpy as np
import pytest

from ragkit.index import build_index
from ragkit.mixing import FunctionEmbedder
from ragkit.models.loopback import Loopback
from ragkit.models.service_calls import ServiceError
from ragkit.models.service_embeddings import ollama_embeddings, openai_embeddings
from ragkit.retrieval import retrieve

pytestmark = pytest.mark.usefixtures("libraries")
MAKE = {
    "openai": lambda url, **more: openai_embeddings("m", base_url=url + "/v1", **more),
    "ollama": lambda url, **more: ollama_embeddings("m", base_url=url, **more),
}


def money_and_time(texts):
    """A stand-in for an embedding model: how much a text is about money, and about time."""
    return [
        [sum(word in text for word in words) for words in (("refund", "money"), ("open", "nine"))] for text in texts
    ]


@pytest.fixture(params=MAKE)
def make(request):
    return MAKE[request.param]


def test_an_index_on_an_embedding_service_finds_by_its_vectors(make):
    docs = {"returns": "We refund the card.", "shop": "We open at nine."}
    with Loopback(None, money_and_time) as url:
        index = build_index(docs, embedder=FunctionEmbedder(make(url)))
        ((chunk, score),) = retrieve("my money", index, min_score=0.5)
    assert (chunk.doc_id, score) == ("returns", 1.0)


def test_texts_go_out_in_batches_and_come_back_in_order(make):
    loopback = Loopback(None, lambda texts: [[len(text), 1] for text in texts])
    with loopback as url:
        vectors = make(url, batch=3)(["x" * n for n in range(1, 8)])
    assert [len(body["input"]) for _, body in loopback.requests] == [3, 3, 1]
    assert [vector[0] for vector in vectors] == [1, 2, 3, 4, 5, 6, 7]


def test_vectors_sent_out_of_order_are_put_in_order(wire):
    data = [{"object": "embedding", "index": n, "embedding": [float(n), 1.0]} for n in (2, 0, 1)]
    wire.says({"object": "list", "model": "m", "data": data, "usage": {"prompt_tokens": 1, "total_tokens": 1}})
    assert np.array(MAKE["openai"](wire.url)(["a", "b", "c"]))[:, 0].tolist() == [0, 1, 2]
    assert wire.asked[0].body["encoding_format"] == "float"


def test_a_blank_text_is_not_sent_and_is_zero(make):
    loopback = Loopback(None, lambda texts: [[1, 2] for text in texts])
    with loopback as url:
        embed = make(url)
        assert embed(["a", " ", "b"]) == [[1, 2], [0, 0], [1, 2]]
        assert [body["input"] for _, body in loopback.requests] == [["a", "b"]]
        assert embed([]) == []
        with pytest.raises(ValueError, match="every text is blank"):
            embed([""])


def test_too_few_vectors_are_an_error(wire):
    wire.says({"model": "m", "embeddings": [[1.0, 2.0]]})
    with pytest.raises(ServiceError, match="sent 1 vectors for 2 texts"):
        MAKE["ollama"](wire.url)(["a", "b"])


@pytest.mark.parametrize(
    ("status", "remedy"), [(401, "key was refused"), (429, "too many requests"), (500, "try again")]
)
def test_errors_are_told_plainly(make, wire, status, remedy):
    wire.says({"error": {"message": "no"}}, status)
    with pytest.raises(ServiceError, match=remedy):
        make(wire.url, retries=0)(["a"])


def test_a_slow_service_is_an_error_and_a_passing_one_is_tried_again(make, wire, monkeypatch):
    wire.says({"error": "busy"}, wait=1)
    with pytest.raises(ServiceError, match="raise timeout"):
        make(wire.url, timeout=0.2, retries=0)(["a"])
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    wire.replies.clear()
    wire.says({"error": "busy"}, 503)
    data = [{"object": "embedding", "index": 0, "embedding": [1.0]}]
    wire.says(
        {
            "object": "list",
            "model": "m",
            "data": data,
            "usage": {"prompt_tokens": 1, "total_tokens": 1},
            "embeddings": [[1.0]],
        }
    )
    assert make(wire.url, retries=1)(["a"]) == [[1.0]]


def test_a_batch_of_nothing_is_refused(make):
    with pytest.raises(ValueError, match="batch must be at least 1, got 0"):
        make("http://127.0.0.1:9", batch=0)
