"""What holds for any input: nothing lost, nothing invented, one order, no forged line, no false source."""

import math
import os
import re
import warnings
from functools import partial
from unittest import mock

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from strategies import corpora, ids, texts

from ragkit import (
    BY_DOCUMENT,
    BY_NUMBER,
    BY_SOURCE,
    AlikeBm25Embedder,
    Bm25Embedder,
    Chunk,
    FunctionEmbedder,
    Index,
    MixedEmbedder,
    TfidfEmbedder,
    answer,
    build_index,
    char_ngrams,
    chunk_chars,
    chunk_documents,
    chunk_markdown,
    chunk_sentences,
    chunk_words,
    expected_chunks,
    hit_at_k,
    ndcg_at_k,
    read_numbers,
    read_sources,
    recall_at_k,
    reciprocal_rank,
    retrieve,
    smooth_idf,
    spacing,
    split_sentences,
    stub_generator,
    tokenize,
    word_ngrams,
)
from ragkit.counting import count_plainly, count_terms
from ragkit.spacing import windows
from ragkit.text import fold

settings.register_profile("ragkit", max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("long", settings.get_profile("ragkit"), max_examples=3000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ragkit"))

sizes = st.integers(1, 12).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size - 1)))
CHUNKERS = {
    "words": partial(chunk_words, size=5, overlap=2),
    "chars": partial(chunk_chars, size=9, overlap=4),
    "sentences": partial(chunk_sentences, max_words=6, overlap_sentences=1),
    "markdown": partial(chunk_markdown, max_words=6, overlap=2),
}


def vowels(texts):
    """A function that embeds: counts of five letters, all zeros for many a text."""
    return [[text.count(letter) for letter in "aeiou"] for text in texts]


EMBEDDERS = {
    "plain": TfidfEmbedder,
    "smooth, runs": lambda: TfidfEmbedder(idf=smooth_idf, analyzer=word_ngrams(1, 2), sublinear=True),
    "pieces": lambda: TfidfEmbedder(idf=smooth_idf, analyzer=char_ngrams(2, 4)),
    "bm25": Bm25Embedder,
    "alike": AlikeBm25Embedder,
    "mixed": lambda: MixedEmbedder([(0.7, Bm25Embedder()), (0.3, TfidfEmbedder(analyzer=char_ngrams(3, 3)))]),
    "function": lambda: FunctionEmbedder(vowels),
}


def built(docs, **options):
    """The index, or nothing where the documents hold no word: that is refused, and tested elsewhere."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "every chunk weighs nothing")
        try:
            return build_index(docs, **options)
        except ValueError as error:
            assert re.search("hold no text|no term|no part found", str(error)), error
            assume(False)


# ---------------------------------------------------------------- words


@given(texts)
def test_folding_and_tokenizing_again_change_nothing(text):
    words = tokenize(text)
    assert fold(fold(text)) == fold(text)
    assert tokenize(" ".join(words)) == words
    assert tokenize(text.upper().lower()) == tokenize(text.lower())
    assert all(word and word == fold(word) and not re.search(r"\s", word) for word in words)


@given(st.lists(texts, max_size=6), st.sampled_from([tokenize, word_ngrams(1, 2), char_ngrams(2, 4)]))
def test_terms_counted_all_at_once_are_those_counted_text_by_text(some, analyzer):
    quick, plain = count_terms(some, analyzer), count_plainly(some, analyzer)
    assert quick.vocabulary == plain.vocabulary
    for name in ("column_starts", "rows", "values"):
        assert np.array_equal(getattr(quick.postings, name), getattr(plain.postings, name)), name


# ---------------------------------------------------------------- chunkers lose and invent nothing, and end


@pytest.mark.parametrize("short", [0, 10**9])
@given(text=texts, size_and_overlap=sizes)
def test_windows_of_words_are_runs_of_the_source_and_rebuild_it(short, text, size_and_overlap):
    size, overlap = size_and_overlap
    with mock.patch.object(spacing, "SHORT", short):  # a short text and a long one are cut in different ways
        chunks, words = chunk_words(text, size, overlap), text.split()
    assert [str(chunk) for chunk in chunks] == [" ".join(words[i:j]) for i, j in windows(len(words), size, overlap)]
    assert len(chunks) == expected_chunks(len(words), size, overlap)
    rebuilt = [word for number, chunk in enumerate(chunks) for word in chunk.split()[overlap if number else 0 :]]
    assert rebuilt == words
    for chunk in chunks:
        assert text[chunk.start : chunk.end].split() == chunk.split() and 0 < len(chunk.split()) <= size


@given(texts, sizes)
def test_windows_of_characters_cover_all_but_blanks(text, size_and_overlap):
    covered = set()
    for chunk in chunk_chars(text, *size_and_overlap):
        assert chunk == text[chunk.start : chunk.end] and 0 < len(chunk) <= size_and_overlap[0]
        covered.update(range(chunk.start, chunk.end))
    assert all(place in covered or character.isspace() for place, character in enumerate(text))


@given(texts)
def test_sentences_are_the_text_without_the_blanks_between_them(text):
    sentences, place = split_sentences(text), 0
    for sentence in sentences:
        found = text.index(sentence, place)
        assert not text[place:found].strip() and sentence == sentence.strip() != ""
        place = found + len(sentence)
    assert not text[place:].strip()


@given(texts, st.integers(1, 12), st.integers(0, 4))
def test_packed_sentences_cover_all_but_blanks_and_each_chunk_starts_and_ends_later(text, max_words, overlap):
    covered, last = set(), (-1, -1)
    for chunk in chunk_sentences(text, max_words, overlap):
        assert chunk == text[chunk.start : chunk.end] and chunk.start > last[0] and chunk.end > last[1]
        last = (chunk.start, chunk.end)
        covered.update(range(chunk.start, chunk.end))
    assert all(place in covered or character.isspace() for place, character in enumerate(text))


@given(texts, sizes)
def test_markdown_sections_hold_each_word_of_the_source_as_text_or_heading(text, size_and_overlap):
    sections = chunk_markdown(text, *size_and_overlap)
    covered, everything = set(), " ".join(section.text for section in sections)
    for section in sections:
        assert text[section.start : section.end] in section.text and section.text.strip()
        covered.update(range(section.start, section.end))
    assert len({section.slug for section in sections}) == len(sections)
    left_out = "".join(c if place not in covered else " " for place, c in enumerate(text))
    front = re.match(r"\ufeff?---.*?\n(---|\.\.\.)[ \t]*(\r?\n|$)", text, re.DOTALL)
    for word in tokenize(left_out[front.end() if front else 0 :]):
        assert word in tokenize(everything) or "section" in everything, (word, sections)


# ---------------------------------------------------------------- ids


@given(corpora, st.sampled_from(sorted(CHUNKERS)))
def test_ids_are_unique_begin_with_their_document_and_depend_on_nothing_else(docs, name):
    chunks = chunk_documents(docs, CHUNKERS[name])
    assert len({chunk.id for chunk in chunks}) == len(chunks)
    for doc_id, text in docs.items():
        own = [chunk for chunk in chunks if chunk.doc_id == doc_id]
        assert all(chunk.id == doc_id or chunk.id.startswith(f"{doc_id}#") for chunk in own)
        assert own == chunk_documents({doc_id: text}, CHUNKERS[name])


# A document "a" with a chunk 0 and a document "a#0" with text ahead of its first heading would both be called "a#0".
@given(texts)
def test_a_section_keeps_its_id_when_text_elsewhere_grows(text):
    before = chunk_markdown("## Fees\none\n\n## Returns\ntwo")
    after = chunk_markdown("## Fees\n" + re.sub("[^a-z ]", " ", text) + "\n\n## Returns\ntwo")
    assert (before[-1].slug, before[-1].text) == (after[-1].slug, after[-1].text)


# ---------------------------------------------------------------- vectors and scores


@given(corpora, texts, st.sampled_from(sorted(EMBEDDERS)), st.booleans())
def test_vectors_are_finite_scores_lie_in_range_and_order_is_total(docs, question, name, sparse):
    index = built(docs, embedder=EMBEDDERS[name](), sparse=sparse and name != "function", chunker=CHUNKERS["words"])
    matrix = index.matrix.dense() if index.sparse else index.matrix
    assert np.isfinite(matrix).all()
    if name not in ("bm25", "alike", "mixed"):
        lengths = np.linalg.norm(matrix, axis=1)
        assert np.all((abs(lengths - 1) < 1e-9) | (lengths == 0))
        query = np.linalg.norm(index.embedder.embed(question))
        assert abs(query - 1) < 1e-9 or query == 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        hits = retrieve(question, index, k=4, min_score=-1)
    assert all(type(score) is float and -1e-9 <= score <= 1 + 1e-9 for _, score in hits)
    rounded = [(-round(score, 12), index.chunks.index(chunk)) for chunk, score in hits]
    assert rounded == sorted(rounded) and len({chunk.text for chunk, _ in hits}) == len(hits)
    assert hits == retrieve(question, index, k=4, min_score=-1)
    assert hits[:2] == retrieve(question, index, k=2, min_score=-1)
    assert [hit for hit in hits if hit[1] >= 0.2] == retrieve(question, index, k=4)


# ---------------------------------------------------------------- updates


@given(st.lists(corpora, min_size=2, max_size=4), st.sampled_from(sorted(EMBEDDERS)), st.sampled_from(sorted(CHUNKERS)))
def test_after_any_updates_the_index_is_the_one_built_anew(states, name, chunker):
    index = built(states[0], embedder=EMBEDDERS[name](), chunker=CHUNKERS[chunker])
    for docs in states[1:]:
        fresh = built(docs, embedder=EMBEDDERS[name](), chunker=CHUNKERS[chunker])
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "every chunk weighs nothing")
            index.update(docs)
        assert (index.chunks, index.hashes) == (fresh.chunks, fresh.hashes)
        assert np.array_equal(index.matrix, fresh.matrix)
        assert retrieve("the refund days", index, 5, -1) == retrieve("the refund days", fresh, 5, -1)


@given(docs=corpora, name=st.sampled_from(sorted(set(EMBEDDERS) - {"function"})), sparse=st.booleans())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_save_then_load_is_the_identity(tmp_path, docs, name, sparse):
    index = built(docs, embedder=EMBEDDERS[name](), sparse=sparse)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "every chunk weighs nothing")
        index.save(tmp_path / "index")
        loaded = Index.load(tmp_path / "index")
    assert (loaded.chunks, loaded.hashes, loaded.sparse) == (index.chunks, index.hashes, sparse)
    assert np.array_equal(*[(i.matrix.dense() if sparse else i.matrix) for i in (index, loaded)])


# ---------------------------------------------------------------- the prompt and its citations


shown_chunks = st.lists(st.tuples(ids, texts), min_size=1, max_size=4, unique_by=lambda pair: pair[0]).map(
    lambda pairs: [(Chunk(chunk_id, "d", text), 0.5) for chunk_id, text in pairs]
)


@given(shown_chunks, texts, st.sampled_from([BY_NUMBER, BY_SOURCE, BY_DOCUMENT]))
def test_a_prompt_holds_one_line_for_each_hit_and_no_text_writes_its_frame(hits, question, citing):
    lines = citing.build(question, hits).splitlines()
    assert len(lines) == len(hits) + 5 and lines[1] == lines[-3] == ""
    assert lines[-2].startswith("Question: ") and lines[-1] == "Answer:"
    for number, line in enumerate(lines[2:-3], start=1):
        assert line.startswith({BY_NUMBER: f"[{number}] ", BY_SOURCE: "["}.get(citing, "<document id="))
        assert line.count("<document ") == line.count("</document>") == 1 or citing is not BY_DOCUMENT


@given(shown_chunks, st.sampled_from([BY_NUMBER, BY_SOURCE, BY_DOCUMENT]))
def test_copying_any_text_of_the_prompt_cites_nothing(hits, citing):
    for line in citing.build("q", hits).split("\n")[2:-3]:
        body = line.partition("] ")[2] if citing is not BY_DOCUMENT else line[line.index(">") + 1 : -len("</document>")]
        assert citing.read(body, hits) == []


@given(texts, st.integers(0, 5))
def test_numbers_read_are_those_of_shown_chunks_each_once(reply, shown):
    numbers = read_numbers(reply, shown)
    assert set(numbers) <= set(range(1, shown + 1)) and len(set(numbers)) == len(numbers)
    assert all(str(number) in reply or "-" in reply or "–" in reply for number in numbers)


@given(texts, st.lists(ids, max_size=4, unique=True))
def test_sources_read_are_shown_ones_each_once(reply, shown):
    found = read_sources(reply, shown)
    assert set(found) <= set(shown) and len(set(found)) == len(found)


@given(corpora, texts)
def test_an_answer_cites_what_was_shown_or_was_not_found(docs, question):
    index = built(docs, embedder=TfidfEmbedder(idf=smooth_idf))
    for citing in (BY_NUMBER, BY_SOURCE, BY_DOCUMENT):
        result = answer(question, index, stub_generator, min_score=0.1, citing=citing)
        hits = retrieve(question, index, min_score=0.1)
        if hits:
            assert result["prompt"] == citing.build(question, hits)
            assert set(result["citations"]) <= {chunk.id for chunk, _ in hits}
        else:
            assert result == {"answer": "not found", "citations": [], "prompt": None}


# ---------------------------------------------------------------- metrics

names = st.lists(st.sampled_from("abcdef"), max_size=8)


@given(names, names, st.integers(1, 10))
def test_metrics_lie_in_0_to_1_with_repeats_and_any_k_and_are_nan_without_anything_relevant(ranked, relevant, k):
    for metric in (recall_at_k, hit_at_k, reciprocal_rank, ndcg_at_k):
        value = metric(ranked, relevant, k)
        assert type(value) is float
        assert 0 <= value <= 1 if relevant else math.isnan(value)
        assert value == metric(ranked, relevant[::-1], k) or not relevant
        if relevant and set(relevant) <= set(ranked):
            assert metric(ranked, relevant, 10) > 0


def test_the_strategies_reach_what_they_are_meant_to():
    """Texts with headings, sentences, markers and several scripts do come up."""
    wanted = {"heading": r"(?m)^#+ ", "marker": r"\[\d", "marks": "में", "fence": "```"}
    seen = set()

    @given(texts)
    @settings(max_examples=300, database=None, derandomize=True)
    def look(text):
        seen.update(name for name, pattern in wanted.items() if re.search(pattern, text))

    look()
    assert seen == set(wanted), pytest.fail(f"only {seen}")
