"""Documents into chunks: windows of words and characters, packed sentences, ids."""

import copy
import json
import pickle

import numpy as np
import pytest

from ragkit import (
    Chunk,
    Section,
    build_index,
    chunk_chars,
    chunk_documents,
    chunk_markdown,
    chunk_sentences,
    chunk_words,
    expected_chunks,
)

TEN = " ".join(f"w{i}" for i in range(1, 11))

# ---------------------------------------------------------------- windows of words


def test_windows_start_size_minus_overlap_apart():
    assert chunk_words(TEN, 4, 1) == ["w1 w2 w3 w4", "w4 w5 w6 w7", "w7 w8 w9 w10"]


def test_the_first_window_that_reaches_the_end_is_the_last():
    assert chunk_words("w1 w2 w3 w4 w5", 3, 1) == ["w1 w2 w3", "w3 w4 w5"]
    assert chunk_words("w1 w2 w3 w4", 3, 2) == ["w1 w2 w3", "w2 w3 w4"]


def test_a_text_shorter_than_a_window_is_one_chunk_and_a_blank_one_none():
    assert chunk_words("two words") == ["two words"]
    assert chunk_words("") == chunk_words(" \n\t ") == []


def test_defaults_are_30_words_and_10_shared():
    chunks = chunk_words(" ".join(map(str, range(70))))
    assert [len(chunk.split()) for chunk in chunks] == [30, 30, 30]
    assert chunks[0].split()[-10:] == chunks[1].split()[:10]


def test_paragraphs_are_cut_through_and_words_are_joined_by_one_blank():
    text = "Fees\nA fee applies.\n\nTimeline\nSeven days."
    assert chunk_words(text, 4, 2) == ["Fees A fee applies.", "fee applies. Timeline Seven", "Timeline Seven days."]


def test_chunks_know_where_in_the_source_they_stand_even_where_text_repeats():
    chunks = chunk_words("tick tock tick tock tick tock", 2, 0)
    assert chunks == ["tick tock"] * 3
    assert [chunk.start for chunk in chunks] == [0, 10, 20]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 30])
def test_the_closed_form_counts_what_the_loop_makes(size):
    for overlap in range(size):
        for n in range(65):
            text = " ".join(["w"] * n)
            assert expected_chunks(n, size, overlap) == len(chunk_words(text, size, overlap)), (n, size, overlap)


def test_whole_numbers_of_numpy_count_as_numbers():
    assert chunk_words(TEN, np.int64(4), np.int32(1)) == chunk_words(TEN, 4, 1)
    assert all(type(chunk.start) is int for chunk in chunk_words(TEN, np.int64(4), np.int32(1)))


def test_a_passage_is_copied_and_pickled_with_its_place():
    passage = chunk_words("a b c", 2, 1)[1]
    for twin in (copy.copy(passage), copy.deepcopy(passage), pickle.loads(pickle.dumps(passage))):
        assert (twin, twin.start, twin.end) == ("b c", 2, 5)


# ---------------------------------------------------------------- windows of characters


def test_character_windows_share_their_overlap():
    assert chunk_chars("abcdefghij", 4, 1) == ["abcd", "defg", "ghij"]


def test_nothing_is_lost_where_a_cut_falls_into_a_joined_emoji_or_before_an_accent():
    text = "ok 👩\u200d👧 cafe\u0301 end"
    chunks = chunk_chars(text, 5, 0)
    assert "".join(chunks) == text
    assert all(chunk.encode("utf-8") for chunk in chunks)


def test_character_windows_are_stripped_and_blank_ones_dropped():
    chunks = chunk_chars("ab      cd", 2, 0)
    assert chunks == ["ab", "cd"]
    assert [(chunk.start, chunk.end) for chunk in chunks] == [(0, 2), (8, 10)]


# ---------------------------------------------------------------- packed sentences


def test_sentences_are_packed_while_they_fit_and_the_last_one_is_shared():
    text = "One two three. Four five. Six seven eight. Nine."
    assert chunk_sentences(text, 6, 1) == ["One two three. Four five.", "Four five. Six seven eight. Nine."]


def test_a_chunk_is_the_source_as_it_stands_blanks_included():
    text = "See Dr. Menon.  Pay 200.\nThen go."
    assert chunk_sentences(text, 50, 0) == [text]


def test_overlap_gives_way_where_it_would_leave_no_room():
    chunks = chunk_sentences("One two three four. Five six seven eight. Nine ten.", 4, 2)
    assert chunks == ["One two three four.", "Five six seven eight.", "Nine ten."]


def test_a_long_sentence_is_a_chunk_of_its_own():
    long = "Very " * 12 + "long."
    assert chunk_sentences(f"Short one. {long} Short two.", 5, 0) == ["Short one.", long, "Short two."]


def test_words_without_any_end_mark_are_cut_at_the_limit():
    chunks = chunk_sentences(" ".join(["step"] * 120), 50, 0)
    assert [len(chunk.split()) for chunk in chunks] == [50, 50, 20]


def test_a_script_without_blanks_is_counted_by_its_characters():
    chunks = chunk_sentences("返品" * 40, 30, 0)
    assert [len(chunk) for chunk in chunks] == [30, 30, 20]


# ---------------------------------------------------------------- documents and ids


def test_ids_are_the_document_and_a_number_from_zero():
    chunks = chunk_documents({"returns": TEN, "shipping": "one two"}, size=6, overlap=2)
    assert [chunk.id for chunk in chunks] == ["returns#0", "returns#1", "shipping#0"]
    assert chunks[1] == Chunk("returns#1", "returns", "w5 w6 w7 w8 w9 w10", start=12, end=30)


def test_documents_come_as_a_dict_or_as_pairs_read_once():
    pairs = (pair for pair in [("a", "one"), ("b", "two")])
    assert chunk_documents(pairs) == chunk_documents({"a": "one", "b": "two"})


def test_blank_documents_give_no_chunk_and_no_error():
    assert [chunk.id for chunk in chunk_documents({"a": "", "b": " \n", "c": "word"})] == ["c#0"]


def test_a_byte_order_mark_is_no_part_of_the_text():
    assert chunk_documents({"a": "\ufeffReturns"})[0].text == "Returns"


def test_any_function_of_the_text_is_a_chunker():
    assert [c.id for c in chunk_documents({"a": "x|y"}, lambda text: text.split("|"))] == ["a#0", "a#1"]
    sections = chunk_documents({"a.md": "x"}, lambda text: [Section("T", "H", "h", "T > H: x", 0, 1)])
    assert sections == [Chunk("a.md#h", "a.md", "T > H: x", "T", "H", 0, 1)]


def test_files_of_one_name_in_two_folders_stay_apart():
    docs = {"python/basics.md": "## Loops\nfor", "sql/basics.md": "## Loops\ncursor"}
    assert [c.id for c in chunk_documents(docs, chunk_markdown)] == ["python/basics.md#loops", "sql/basics.md#loops"]


def test_two_sections_with_one_slug_are_the_chunkers_fault():
    def chunker(text):
        return [Section("T", "H", "h", f"T > H: {half}", 0, 1) for half in text.split()]

    with pytest.raises(ValueError, match=r"'a\.md#h' stands twice in document 'a\.md'; the chunker must give each"):
        chunk_documents({"a.md": "x y"}, chunker)


def test_two_documents_whose_chunks_would_have_one_id_are_named():
    docs = {"a": "# T\n## 0\nfee", "a#0": "fee ahead of any heading"}
    told = "'a#0' would name chunks of two documents, 'a' and 'a#0'; rename one of them"
    with pytest.raises(ValueError, match=told):
        chunk_documents(docs, chunk_markdown)
    index = build_index({"a": docs["a"], "b": "gift cards"}, chunker=chunk_markdown)
    with pytest.raises(ValueError, match=told):
        index.update(docs)
    assert [chunk.id for chunk in index.chunks] == ["a#0", "b"]


def test_a_chunk_cannot_be_changed_and_json_takes_it():
    chunk = chunk_documents({"a": "one"})[0]
    with pytest.raises(AttributeError):
        chunk.text = "other"
    assert json.loads(json.dumps(chunk))[:3] == ["a#0", "a", "one"]
