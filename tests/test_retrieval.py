"""The chunks that answer a question: which, in what order, above which score."""

import json
import warnings

import numpy as np
import pytest

from ragkit import Chunk, Index, TfidfEmbedder, build_index, fuse_ranks, plain_idf, retrieve, smooth_idf, tokenize
from ragkit.corpora import load


class Given:
    """An embedder whose question is given."""

    def __init__(self, vector):
        self.vector = vector

    def embed(self, text):
        return self.vector

    def embed_all(self, texts):
        raise NotImplementedError


def index_of(vectors, query):
    rows = np.array(list(vectors.values()), dtype=float)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    rows = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)
    return Index([Chunk(name, name, f"text of {name}") for name in vectors], Given(query), rows)


def ids(hits):
    return [chunk.id for chunk, _ in hits]


# ---------------------------------------------------------------- the eight steps, once more by hand


def by_the_steps(docs, question, k, min_score, size=30, overlap=10):
    """Chunk, count, weigh, scale, multiply, sort, cut: with loops and lists alone."""
    chunks = []
    for name, text in docs.items():
        words, start, number = text.split(), 0, 0
        while words:
            chunks.append((f"{name}#{number}", " ".join(words[start : start + size])))
            if start + size >= len(words):
                break
            start, number = start + size - overlap, number + 1
    vocabulary = sorted({word for _, text in chunks for word in tokenize(text)})
    df = {word: sum(word in tokenize(text) for _, text in chunks) for word in vocabulary}

    def vector(text):
        words = tokenize(text)
        values = [words.count(word) * plain_idf(len(chunks), df[word]) for word in vocabulary]
        length = sum(value * value for value in values) ** 0.5
        return [value / length if length else 0.0 for value in values]

    query = vector(question)
    scores = [(name, sum(a * b for a, b in zip(vector(text), query))) for name, text in chunks]
    return [hit for hit in sorted(scores, key=lambda hit: -round(hit[1], 12)) if hit[1] >= min_score][:k]


OTHER = {
    "tickets": "Tickets can be changed up to 24 hours before the show. " * 3 + "Seats are kept for 10 minutes.",
    "parking": "Parking under the hall costs 4 euros. It opens one hour before the show and closes at midnight.",
    "cloakroom": "The cloakroom is free. Large bags stay there during the show; bottles are not let in.",
}


@pytest.mark.parametrize("docs", [load("helpcentre"), OTHER], ids=["help centre", "theatre"])
@pytest.mark.parametrize("question", ["How long does standard delivery take?", "What does parking cost?", "the show"])
def test_hits_are_those_of_the_steps_done_by_hand(docs, question):
    for k, min_score in ((3, 0.2), (1, 0.05), (5, 0.01)):
        hits = retrieve(question, build_index(docs), k=k, min_score=min_score)
        expected = by_the_steps(docs, question, k, min_score)
        assert ids(hits) == [name for name, _ in expected]
        assert [score for _, score in hits] == pytest.approx([score for _, score in expected], abs=1e-12)


# ---------------------------------------------------------------- which and how many


DAYS = {"d1": "refund in seven days", "d2": "ship in two days", "d3": "gift cards"}


def test_k_beyond_the_corpus_gives_every_match_once():
    assert ids(retrieve("refund", build_index(DAYS), k=20)) == ["d1#0"]


def test_a_question_of_unknown_words_finds_nothing_whatever_the_threshold():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for question in ("zxqv blorp", "", " \n", "?!"):
            assert retrieve(question, build_index(DAYS), k=2, min_score=-1) == []


def test_a_row_of_zeros_is_never_found_and_pushes_nothing_out():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        hits = retrieve("q", index_of({"a": [0, 3], "c": [0, 0], "b": [4, 3]}, [0.0, 1.0]), k=2, min_score=-1)
    assert [(chunk.id, round(score, 4)) for chunk, score in hits] == [("a", 1.0), ("b", 0.6)]


def test_the_direction_counts_not_the_length():
    hits = retrieve("q", index_of({"b": [3, 4], "a": [0.2, 0]}, [1.0, 0.0]), k=2)
    assert [(chunk.id, round(score, 4)) for chunk, score in hits] == [("a", 1.0), ("b", 0.6)]


def test_a_score_equal_to_the_threshold_is_found():
    index = index_of({"a": [0.6, 0.8], "b": [0, 1]}, [1.0, 0.0])
    assert ids(retrieve("q", index, k=2, min_score=0.6)) == ["a"]


@pytest.mark.parametrize("question", ["How long does standard delivery take?", "refund", "password reset link"])
def test_a_chunks_own_score_as_threshold_finds_it(question):
    index = build_index(load("helpcentre"))
    for chunk, score in retrieve(question, index, k=8, min_score=0.001):
        assert chunk.id in ids(retrieve(question, index, k=8, min_score=score))


def test_a_threshold_of_zero_or_less_lets_in_what_shares_no_word():
    index = build_index(DAYS)
    assert ids(retrieve("refund", index, k=3, min_score=0.001)) == ["d1#0"]
    assert ids(retrieve("refund", index, k=3, min_score=0.0)) == ["d1#0", "d2#0", "d3#0"]


def test_different_words_of_one_consonant_skeleton_are_not_confused():
    index = build_index({"d1": "दिन में पैसा", "d2": "दान में पूजा"})
    assert (index.matrix @ index.query("दिन")).tolist() == [pytest.approx(0.7071, abs=1e-4), 0.0]


def test_plan_b_is_not_plan_a():
    for formula in (plain_idf, smooth_idf):
        index = build_index({"d1": "Plan A costs less", "d2": "Plan B costs more"}, embedder=TfidfEmbedder(idf=formula))
        best = retrieve("plan b", index)[0]
        assert best[0].id == "d2#0" and best[1] == pytest.approx(0.7071, abs=1e-4)


# ---------------------------------------------------------------- in what order


def test_many_results_come_sorted():
    scores = {f"r{i}": ((i * 149) % 401) / 401 for i in range(1, 401)}
    index = index_of({name: [s, (1 - s * s) ** 0.5] for name, s in scores.items()}, [1.0, 0.0])
    hits = retrieve("q", index, k=200)
    found = [score for _, score in hits]
    assert found == pytest.approx([i / 401 for i in range(400, 200, -1)])
    assert ids(hits) == sorted(scores, key=scores.get, reverse=True)[:200]


def test_ties_stand_in_index_order_also_at_the_cut():
    index = index_of({name: [1, 0] for name in "dcbaef"}, [1.0, 0.0])
    assert ids(retrieve("q", index, k=4)) == ["d", "c", "b", "a"]


def test_scores_that_differ_in_the_last_digits_only_are_ties():
    index = index_of({"a": [1, 0], "b": [1, 0]}, [1.0, 0.0])
    index.matrix[0, 0] -= 1e-15
    assert ids(retrieve("q", index, k=2)) == ["a", "b"]


def test_texts_that_repeat_take_one_place_and_make_room_for_the_next():
    docs = {f"copy{i}": "refund in seven days" for i in range(9)} | {"other": "refund desk", "last": "gift cards"}
    hits = retrieve("refund days", build_index(docs, embedder=TfidfEmbedder(idf=smooth_idf)), k=2)
    assert ids(hits) == ["copy0#0", "other#0"]


# ---------------------------------------------------------------- from which documents


def test_search_can_keep_to_some_documents():
    index = build_index({"a": "refund desk", "b": "refund hours", "c": "gift cards"})
    assert ids(retrieve("refund", index, doc_ids=["b"])) == ["b#0"]
    assert retrieve("refund", index, doc_ids=["c"]) == [] == retrieve("refund", index, doc_ids=[])
    with pytest.raises(ValueError, match="nowhere"):
        retrieve("refund", index, doc_ids=["nowhere"])


def test_what_comes_out_is_plain_python_and_json_takes_it():
    hits = retrieve("refund", build_index(DAYS), k=2, min_score=0.0)
    assert "np." not in repr(hits)
    assert type(hits) is list and all(type(hit) is tuple and type(hit[1]) is float for hit in hits)
    assert json.loads(json.dumps(hits))[0][0][0] == "d1#0"


# ---------------------------------------------------------------- in place of an index


def test_whatever_retrieves_by_itself_is_asked_with_the_same_arguments():
    class Store:
        def retrieve(self, *args, **settings):
            return args, settings

    assert retrieve("refund", Store(), 5, 0.1, doc_ids=["a"]) == (("refund", 5, 0.1), {"doc_ids": ["a"]})


# ---------------------------------------------------------------- rank fusion


def test_reciprocal_rank_fusion_by_hand():
    fused = fuse_ranks([["a", "b", "c"], ["c", "a"]])
    assert [name for name, _ in fused] == ["a", "c", "b"]
    assert [score for _, score in fused] == pytest.approx([1 / 61 + 1 / 62, 1 / 61 + 1 / 63, 1 / 62])


def test_fusion_breaks_ties_by_first_appearance_and_counts_the_best_rank_of_a_repeated_id():
    assert fuse_ranks([["x", "y"], ["y", "x"]], k=1) == [("x", 1 / 61 + 1 / 62)]
    assert fuse_ranks([["a", "a", "b"]]) == [("a", 1 / 61), ("b", 1 / 62)]
    assert fuse_ranks([["a"], ["a"]], constant=0) == [("a", 2.0)]
    assert fuse_ranks([]) == fuse_ranks([[], []]) == []
