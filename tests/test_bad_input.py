"""Every public function with every kind of bad argument: the error is of the right type and names argument, value and
remedy.

Not bad: a question of unknown words, an empty question, a blank document. Those give an honest empty result.
"""

import inspect
import math

import numpy as np
import pytest

import ragkit
from ragkit import (
    BY_NUMBER,
    AlikeBm25Embedder,
    Bm25Embedder,
    Chunk,
    FunctionEmbedder,
    Index,
    MixedEmbedder,
    TfidfEmbedder,
    answer,
    audit,
    bm25_idf,
    build_document_prompt,
    build_index,
    build_prompt,
    build_source_prompt,
    char_ngrams,
    chunk_chars,
    chunk_documents,
    chunk_markdown,
    chunk_sentences,
    chunk_words,
    damped_idf,
    expected_chunks,
    extractive_generator,
    fuse_ranks,
    plain_idf,
    read_numbers,
    read_sources,
    retrieve,
    smooth_idf,
    split_sentences,
    stub_generator,
    tokenize,
    word_ngrams,
)

NAN, DOCS = float("nan"), {"a": "refund desk", "b": "gift cards"}
INDEX = build_index(DOCS)
HITS = retrieve("refund", INDEX)
TEXTS = list(DOCS.values())
FITTED = [embedder().fit(TEXTS) for embedder in (TfidfEmbedder, Bm25Embedder, AlikeBm25Embedder)]
FITTED.append(MixedEmbedder([(1, TfidfEmbedder())]).fit(TEXTS))
FITTED.append(FunctionEmbedder(lambda texts: [[1.0, 2.0]] * len(texts)))

NO_TEXT = [None, NAN, 7, b"bytes", ["list"]]
NO_WHOLE_NUMBER = [1.5, "3", None, True, NAN, [1]]
NO_NUMBER = ["0.2", None, True, [0.2], 1j]
NOT_FINITE = [NAN, math.inf, -math.inf, np.float64("nan")]


def bad(call, value, error, *words):
    """One row of the table: `call(value)` raises `error`, whose message holds the words and the value."""
    return pytest.param(call, value, error, words, id=f"{words[0]}={value!r:.30}")


def rows():
    """The table: for each function its arguments, for each argument the bad values, what is raised, what it says."""
    # text that is no str
    for function in (tokenize, split_sentences, char_ngrams(3, 5), word_ngrams(1, 2)):
        yield from (bad(function, value, TypeError, "text", "must be a str") for value in NO_TEXT)
    for function in (chunk_words, chunk_chars, chunk_sentences, chunk_markdown):
        yield from (bad(function, value, TypeError, "text", "must be a str") for value in NO_TEXT)
    for embedder in FITTED:
        for value in NO_TEXT:
            yield bad(embedder.embed, value, TypeError, "text", "must be a str")
            yield bad(lambda v, e=embedder: e.embed_all(["x", v]), value, TypeError, "texts[1]", "must be a str")
        for value in ("one str", None, 7):
            yield bad(embedder.embed_all, value, TypeError, "texts", "must be a list of str")
            if hasattr(embedder, "fit"):
                yield bad(embedder.fit, value, TypeError, "texts", "must be a list of str")
    for value in NO_TEXT:
        yield bad(lambda v: TfidfEmbedder().fit(["x", v]), value, TypeError, "texts[1]", "must be a str", "pass ''")
        yield bad(lambda v: retrieve(v, INDEX), value, TypeError, "question", "must be a str")
        yield bad(lambda v: answer(v, INDEX), value, TypeError, "question", "must be a str")
        for build in (build_prompt, build_source_prompt, build_document_prompt):
            yield bad(lambda v, b=build: b(v, HITS), value, TypeError, "question", "must be a str")
        for generate in (stub_generator, extractive_generator):
            yield bad(generate, value, TypeError, "prompt", "must be a str")
        yield bad(lambda v: read_numbers(v, 3), value, TypeError, "reply", "must be a str")
        yield bad(lambda v: read_sources(v, ["a"]), value, TypeError, "reply", "must be a str")
        yield bad(lambda v: audit(v, HITS), value, TypeError, "reply", "must be a str")
        for build in (build_index, chunk_documents, build_index(DOCS).update):
            yield bad(lambda v, b=build: b({"a": "x", "b": v}), value, TypeError, "docs['b']", "must be a str")
            if value != ["list"]:
                yield bad(lambda v, b=build: b({"a": "x", v: "x"}), value, TypeError, "document id", "must be a str")

    # sizes and overlaps
    for function, size in (
        (lambda v: chunk_words("a b", v, 0), "size"),
        (lambda v: chunk_chars("a b", v, 0), "size"),
        (lambda v: chunk_sentences("a b", v, 0), "max_words"),
        (lambda v: chunk_markdown("a b", v, 0), "max_words"),
        (lambda v: expected_chunks(5, v, 0), "size"),
        (lambda v: build_index(DOCS, v, 0), "size"),
        (lambda v: chunk_documents(DOCS, size=v, overlap=0), "size"),
        (lambda v: word_ngrams(v, 2), "lo"),
        (lambda v: word_ngrams(1, v), "hi"),
        (lambda v: char_ngrams(v, 2), "lo"),
        (lambda v: char_ngrams(1, v), "hi"),
        (lambda v: AlikeBm25Embedder(alike=v), "alike"),
        (lambda v: retrieve("refund", INDEX, v), "k"),
        (lambda v: answer("refund", INDEX, k=v), "k"),
        (lambda v: fuse_ranks([["a"]], k=math.pi if v is None else v), "k"),  # None means all of them
    ):
        yield from (bad(function, value, TypeError, size, "must be a whole number") for value in NO_WHOLE_NUMBER)
        yield from (bad(function, value, ValueError, size, "must be 1 or more") for value in (0, -1))
    for function, overlap in (
        (lambda v: chunk_words("a b", 3, v), "overlap"),
        (lambda v: chunk_chars("a b", 3, v), "overlap"),
        (lambda v: chunk_sentences("a b", 3, v), "overlap_sentences"),
        (lambda v: chunk_markdown("a b", 3, v), "overlap"),
        (lambda v: expected_chunks(5, 3, v), "overlap"),
        (lambda v: expected_chunks(v, 3, 0), "n_words"),
        (lambda v: build_index(DOCS, 3, v), "overlap"),
        (lambda v: chunk_documents(DOCS, size=3, overlap=v), "overlap"),
    ):
        yield from (bad(function, value, TypeError, overlap, "must be a whole number") for value in NO_WHOLE_NUMBER)
        yield bad(function, -1, ValueError, overlap, "must be 0 or more")
        if overlap == "overlap":
            yield from (bad(function, v, ValueError, "overlap", "0 <= overlap <", "move forward") for v in (3, 4))
    yield bad(lambda v: word_ngrams(*v), (3, 2), ValueError, "lo and hi", "1 <= lo <= hi", "lo=3, hi=2")
    yield bad(lambda v: char_ngrams(*v), (3, 2), ValueError, "lo and hi", "1 <= lo <= hi", "lo=3, hi=2")

    # numbers
    for call in (lambda v: retrieve("refund", INDEX, min_score=v), lambda v: answer("refund", INDEX, min_score=v)):
        yield from (bad(call, value, TypeError, "min_score", "must be a number") for value in NO_NUMBER)
        yield from (bad(call, value, ValueError, "min_score", "must be finite", "0.2") for value in NOT_FINITE)
    for name, wrong in (("k1", (*NOT_FINITE, -1)), ("b", (*NOT_FINITE, -0.1, 1.1)), ("least", (*NOT_FINITE, 0, 1.1))):
        call = lambda v, name=name: AlikeBm25Embedder(**{name: v})  # noqa: E731
        yield from (bad(call, value, TypeError, name, "must be a number", "usual") for value in NO_NUMBER)
        yield from (bad(call, value, ValueError, name, "must", "usual") for value in wrong)
    weigh = lambda v: MixedEmbedder([(v, TfidfEmbedder())])  # noqa: E731
    yield from (bad(weigh, value, TypeError, "weight", "must be a number") for value in NO_NUMBER)
    yield from (bad(weigh, value, ValueError, "weight", "finite number of 0 or more") for value in (*NOT_FINITE, -1))
    yield bad(weigh, 0, ValueError, "weights", "must not all be 0")
    fuse = lambda v: fuse_ranks([["a"]], constant=v)  # noqa: E731
    yield from (bad(fuse, value, TypeError, "constant", "must be a number", "60") for value in NO_NUMBER)
    yield from (bad(fuse, value, ValueError, "constant", "must be finite", "60") for value in (*NOT_FINITE, -1))
    for formula in (plain_idf, damped_idf, smooth_idf, bm25_idf):
        yield from (bad(lambda v, f=formula: f(3, v), v, ValueError, "df", "between 1 and n") for v in (0, 4, NAN))
        yield from (bad(lambda v, f=formula: f(3, v), v, TypeError, "df", "must be a number") for v in ("1", None))
        yield from (bad(lambda v, f=formula: f(v, 1), v, TypeError, "n", "must be a number") for v in ("1", None))
    yield bad(lambda v: read_numbers("[1]", v), -1, ValueError, "shown", "0 or more")
    yield from (bad(lambda v: read_numbers("[1]", v), v, TypeError, "shown", "whole number") for v in NO_WHOLE_NUMBER)

    # corpora, documents and their ids
    yield bad(build_index, {}, ValueError, "docs", "at least one document")
    yield bad(build_index, {"a": " ", "b": ""}, ValueError, "docs", "at least one with words")
    for value in ({"a": "?!"}, {"a": "—", "b": "…"}):
        yield bad(build_index, value, ValueError, "no term in any", "pass text with words")
    for embedder in (TfidfEmbedder, Bm25Embedder, AlikeBm25Embedder, lambda: MixedEmbedder([(1, TfidfEmbedder())])):
        yield bad(lambda v, e=embedder: e().fit(v), [], ValueError, "texts is empty", "at least one text")
        yield bad(lambda v, e=embedder: e().fit(v), ["", "?!"], ValueError, "no", "term", "pass text with words")
        yield bad(lambda v, e=embedder: e().embed(v), "x", ValueError, "knows no corpus yet", "call fit(texts)")
        yield bad(lambda v, e=embedder: e().embed_all(v), ["x"], ValueError, "knows no corpus yet", "call fit(texts)")
    for build in (build_index, chunk_documents, build_index(DOCS).update):
        yield bad(build, [("p.md", "a"), ("p.md", "b")], ValueError, "document id 'p.md'", "twice", "id of its own")
        yield bad(build, {" ": "text"}, ValueError, "document id", "blank")
        yield from (bad(build, v, TypeError, "docs", "dict {id: text} or pairs") for v in ("text", None, 7))
        yield from (bad(build, v, TypeError, "docs", "dict {id: text} or pairs") for v in (["text"], [("a",)], [7]))
    twins = [Chunk("a#0", "a", "x"), Chunk("a#0", "a", "y")]
    yield bad(lambda v: Index(v, FITTED[0], np.eye(2)), twins, ValueError, "chunks", "ids of their own", "twice")
    yield bad(
        lambda v: Index(HITS[0][:1], FITTED[0], v), np.eye(2), ValueError, "matrix", "one row per chunk", "2 rows"
    )
    yield bad(lambda v: Index(HITS[0][:1], FITTED[0], v), [[NAN]], TypeError, "matrix", "two dimensions")
    yield bad(lambda v: Index(HITS[0][:1], FITTED[0], v), np.array([[NAN]]), ValueError, "matrix", "finite")
    yield bad(lambda v: Index(v, FITTED[0], np.eye(1)), ["text"], TypeError, "chunks", "chunk_documents")
    for value, error in (("a", TypeError), (["nowhere"], ValueError), ([None], ValueError)):
        yield bad(lambda v: retrieve("refund", INDEX, doc_ids=v), value, error, "doc_ids")

    # kinds of numbers
    for value in (np.float16, "float128", np.int64, np.complex128, ">f4", "number", 7):
        call = lambda v: build_index(DOCS, sparse=True, dtype=v)  # noqa: E731
        yield bad(call, value, ValueError, "dtype", "np.float64 or np.float32", repr(value))
    yield bad(lambda v: build_index(DOCS, dtype=v), np.float32, ValueError, "dtype=np.float32", "sparse=True")

    # functions that are none, or give something else
    for value in (None, "tokenize", 7):
        yield bad(lambda v: TfidfEmbedder(analyzer=v), value, TypeError, "analyzer", "must be a function")
        yield bad(lambda v: TfidfEmbedder(idf=v), value, TypeError, "idf", "must be a function", "plain_idf")
        yield bad(lambda v: Bm25Embedder(analyzer=v), value, TypeError, "analyzer", "must be a function")
        yield bad(FunctionEmbedder, value, TypeError, "embed_fn", "must be a function")
        yield bad(lambda v: chunk_documents(DOCS, v), value, TypeError, "chunker", "must be a function")
        yield bad(lambda v: answer("refund", INDEX, v), value, TypeError, "generate", "must be a function")
        if value is not None:
            yield bad(lambda v: build_index(DOCS, chunker=v), value, TypeError, "chunker", "must be a function")
            yield bad(lambda v: FunctionEmbedder(len, query_fn=v), value, TypeError, "query_fn", "must be a function")
        yield bad(lambda v: MixedEmbedder([(1, v)]), value, TypeError, "embedder", "embed and embed_all")
        yield bad(MixedEmbedder, value, ValueError, "parts", "list of (weight, embedder)")
    yield from (
        bad(MixedEmbedder, v, ValueError, "parts", "list of (weight, embedder)") for v in ([], [1], [(1, 2, 3)])
    )
    for value in (None, "a str", 7, [7], [None]):
        for call in (lambda v: chunk_documents(DOCS, lambda t: v), lambda v: build_index(DOCS, chunker=lambda t: v)):
            yield bad(call, value, TypeError, "chunker", "must give a list of str or Section")
    for value in (None, "a str", 7):
        yield bad(lambda v: TfidfEmbedder(analyzer=lambda t: v).fit(["x"]), value, TypeError, "analyzer", "must give")
        yield bad(lambda v: Index(twins[:1], v, np.eye(1)), value, TypeError, "embedder", "embed and embed_all")
        if value is not None:
            yield bad(lambda v: build_index(DOCS, embedder=v), value, TypeError, "embedder", "embed and embed_all")
    for value in ("the", None, 7, [None], [7]):
        for call in (
            lambda v: word_ngrams(1, 1, stop_words=v),
            lambda v: TfidfEmbedder(stop_words=v),
            lambda v: Bm25Embedder(stop_words=v),
        ):
            yield bad(call, value, TypeError, "stop_words")
    yield bad(lambda v: fuse_ranks(v), ["ab"], TypeError, "rankings", "lists of ids")
    for build in (build_prompt, build_source_prompt, build_document_prompt):
        yield bad(lambda v, b=build: b("q", v), [], ValueError, "hits is empty", "not found")
    for generate in (stub_generator, extractive_generator):
        yield bad(generate, "just text", ValueError, "prompt", "build_prompt makes it")
    for value in (None, 7, DOCS):
        yield bad(lambda v: retrieve("refund", v), value, TypeError, "index", "build_index")
    for value in (None, 7, "BY_NUMBER"):
        yield bad(lambda v: answer("refund", INDEX, citing=v), value, TypeError, "citing", "BY_NUMBER")


@pytest.mark.parametrize(("call", "value", "error", "words"), list(rows()))
def test_the_error_names_argument_value_and_remedy(call, value, error, words):
    with pytest.raises(error) as raised:
        call(value)
    message = str(raised.value)
    assert raised.type in (TypeError, ValueError)
    for word in words:
        assert word in message, message


VALUES = [
    (lambda: chunk_words("a", 3, 5), "overlap=5, size=3"),
    (lambda: retrieve("q", INDEX, k=-2), "-2"),
    (lambda: retrieve("q", INDEX, min_score=NAN), "nan"),
    (lambda: retrieve(None, INDEX), "NoneType: None"),
    (lambda: build_index({"a": NAN}), "float: nan"),
    (lambda: TfidfEmbedder().fit(["a", 7]), "int: 7"),
    (lambda: MixedEmbedder([(-0.5, TfidfEmbedder())]), "-0.5"),
    (lambda: plain_idf(3, 4), "df=4"),
    (lambda: Bm25Embedder(b=2), "2"),
    (lambda: retrieve("q", INDEX, doc_ids=["nowhere"]), "nowhere"),
    (lambda: FunctionEmbedder(lambda texts: [[1.0]]).embed_all(["a", "b"]), "(1, 1)"),
]


@pytest.mark.parametrize(("call", "value"), VALUES)
def test_the_message_shows_the_value(call, value):
    with pytest.raises((TypeError, ValueError)) as raised:
        call()
    assert value in str(raised.value)


def test_an_endless_value_does_not_make_an_endless_message():
    for call in (lambda: build_index("x" * 10**6), lambda: answer("refund", INDEX, lambda prompt: ["x"] * 10**6)):
        with pytest.raises(TypeError) as raised:
            call()
        assert len(str(raised.value)) < 500


# Evaluation is tested for bad input beside its other tests; best_lexical takes nothing; the two others only hold.
ELSEWHERE = "evaluate recall_at_k hit_at_k reciprocal_rank ndcg_at_k best_lexical Chunk Section".split()


def test_every_public_function_is_in_the_table():
    source = inspect.getsource(rows)
    public = [name for name in ragkit.__all__ if callable(getattr(ragkit, name))]
    assert [name for name in public if name not in source and name not in ELSEWHERE] == []


@pytest.mark.parametrize("question", ["", " \n", "zxqv", "?!", "\x00"])
def test_no_question_is_bad_input(question):
    assert retrieve(question, INDEX) == []
    assert answer(question, INDEX, citing=BY_NUMBER) == {"answer": "not found", "citations": [], "prompt": None}


def test_no_blank_document_is_bad_input():
    index = build_index({"a": "", "b": "refund desk", "c": "gift", "d": " \n"})
    assert [chunk.id for chunk in index.chunks] == ["b#0", "c#0"]
    assert set(index.hashes) == {"a", "b", "c", "d"}
