"""The lexical recipe: what its terms are, what it finds, and what its score means."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragkit import best_lexical, build_index, retrieve
from ragkit.counting import count_plainly, count_terms
from ragkit.recipes import SearchPieces, SearchTerms, join_numbers, singular

DOCS = {
    "fees": "Orders above ₹1,299 ship free.",
    "lockers": "Locker 1 opens, locker 299 is shut.",
    "days": "Orders ship on Monday. Parcels arrive within three days.",
}


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("orders", "order"),
        ("parties", "party"),
        ("boxes", "box"),
        ("batches", "batch"),
        ("glass", "glass"),
        ("status", "status"),
        ("this", "this"),
        ("bus", "bus"),
        ("ties", "tie"),
        ("order", "order"),
    ],
)
def test_a_plural_loses_its_s_and_nothing_else_does(word, expected):
    assert singular(word) == expected


def test_numbers_are_one_term_with_or_without_separators():
    assert join_numbers("₹1,299 and 1,29,900 but 1, 2") == "₹1299 and 129900 but 1, 2"
    assert SearchTerms()("₹1,299") == ["1299"]
    index = build_index(DOCS, embedder=best_lexical())
    for question in ("1299", "1,299"):
        assert [chunk.doc_id for chunk, _ in retrieve(question, index, min_score=0.3)] == ["fees"]


def test_stop_words_leave_before_pairs_are_formed():
    assert SearchTerms()("The orders of a shop") == ["order", "shop"]
    assert SearchTerms(2, 2)("The orders of a shop") == ["order shop"]


def test_scripts_without_blanks_are_cut_into_characters_and_pairs():
    assert SearchTerms()("送料無料") == ["送", "料", "無", "料", "送料", "料無", "無料"]
    assert SearchPieces(3, 5)("送料") == ["送", "料", "送料"]
    assert SearchTerms(2, 2)("送料 無料") == ["送料 無料"]


def test_pieces_are_those_of_words_that_are_no_stop_words():
    assert SearchPieces(3, 3)("the pay") == [" pa", "pay", "ay "]


def test_a_misspelt_question_still_finds_its_chunk():
    index = build_index(
        {"refund": "Refunds arrive in a week.", "ship": "Parcels travel by air."}, embedder=best_lexical()
    )
    assert retrieve("refnd arives", index, min_score=0.01)[0][0].doc_id == "refund"


def test_words_unknown_to_the_corpus_count_against_every_chunk():
    index = build_index(DOCS, embedder=best_lexical())
    covered = retrieve("orders ship", index, min_score=0)[0][1]
    half_unknown = retrieve("orders ship zanzibar timbuktu", index, min_score=0)[0][1]
    assert half_unknown < covered * 0.75 < covered < 1


def test_dense_and_sparse_rows_give_the_same_hits():
    dense, sparse = (build_index(DOCS, embedder=best_lexical(), sparse=s) for s in (False, True))
    for question in ("when do orders ship", "locker", "₹1,299", "parcles"):
        a, b = retrieve(question, dense, min_score=0.01), retrieve(question, sparse, min_score=0.01)
        assert [c.id for c, _ in a] == [c.id for c, _ in b]
        assert [s for _, s in a] == pytest.approx([s for _, s in b], abs=1e-12)


@pytest.mark.parametrize("analyzer", [SearchTerms(), SearchTerms(2, 2), SearchTerms(1, 3), SearchPieces(3, 5)])
@settings(deadline=None)
@given(texts=st.lists(st.text(alphabet="aA s1,.९दिß ₹送料\u0301-", max_size=40), max_size=5))
def test_counting_many_texts_at_once_gives_what_each_text_alone_gives(analyzer, texts):
    quick, plain = count_terms(texts, analyzer), count_plainly(texts, analyzer)
    assert quick.vocabulary == plain.vocabulary
    assert quick.postings.dense().tolist() == plain.postings.dense().tolist()
