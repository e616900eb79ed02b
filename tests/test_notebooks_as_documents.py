"""The notebooks as documents: run in one go, backed in every figure, complete from header to footer.

Strict nbval compares what each cell shows. It passes a cell that never ran, and it does not read prose; that is
looked at here. The second half takes small notebooks, breaks one thing in each, and shows that it is noticed.
"""

import copy
import itertools
import re
import subprocess
import sys

import frame
import nbformat
import notebook_reading as reading
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

NOTEBOOKS = reading.notebook_paths()
LAST_TITLE = "Your own documents"
each_notebook = pytest.mark.parametrize(
    "notebook", [reading.read(path) for path in NOTEBOOKS], ids=[path.stem for path in NOTEBOOKS]
)


def none_of(problems):
    """Fail with all the problems, a line each."""
    assert not problems, "\n" + "\n".join(problems)


# --- every notebook ---


@each_notebook
def test_every_code_cell_was_run_in_order_from_one(notebook):
    none_of(reading.run_order(notebook))


@each_notebook
def test_errors_stand_where_they_are_meant_and_nowhere_else(notebook):
    none_of(reading.errors_not_meant(notebook))


@each_notebook
def test_the_notebook_imports_from_ragkit(notebook):
    assert any(re.search(r"^(?:from|import) ragkit\b", cell.source, re.M) for cell in reading.code_cells(notebook))


@each_notebook
def test_every_marked_figure_is_backed_by_a_cell_beside_it(notebook):
    none_of(reading.stale_figures(notebook))


@each_notebook
def test_a_changed_last_digit_of_any_marked_figure_would_be_noticed(notebook):
    none_of(reading.unguarded_figures(notebook))


@each_notebook
def test_no_other_number_of_the_prose_comes_from_nowhere(notebook):
    none_of(reading.unheard_of_numbers(notebook))


@each_notebook
def test_no_cell_installs_downloads_or_hides_and_none_holds_a_key(notebook):
    none_of(reading.forbidden_code(notebook))


@each_notebook
def test_no_output_belongs_to_one_machine_or_one_run(notebook):
    none_of(reading.forbidden_outputs(notebook))


@each_notebook
def test_every_picture_has_a_sentence_in_its_place(notebook):
    none_of(reading.pictures_without_words(notebook))


@each_notebook
def test_the_numbers_behind_a_picture_are_asserted_beside_it(notebook):
    code = reading.code_cells(notebook)
    for i, cell in enumerate(code):
        drawn = any("image/png" in output.get("data", {}) for output in cell.outputs)
        if drawn and "draw_loop(" not in cell.source:
            near = "\n".join(before.source for before in code[max(0, i - 2) : i + 1])
            assert re.search(r"^\s*assert ", near, re.M), f"cell [{cell.execution_count}] draws numbers nobody asserts"


@each_notebook
def test_links_lead_somewhere(notebook):
    text = "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    own = {reading.anchor(heading) for _, heading in reading.headings(text)}
    none_of(reading.broken_links(text, reading.FOLDER, own))


@each_notebook
def test_headings_begin_with_one_title_and_skip_no_level(notebook):
    levels = [
        level for cell in notebook.cells if cell.cell_type == "markdown" for level, _ in reading.headings(cell.source)
    ]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in itertools.pairwise(levels))


@each_notebook
def test_the_header_promises_and_the_footer_keeps_account(notebook):
    first, last = notebook.cells[0].source, notebook.cells[-1].source
    assert first.startswith("# ")
    assert len(re.findall(r"^[-*] \S", first, re.M)) >= 3, "the first cell names three payoffs, a line each"
    assert "## Recap" in last
    assert "*Next*" in last or first.startswith(f"# {LAST_TITLE}")
    for cell in (first, last):
        assert cell.count(frame.OPEN) == cell.count(frame.CLOSE) == 1


@each_notebook
def test_ids_of_cells_are_all_different(notebook):
    ids = [cell.id for cell in notebook.cells]
    assert len(set(ids)) == len(ids)


def test_navigation_minutes_and_contents_are_up_to_date(capsys):
    assert frame.main(["--check"]) == 0, capsys.readouterr().out + "run: python notebooks/tools/frame.py"


@pytest.mark.parametrize("page", ["README.md", "notebooks/README.md", "data/README.md"])
def test_links_of_the_pages_lead_somewhere(page):
    path = reading.ROOT / page
    text = path.read_text(encoding="utf-8")
    own = {reading.anchor(heading) for _, heading in reading.headings(text)}
    none_of(reading.broken_links(text, path.parent, own))


# --- and that it can fail ---


def small_notebook():
    """A notebook of three code cells in which everything is as it should be."""
    cells = [
        new_markdown_cell("# Small\n\nA sum of 99."),
        new_code_cell(
            "6 * 7", execution_count=1, outputs=[new_output("execute_result", {"text/plain": "42"}, execution_count=1)]
        ),
        new_markdown_cell("Six times seven is `42`, a share of `97 %`, and `0.417` of the way."),
        new_code_cell(
            "print(f'{0.97:.0%} of it')",
            execution_count=2,
            outputs=[new_output("stream", name="stdout", text="97% of it\n")],
        ),
        new_code_cell("assert round(5 / 12, 3) == 0.417", execution_count=3),
        new_markdown_cell("## Recap"),
    ]
    return new_notebook(cells=cells)


def changed(position, old, new):
    """The small notebook with one piece of one cell's source replaced."""
    notebook = small_notebook()
    assert old in notebook.cells[position].source
    notebook.cells[position].source = notebook.cells[position].source.replace(old, new)
    return notebook


def test_the_small_notebook_is_as_it_should_be():
    notebook = small_notebook()
    assert reading.stale_figures(notebook) == []
    assert reading.unguarded_figures(notebook) == []
    assert reading.unheard_of_numbers(notebook) == []
    assert reading.run_order(notebook) == []


@pytest.mark.parametrize(
    ("old", "new"), [("`42`", "`43`"), ("`97 %`", "`96 %`"), ("`0.417`", "`0.418`"), ("`42`", "`4`")]
)
def test_a_stale_figure_in_the_prose_is_noticed(old, new):
    (problem,) = reading.stale_figures(changed(2, old, new))
    assert new in problem


def test_a_stale_figure_is_noticed_when_the_output_moved_on():
    notebook = small_notebook()
    notebook.cells[1].outputs[0].data["text/plain"] = "48"
    assert len(reading.stale_figures(notebook)) == 1


def test_a_figure_with_a_look_alike_beside_it_is_unguarded_until_it_is_asserted():
    notebook = small_notebook()
    notebook.cells[3].outputs[0].text = "97% of it, 98% the day before\n"
    (problem,) = reading.unguarded_figures(notebook)
    assert "`97 %` could as well be 98" in problem
    notebook.cells[4].source += "\nassert share == 97"
    assert reading.unguarded_figures(notebook) == []
    assert reading.stale_figures(notebook) == []


def test_a_figure_is_found_as_a_whole_number_only():
    assert reading.numbers_in("142, 4.2, x42, 42nd, returns#42, 1.42.0") == {
        reading.value_of("142"),
        reading.value_of("4.2"),
    }
    assert reading.numbers_in("[1] 1,000 of −0.50 at 1e-06") == {
        reading.value_of(x) for x in ("1", "1000", "-0.5", "1e-6")
    }


def test_a_position_is_no_figure_and_neither_are_the_places_to_round_to():
    cell = new_code_cell("assert ids[7] == 'returns#3' and round(x, 5) == -0.25 and len(y) == 8, 'not 9'")
    assert reading.numbers_asserted(cell) == {reading.value_of("-0.25"), reading.value_of("8")}


def test_a_number_from_nowhere_is_noticed():
    (problem,) = reading.unheard_of_numbers(changed(2, "Six", "In 73 cases six"))
    assert problem.startswith("cell 2: 73 occurs")
    assert (
        reading.unheard_of_numbers(changed(2, "Six", "In 2 [73](x.md) cases ($N = 73$, Jones (1972), notebook 10) six"))
        == []
    )


def test_a_cleared_count_is_noticed():
    notebook = small_notebook()
    notebook.cells[3].execution_count = None
    assert reading.run_order(notebook)
    notebook.cells[3].execution_count = 7
    assert reading.run_order(notebook)


def test_an_error_that_was_not_meant_is_noticed():
    notebook = small_notebook()
    notebook.cells[4].outputs = [new_output("error", ename="AssertionError", evalue="", traceback=[])]
    assert reading.errors_not_meant(notebook)
    notebook.cells[4].metadata["tags"] = ["raises-exception"]
    assert reading.errors_not_meant(notebook) == []


@pytest.mark.parametrize(
    "source",
    [
        "!ls",
        "%pip install numpy",
        "import subprocess; subprocess.run('pip install numpy', shell=True)",
        "import requests",
        "from urllib.request import urlopen",
        "open_page('https://example.org/data.csv')",
        "client = Client(api_key='0123456789abcdef')",
        "token = 'sk-0123456789abcdef'",
        "# NBVAL_SKIP\n1",
    ],
)
def test_a_cell_that_installs_downloads_hides_or_holds_a_key_is_noticed(source):
    assert reading.forbidden_code(new_notebook(cells=[new_code_cell(source)]))


@pytest.mark.parametrize("source", ["url = 'http://127.0.0.1:8000'", "api_key = os.environ['KEY']", "a != b", "x % y"])
def test_a_cell_that_does_not_is_left_alone(source):
    assert reading.forbidden_code(new_notebook(cells=[new_code_cell(source)])) == []


@pytest.mark.parametrize(
    "text",
    [
        "<Figure size 640x480 with 1 Axes>",
        "<function f at 0x7f3a2c>",
        "np.float64(0.5)",
        "/home/me/ragkit/text.py",
        "~/ragkit/text.py",
        f"{reading.ROOT}/data",
    ],
)
def test_an_output_of_one_machine_or_one_run_is_noticed(text):
    notebook = small_notebook()
    notebook.cells[3].outputs[0].text = text
    assert reading.forbidden_outputs(notebook)


def test_a_picture_without_words_is_noticed():
    alt = "A line rises from 0 to 1."
    output = new_output("display_data", {"image/png": "", "text/plain": alt}, metadata={"image/png": {"alt": alt}})
    notebook = new_notebook(cells=[new_code_cell("show(fig)", outputs=[output])])
    assert reading.pictures_without_words(notebook) == []
    bare = copy.deepcopy(notebook)
    bare.cells[0].outputs[0].metadata = {}
    assert reading.pictures_without_words(bare)
    assert reading.pictures_without_words(new_notebook(cells=[new_markdown_cell("![](x.png)")]))


def test_a_link_that_leads_nowhere_is_noticed(tmp_path):
    (tmp_path / "README.md").write_text("# Course\n\n### Top k\n", encoding="utf-8")
    assert (
        reading.broken_links(
            "[a](README.md#top-k) [b](README.md) [c](#own) [d](https://example.org)", tmp_path, ["own"]
        )
        == []
    )
    for target in ("README.md#top", "other.md", "#missing"):
        assert reading.broken_links(f"[a]({target})", tmp_path)


def test_one_changed_digit_of_a_stored_output_turns_nbval_red(tmp_path):
    notebook = small_notebook()
    notebook.cells[3].outputs[0].text = "96% of it\n"
    nbformat.write(notebook, tmp_path / "stale.ipynb")
    settings = ["-c", str(reading.ROOT / "pyproject.toml"), "-p", "no:cacheprovider", "-rf", "--color=no"]
    command = [sys.executable, "-m", "pytest", *settings, str(tmp_path)]
    done = subprocess.run(command, cwd=reading.ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 failed, 2 passed" in done.stdout
    assert re.search(r"FAILED .*stale\.ipynb::Cell 1", done.stdout)
