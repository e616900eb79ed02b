"""How much work is done, counted and not timed: what keeps ragkit quick on any machine."""

import tracemalloc

import numpy as np
import pytest

from ragkit import scanning
from ragkit.counting import count_terms
from ragkit.embedding import Bm25Embedder, TfidfEmbedder
from ragkit.measuring import fit_matrix, measure, sparse_query
from ragkit.postings import Postings, SparseVector
from ragkit.text import char_ngrams, tokenize


def texts(n, words=40):
    """n texts whose words follow Zipf's law, so that few are common and most are rare."""
    rng = np.random.default_rng(0)
    ranks = np.minimum(rng.zipf(1.3, (n, words)), 20_000)
    return [" ".join(f"word{rank}" for rank in row) for row in ranks.tolist()]


@pytest.fixture(scope="module")
def corpus():
    return texts(4000)


def sparse(embedder, some):
    return fit_matrix(embedder, measure(embedder, some), sparse=True)


@pytest.mark.parametrize("size", [500, 1000, 2000, 4000])
def test_a_question_touches_the_postings_of_its_words_and_no_others(corpus, size, monkeypatch):
    embedder = TfidfEmbedder()
    postings, touched = sparse(embedder, corpus[:size]), []
    column = Postings.column
    monkeypatch.setattr(Postings, "column", lambda self, j: touched.append(len(column(self, j)[0])) or column(self, j))
    question = "word2 word30 word400 unheard"
    postings @ SparseVector(*sparse_query(embedder, question))
    holding = [sum(word in text.split() for text in corpus[:size]) for word in question.split()]
    assert sorted(touched) == sorted(count for count in holding if count)


def test_each_word_of_a_text_is_scanned_once_and_few_are_spelt(corpus, monkeypatch):
    scanned, spelt = [], []
    number, spell = scanning.WordTable.number, scanning.WordTable._spelt

    def counting(self, raw, begin, end):
        scanned.append(len(begin))
        return number(self, raw, begin, end)

    def spelling(self, raw, begin, end):
        spelt.append(len(begin))
        return spell(self, raw, begin, end)

    monkeypatch.setattr(scanning.WordTable, "number", counting)
    monkeypatch.setattr(scanning.WordTable, "_spelt", spelling)
    counts = count_terms(corpus)
    total = sum(len(tokenize(text)) for text in corpus)
    assert sum(scanned) == total
    assert len(counts.vocabulary) <= sum(spelt) < 0.2 * total


def test_an_embedder_counts_terms_once_for_fit_and_rows(corpus):
    calls = []

    def analyzer(text):
        calls.append(text)
        return text.split()

    sparse(TfidfEmbedder(analyzer=analyzer), corpus[:200])
    assert len(calls) == 200


def test_character_pieces_are_cut_once_for_each_distinct_word(corpus, monkeypatch):
    cut = []
    of_word = type(char_ngrams(3, 4)).of_word
    monkeypatch.setattr(type(char_ngrams(3, 4)), "of_word", lambda self, word: cut.append(word) or of_word(self, word))
    count_terms(corpus, char_ngrams(3, 4))
    assert len(cut) == len(set(cut)) == len({word for text in corpus for word in text.split()})


def test_postings_hold_twelve_bytes_for_each_entry_and_eight_for_each_term(corpus):
    counts = count_terms(corpus)
    postings = sparse(Bm25Embedder(), corpus)
    entries = len(counts.postings.values)
    assert postings.nbytes == 12 * entries + 8 * (len(counts.vocabulary) + 1)
    assert postings.nbytes - postings.times(1, np.float32).nbytes == 4 * entries


def test_a_build_takes_memory_for_its_postings_not_for_zeros(corpus):
    sparse(TfidfEmbedder(), corpus[:10])  # what is made once per process is made
    peaks, entries = [], []
    for size in (1000, 4000):
        tracemalloc.start()
        postings = sparse(TfidfEmbedder(), corpus[:size])
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        entries.append(len(postings.values))
        zeros = 8 * postings.shape[0] * postings.shape[1]
        assert peaks[-1] < zeros / 5
    assert peaks[1] < 1.3 * peaks[0] * entries[1] / entries[0]
