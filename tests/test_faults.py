"""What fails leaves things as they were: saves cut short, damaged files, embedders and generators gone wrong, and
input far larger than meant."""

import os
import random
import subprocess
import sys
import textwrap
import time
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from ragkit import (
    FunctionEmbedder,
    Index,
    MixedEmbedder,
    TfidfEmbedder,
    answer,
    audit,
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
    read_numbers,
    read_sources,
    retrieve,
    smooth_idf,
    split_sentences,
    tokenize,
    word_ngrams,
)
from ragkit.corpora import load

DOCS = {"a": "refund desk", "b": "gift cards", "c": "parcel hours"}
NEW = {"a": "refund in seven days", "b": "gift cards", "d": "refund by card"}


# ---------------------------------------------------------------- a save cut short


class Cut(BaseException):
    """Not an Exception: as KeyboardInterrupt, it passes any handler that is not meant for it."""


@pytest.mark.parametrize("moment", ["json.dumps", "numpy.savez", "os.fsync", "os.replace"])
def test_a_save_that_fails_leaves_the_old_file_and_no_other(tmp_path, monkeypatch, moment):
    def cut(*args, **kwargs):
        raise Cut

    path = tmp_path / "index"
    build_index(DOCS).save(path)
    before = path.read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr(moment, cut)
        with pytest.raises(Cut):
            build_index(NEW).save(path)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]
    build_index(NEW).save(path)
    assert {chunk.doc_id for chunk in Index.load(path).chunks} == set(NEW)


def test_a_disk_that_is_full_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "index"
    build_index(DOCS).save(path)
    before = path.read_bytes()
    opened = Path.open

    def full(self, *args, **kwargs):
        file = opened(self, *args, **kwargs)
        if self.suffix == ".part":
            file.close()
            file = opened(Path("/dev/full"), "wb") if os.path.exists("/dev/full") else file
        return file

    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", full)
        with pytest.raises((OSError, ValueError)):
            build_index(NEW).save(path)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("moment", range(4))
def test_a_process_killed_while_it_saves_leaves_the_old_file_or_the_new_one(tmp_path, moment):
    """Killed before the first byte is on its way, after half of them, before the rename, and after it."""
    path = tmp_path / "index"
    build_index(DOCS).save(path)
    code = f"""
        import os, pathlib
        from ragkit import build_index
        moment, opened, replace = {moment}, pathlib.Path.open, os.replace
        class Killed:
            def __init__(self, file): self.file = file
            def __enter__(self): return self
            def __exit__(self, *error): self.file.close()
            def __getattr__(self, name): return getattr(self.file, name)
            def write(self, data):
                if moment < 2:
                    self.file.write(data[: moment * len(data) // 2])
                    self.file.flush()
                    os._exit(9)
                return self.file.write(data)
        def replaced(*paths):
            if moment == 3:
                replace(*paths)
            os._exit(9)
        pathlib.Path.open = lambda self, *args, **options: Killed(opened(self, *args, **options))
        os.replace = replaced
        build_index({NEW!r}).save({str(path)!r})
    """
    root = Path(__file__).resolve().parent.parent
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(root), os.environ.get("PYTHONPATH")]))},
    )
    assert done.returncode == 9
    assert {chunk.doc_id for chunk in Index.load(path).chunks} == set(NEW if moment == 3 else DOCS)


# ---------------------------------------------------------------- a damaged file


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    path = tmp_path_factory.mktemp("saved") / "index"
    build_index(DOCS).save(path)
    return path.read_bytes()


def test_any_byte_that_changed_is_noticed(saved, tmp_path):
    path, random_bits = tmp_path / "index", random.Random(8)
    for place in [*range(200), *range(200, len(saved), 11)]:
        damaged = bytearray(saved)
        damaged[place] ^= 1 << random_bits.randrange(8)
        path.write_bytes(damaged)
        with pytest.raises(ValueError, match="path"):
            Index.load(path)


def test_a_file_cut_short_lengthened_or_foreign_is_refused(saved, tmp_path):
    path = tmp_path / "index"
    lines = saved.split(b"\n", 2)
    for data in (
        *(saved[:length] for length in range(0, len(saved), 97)),
        saved + b"\0",
        b"",
        b"PK\x03\x04 some other zip",
        b"\x80\x04\x95pickle",
        b"ragkit index 1\n" + saved.split(b"\n", 1)[1],
        lines[0] + b"\n" + lines[1],
    ):
        path.write_bytes(data)
        with pytest.raises(ValueError, match="path"):
            Index.load(path)


def test_a_file_whose_checksum_fits_but_whose_parts_do_not_is_refused(tmp_path):
    import hashlib
    import io

    for arrays in ({}, {"about": np.frombuffer(b"{", dtype=np.uint8)}, {"about": np.frombuffer(b"{}", np.uint8)}):
        buffer = io.BytesIO()
        np.savez(buffer, **arrays)
        body = buffer.getvalue()
        path = tmp_path / "index"
        path.write_bytes(b"ragkit index 2\n" + hashlib.sha256(body).hexdigest().encode() + b"\n" + body)
        with pytest.raises(ValueError, match="no whole index"):
            Index.load(path)


# ---------------------------------------------------------------- embedders and generators gone wrong


def good(texts):
    """Vectors by the number of letters and of blanks."""
    return [[len(text), text.count(" ") + 1] for text in texts]


def raising(texts):
    raise ConnectionError("the service is away")


RUBBISH = {
    "raises": raising,
    "None": lambda texts: None,
    "a list of None": lambda texts: [None] * len(texts),
    "NaN": lambda texts: [[float("nan"), 1.0]] * len(texts),
    "infinity": lambda texts: np.full((len(texts), 2), np.inf),
    "one vector too few": lambda texts: good(texts)[1:],
    "one vector too many": lambda texts: [*good(texts), [1.0, 2.0]],
    "one flat list": lambda texts: [1.0] * len(texts),
    "a number": lambda texts: 1.0,
    "text": lambda texts: "rubbish",
    "vectors of different length": lambda texts: [[1.0] * (i + 1) for i in range(len(texts))],
    "vectors of another length": lambda texts: [[1.0, 2.0, 3.0]] * len(texts),
    "vectors without an entry": lambda texts: [[]] * len(texts),
    "matrices": lambda texts: [[[1.0]]] * len(texts),
    "a dict": lambda texts: {text: [1.0, 2.0] for text in texts},
    "an iterator": lambda texts: iter(good(texts)),
}


def snapshot(index):
    return list(index.chunks), index.matrix.copy(), dict(index.hashes), retrieve("refund desk", index, 5, -1)


def assert_untouched(index, before):
    after = snapshot(index)
    assert after[0] == before[0] and np.array_equal(after[1], before[1]) and after[2:] == before[2:]


@pytest.mark.parametrize("name", RUBBISH)
@pytest.mark.parametrize("mixed", [False, True])
def test_an_embedder_gone_wrong_is_named_and_leaves_the_index_as_it_was(name, mixed):
    state = {"embed": good}
    embedder = FunctionEmbedder(lambda texts: state["embed"](texts))
    embedder = MixedEmbedder([(0.5, embedder), (0.5, TfidfEmbedder())]) if mixed else embedder
    index = build_index(DOCS, embedder=embedder)
    before = snapshot(index)
    state["embed"] = RUBBISH[name]
    expected = ConnectionError if name == "raises" else ValueError
    with pytest.raises(expected, match="away" if name == "raises" else "embed_fn"):
        index.update(NEW)
    with pytest.raises(expected):
        retrieve("refund desk", index)
    state["embed"] = good
    assert_untouched(index, before)
    index.update(NEW)
    assert {chunk.doc_id for chunk in index.chunks} == set(NEW)


class Own:
    """An embedder of the reader's own, good until told otherwise."""

    gives = staticmethod(good)

    def embed_all(self, texts):
        return self.gives(texts)

    def embed(self, text):
        given = self.gives([text])
        return given[0] if isinstance(given, (list, np.ndarray)) and len(given) else given


@pytest.mark.parametrize("name", [name for name in RUBBISH if name != "raises"])
def test_so_is_one_that_is_no_function(name):
    index = build_index(DOCS, embedder=Own())
    before = snapshot(index)
    index.embedder.gives = RUBBISH[name]
    with pytest.raises(ValueError, match="embed"):
        index.update(NEW)
    index.embedder.gives = good
    assert_untouched(index, before)
    if name != "vectors of another length":  # which are as good as any for a first index
        wrong = Own()
        wrong.gives = RUBBISH[name]
        with pytest.raises(ValueError, match="embed_all"):
            build_index(DOCS, embedder=wrong)


def test_a_learning_embedder_that_fails_halfway_leaves_the_index_as_it_was():
    class Learning:
        def __init__(self):
            self.words = []

        def fit(self, texts):
            self.words.clear()  # in place, so a copy of the object alone would lose its words too
            if any("seven" in text for text in texts):
                raise MemoryError
            self.words.extend(sorted({word for text in texts for word in text.split()}))

        def embed(self, text):
            return np.array([float(word in text.split()) for word in self.words])

        def embed_all(self, texts):
            return np.array([self.embed(text) for text in texts])

    index = build_index(DOCS, embedder=Learning())
    before = snapshot(index)
    with pytest.raises(MemoryError):
        index.update(NEW)
    assert_untouched(index, before)


@pytest.mark.parametrize("docs", [{"a": None}, {"a": 1.5}, {1: "text"}, [("a", "x"), ("a", "y")], "text", {"!": "?!"}])
def test_documents_gone_wrong_leave_the_index_as_it_was(docs):
    index = build_index(DOCS)
    before = snapshot(index)
    with pytest.raises((TypeError, ValueError)):
        index.update(docs)
    assert_untouched(index, before)


@pytest.mark.parametrize("reply", [None, 7, ["text"], b"text", float("nan")])
def test_a_generator_gone_wrong_is_named_and_leaves_the_index_as_it_was(reply):
    index = build_index(DOCS)
    before = snapshot(index)
    with pytest.raises(TypeError, match=f"generate must return a str, got {type(reply).__name__}"):
        answer("refund", index, lambda prompt: reply)
    with pytest.raises(ConnectionError):
        answer("refund", index, raising)
    assert_untouched(index, before)


# ---------------------------------------------------------------- far more than meant

N = 40_000

UNENDING = {  # texts of about n characters that once took time times length somewhere, or would in a simpler pattern
    "one word": lambda n: "a" * n,
    "one word beyond ASCII": lambda n: "ä" * n,
    "marks": lambda n: "\u0301" * n,
    "a letter and marks": lambda n: "a" + "\u0301" * n,
    "full stops": lambda n: "." * n + "x",
    "full stops and quotes": lambda n: '."' * (n // 2) + "x",
    "blanks": lambda n: "x" + " " * n + "x",
    "line ends": lambda n: "\n" * n + "x",
    "Windows line ends": lambda n: "\r\n" * (n // 2) + "x",
    "blank lines with blanks": lambda n: "\n  " * (n // 3) + "x",
    "heading of blanks": lambda n: "# a" + " " * n + "x",
    "heading of hashes": lambda n: "# a" + " #" * (n // 2) + "x",
    "heading of stars": lambda n: "# " + "*a " * (n // 3),
    "heading of brackets": lambda n: "# " + "[" * n,
    "heading of links": lambda n: "# " + "[a](" * (n // 4),
    "headings": lambda n: "# a\n" * (n // 4),
    "underlines": lambda n: "a\n=\n" * (n // 4),
    "rules": lambda n: "- " * (n // 2) + "x",
    "ticks": lambda n: "`" * n,
    "ticks in runs": lambda n: " ".join("`" * i for i in range(1, int((2 * n) ** 0.5))),
    "open fence": lambda n: "```\n" + "# a\n" * (n // 4),
    "open comment": lambda n: "<!--\n" + "# a\n" * (n // 4),
    "quotes": lambda n: ">" * n,
    "open brackets": lambda n: "[" * n,
    "open markers": lambda n: "[1, " * (n // 4),
    "nested markers": lambda n: "[" * (n // 2) + "1" + "]" * (n // 2),
    "markers": lambda n: "[1]" * (n // 3),
    "ranges": lambda n: "[1-999999999]" * (n // 13),
    "digits": lambda n: "[" + "1" * n + "]",
    "lists of sources": lambda n: "Sources:\n[1] a\n" * (n // 15) + "x",
    "no blanks between words": lambda n: "返品" * (n // 2),
    "settings that never close": lambda n: "---\n" + "a: b\n" * (n // 5),
    "capitals": lambda n: "A. " * (n // 3),
    "numbers": lambda n: "1,000" * (n // 5),
}


def work(text):
    """Processor seconds that the readers of text take for this one."""
    began = time.process_time()
    shown = [(chunk, 1.0) for chunk in chunk_documents({"a": "x" + text}, chunk_chars, size=10**9, overlap=0)]
    for analyze in (tokenize, char_ngrams(3, 5), word_ngrams(1, 2), split_sentences):
        analyze(text)
    for chunker in (chunk_words, chunk_chars, chunk_sentences, chunk_markdown):
        chunker(text)
    chunk_sentences(text, 10**9, 5), read_numbers(text, 3), read_sources(text, ["a#0"]), audit(text, shown)
    for build in (build_prompt, build_source_prompt, build_document_prompt):
        build(text, shown)
    return time.process_time() - began


@pytest.mark.parametrize("name", UNENDING)
def test_four_times_the_length_takes_about_four_times_the_work(name):
    short, long = UNENDING[name](N // 4), UNENDING[name](N)
    assert any(work(long) < 9 * work(short) for _ in range(4))  # time times length would be sixteen times


def test_one_endless_word_among_documents_is_indexed_and_found():
    index = build_index({"long": "a" * 1_000_000, "other": "gift cards"}, sparse=True)
    assert [chunk.doc_id for chunk, _ in retrieve("a" * 1_000_000, index)] == ["long"]


def test_very_many_tiny_documents():
    docs = {f"d{i}": f"word{i} item" for i in range(20_000)}
    index = build_index(docs, sparse=True)
    assert [chunk.id for chunk, _ in retrieve("word777", index)] == ["d777#0"]
    assert index.update({**docs, "d5": "word5 changed"}).embedded == 1
    assert [chunk.id for chunk, _ in retrieve("changed", index)] == ["d5#0"]


def test_a_long_document_takes_memory_in_proportion():
    """What chunking holds at once, besides its result, stays within some times the text: about 60 bytes a word."""
    text = "the refund takes seven working days " * 20_000
    for chunker in (chunk_words, chunk_sentences, chunk_markdown):
        tracemalloc.start()
        chunks = chunker(text)
        kept, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert chunks and peak - kept < 10 * len(text), (chunker.__name__, peak - kept, len(text))


def test_the_corpora_survive_every_other_cut_and_mark():
    """The whole loop over real text whose every line is broken in some way."""
    for name, text in list(load("shop").items())[:8]:
        for broken in (text[::2], text.replace(" ", "\u200b"), text.replace("\n", "\r"), text[: len(text) // 2]):
            index = build_index(
                {name: broken, "other": "gift"}, embedder=TfidfEmbedder(idf=smooth_idf), chunker=chunk_markdown
            )
            assert np.isfinite(index.matrix).all()
