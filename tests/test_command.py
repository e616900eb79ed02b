"""`python -m ragkit FOLDER "question"`: what is printed, and the exit codes."""

import json
import subprocess
import sys

import pytest

from ragkit.__main__ import main


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "returns.md").write_text(
        "# Returns\n\n## Refund time\n\nRefunds arrive within a week.\nBanks may take longer.\n\n## Box\n\nKeep it.\n",
        encoding="utf-8",
    )
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "ship.txt").write_text("Parcels travel by air.\n", encoding="utf-8")
    (tmp_path / "deep" / "old.txt").write_bytes("Café hours: nine to five.".encode("cp1252"))
    (tmp_path / "broken.txt").write_bytes(b"\x00\x01\x02")
    (tmp_path / "empty.md").write_text("  \n", encoding="utf-8")
    return tmp_path


def test_an_answer_comes_with_its_source_and_the_lines_it_stands_on(folder, capsys):
    assert main([str(folder), "When do refunds arrive?"]) == 0
    out = capsys.readouterr()
    assert out.out.startswith("Refunds arrive within a week. [1]\n")
    assert "[1] returns.md#refund-time" in out.out and "lines 5–6" in out.out
    assert "   5 | Refunds arrive within a week." in out.out


def test_files_that_could_not_be_read_are_told_on_standard_error(folder, capsys):
    main([str(folder), "When do refunds arrive?"])
    err = capsys.readouterr().err
    assert "broken.txt: holds zero bytes" in err and "empty.md: empty" in err


def test_a_refusal_names_the_best_score_and_what_was_needed(folder, capsys):
    assert main([str(folder), "Who won the football cup?"]) == 1
    assert capsys.readouterr().out.startswith("not found (best score 0.")


def test_a_refusal_by_the_generator_blames_no_score(folder, capsys):
    # "refunding" shares pieces with "refunds", so the chunk is shown; no sentence of it has a word of the question
    assert main([str(folder), "Refunding?", "--min-score", "0.01"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("not found (no sentence of the best ") and "needed" not in out


def test_json_holds_the_same_and_nothing_else_is_printed(folder, capsys):
    assert main([str(folder), "how do parcels travel", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert [cited["id"] for cited in result["citations"]] == ["deep/ship.txt"]
    assert result["citations"][0]["lines"] == [1, 1] and result["documents"] == 3


@pytest.mark.parametrize("chunker", ["markdown", "words", "sentences", "chars"])
@pytest.mark.parametrize("embedder", ["lexical", "tfidf", "bm25"])
def test_every_chunker_goes_with_every_embedder(folder, capsys, chunker, embedder):
    assert main([str(folder), "When do refunds arrive?", "--chunker", chunker, "--embedder", embedder]) == 0
    assert "Refunds arrive within a week." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nowhere", "x"], "must be a folder of documents, got 'nowhere'"),
        (["{folder}/deep/none", "x"], "must be a folder"),
        (["{folder}", "x", "-k", "0"], "k must be 1 or more, got 0"),
        (["{folder}", "x", "--min-score", "nan"], "min_score must be finite"),
    ],
)
def test_a_wrong_call_says_why_and_ends_with_2(folder, capsys, arguments, told):
    assert main([argument.format(folder=folder) for argument in arguments]) == 2
    out = capsys.readouterr()
    assert told in out.err and out.out == ""


def test_a_folder_without_text_is_refused_with_the_reasons(tmp_path, capsys):
    (tmp_path / "blank.md").write_text("", encoding="utf-8")
    assert main([str(tmp_path), "x"]) == 2
    assert "blank.md: empty" in capsys.readouterr().err


def test_it_runs_as_a_module(folder):
    call = [sys.executable, "-m", "ragkit", str(folder), "When do refunds arrive?"]
    run = subprocess.run(call, capture_output=True, check=False)
    assert run.returncode == 0 and "lines 5–6" in run.stdout.decode("utf-8")
