"""Reading the course's corpora and a folder of one's own."""

import os

import pytest

from ragkit import build_index, chunk_markdown, retrieve
from ragkit.corpora import load, questions, read_folder


@pytest.mark.parametrize("name", ["helpcentre", "shop", "apidocs", "pythonref"])
def test_each_corpus_is_a_dict_of_texts(name):
    docs = load(name)
    assert docs and all(type(k) is str and type(v) is str and v.strip() for k, v in docs.items())
    assert list(docs) == sorted(docs)


def test_ids_are_file_names_and_plain_text_loses_its_ending():
    assert list(load("helpcentre")) == ["account", "returns", "shipping"]
    assert "returns.md" in load("shop")


def test_questions_are_rows_of_text():
    rows = questions("shop")
    assert rows and all(row["text"].strip() for row in rows)
    with pytest.raises(ValueError, match="helpcentre"):
        questions("helpcentre")


def test_a_corpus_is_found_from_any_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert len(load("helpcentre")) == 3


@pytest.mark.parametrize("name", ["nowhere", "../data/shop", "", None])
def test_an_unknown_corpus_is_refused_with_the_names_that_exist(name):
    with pytest.raises(ValueError, match="helpcentre"):
        load(name)


def test_a_folder_is_read_with_all_below_it_and_what_was_not_read_is_said(tmp_path):
    (tmp_path / "python").mkdir()
    (tmp_path / "sql").mkdir()
    (tmp_path / ".git").mkdir()
    files = {
        "python/basics.md": b"## Loops\nfor",
        "sql/basics.md": b"## Loops\ncursor",
        "notepad.txt": b"\xef\xbb\xbfFee\r\nnil\rhere",
        "utf16.txt": "Fee ₹50".encode("utf-16"),
        "old.txt": "Gebühr 5 €".encode("cp1252"),
        "empty.md": b" \n",
        "binary.txt": b"a\x00b",
        "huge.md": b"x" * 1001,
        "picture.png": b"...",
        ".git/config.txt": b"hidden",
        ".hidden.md": b"hidden",
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    folder = read_folder(tmp_path, max_bytes=1000)
    assert folder.docs == {
        "notepad.txt": "Fee\nnil\nhere",
        "old.txt": "Gebühr 5 €",
        "python/basics.md": "## Loops\nfor",
        "sql/basics.md": "## Loops\ncursor",
        "utf16.txt": "Fee ₹50",
    }
    assert set(folder.skipped) == {"binary.txt", "empty.md", "huge.md"} and "MB" in folder.skipped["huge.md"]
    index = build_index(folder.docs, chunker=chunk_markdown)
    assert [chunk.id for chunk, _ in retrieve("cursor", index)] == ["sql/basics.md#loops"]


def test_names_in_any_script_and_links_that_lead_nowhere(tmp_path):
    (tmp_path / "返品 1.md").write_text("seven days", encoding="utf-8")
    try:
        os.symlink(tmp_path / "gone.md", tmp_path / "link.md")
    except OSError:
        pytest.skip("this system makes no links")
    assert list(read_folder(tmp_path).docs) == ["返品 1.md"]


def test_a_folder_that_is_none_is_refused(tmp_path):
    with pytest.raises(NotADirectoryError, match="folder"):
        read_folder(tmp_path / "nowhere")
