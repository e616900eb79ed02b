"""The hand-outs of one notebook: nothing of the solutions in them, nothing that needs a network, and they run."""

import re

import handouts
import nbformat
import notebook_reading as reading
import pytest
import rerun
from nbformat.v4 import new_code_cell, new_markdown_cell

NAMES = [path.stem for path in reading.notebook_paths()]
PATH = reading.FOLDER / "02_idf_by_hand.ipynb"  # it has formulas, pictures, and an error that is meant


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("handouts")
    handouts.write_handouts([PATH], folder)
    return folder


@pytest.fixture(scope="module")
def page(folder):
    return (folder / "html" / f"{PATH.stem}.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", reading.notebook_paths(), ids=NAMES)
def test_a_learner_copy_has_all_exercises_and_no_solution(path):
    notebook = reading.read(path)
    copy = nbformat.reads(handouts.learner_copy(notebook), as_version=4)
    assert reading.exercise_ids(copy) == reading.exercise_ids(notebook)
    assert len(copy.cells) < len(notebook.cells)
    sources = [cell.source for cell in copy.cells]
    assert not any("<summary>Solution</summary>" in source for source in sources)
    for cell in notebook.cells:
        if "solution" in reading.tags(cell):
            for code in reading.fenced_python(cell.source):
                assert not any(code.strip() in source for source in sources), code
    assert all(not cell.outputs and cell.execution_count is None for cell in reading.code_cells(copy))


def test_a_learner_copy_runs_to_its_end_with_every_exercise_unanswered(folder):
    copy = reading.read(folder / "learners" / PATH.name)
    rerun.run(copy, folder=folder / "learners")
    rerun.check_run(copy)
    said = [text for cell in reading.code_cells(copy) for text in reading.output_texts(cell)]
    for exercise_id in reading.exercise_ids(copy):
        assert any(f"Exercise {exercise_id} is not answered yet. What is missing:" in text for text in said)


def test_a_page_holds_no_solution_and_the_page_of_solutions_does(folder, page):
    assert "<summary>Solution</summary>" not in page
    assert "<summary>Solution</summary>" in (folder / "solutions" / f"{PATH.stem}.html").read_text(encoding="utf-8")


ABROAD = re.compile(
    r"""(?:<(?:script|img|iframe|source|video|audio|embed)\b[^>]*\bsrc|<link\b[^>]*\bhref|<object\b[^>]*\bdata)\s*=\s*
        ["']?(?:https?:)?//[^"'>]*
        | @import\s+[^;]*?// | url\(\s*["']?(?:https?:)?//[^)]* | import\s*\(?['"]https?:[^'"]*""",
    re.X | re.I,
)


@pytest.mark.parametrize("kind", ["html", "solutions", "slides"])
def test_no_page_loads_anything_from_elsewhere(folder, kind):
    pages = sorted((folder / kind).glob("*.html"))
    assert pages
    for path in pages:
        text = path.read_text(encoding="utf-8")
        assert [found[0] for found in ABROAD.finditer(text)] == [], path.name
        for local in re.findall(r'<(?:script|link)\b[^>]*(?:src|href)="([^"#]+)"', text):
            assert local.startswith("data:") or (path.parent / local).is_file(), local
            if local.endswith(".css"):
                assert not ABROAD.search((path.parent / local).read_text(encoding="utf-8")), local


def test_a_page_that_loads_from_elsewhere_would_be_noticed():
    for text in ('<script src="https://a.org/b.js">', '<link rel=x href="//a.org/b.css">', "@import url(http://a.org)"):
        assert ABROAD.search(text)
    assert not ABROAD.search('<a href="https://a.org">')


def test_every_picture_keeps_its_sentence(page):
    sentences = [
        output.metadata["image/png"]["alt"]
        for cell in reading.code_cells(reading.read(PATH))
        for output in cell.outputs
        if "image/png" in output.get("data", {})
    ]
    shown = re.findall(r'<img [^>]*?alt="([^"]*)"', page)
    assert len(shown) == len(sentences) >= 3
    assert all(len(sentence) > 20 for sentence in shown)
    assert shown[0].split()[:4] == sentences[0].split()[:4]


def test_formulas_are_drawn_and_not_spelt(page):
    assert page.count("<math") > 3
    assert "<mfrac>" in page
    assert not re.search(r"\$\$|\\frac|\\mathrm|\\text\{", re.sub(r"<style.*?</style>", "", page, flags=re.S))


def test_links_lead_from_page_to_page(page):
    assert 'href="01_overlap_arithmetic.html"' in page
    assert re.search(r'href="README\.html#document-frequency"', page)
    assert ".ipynb" not in page


def test_the_contents_for_learners_keep_the_glossary_and_leave_the_teaching_out(folder):
    contents = (folder / "learners" / "README.md").read_text(encoding="utf-8")
    assert "### Chunk" in contents
    assert "What goes wrong" not in contents
    assert "What goes wrong" in (reading.FOLDER / "README.md").read_text(encoding="utf-8")
    assert 'id="document-frequency"' in (folder / "html" / "README.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", reading.notebook_paths(), ids=NAMES)
def test_a_notebook_gives_about_a_dozen_slides_with_few_words_on_each(path):
    cells = handouts.OnSlides().preprocess(reading.read(path), {})[0].cells
    kinds = [cell.metadata.slideshow.slide_type for cell in cells]
    assert 8 <= kinds.count("slide") <= 16
    assert cells[0].source.startswith("# ") and cells[-1].source.startswith("## Recap")
    for cell in cells:
        if cell.cell_type == "markdown":
            assert len(cell.source.split()) <= 130
    assert sum(handouts.has_picture(cell) for cell in cells if cell.cell_type == "code") >= 2


def test_what_answers_a_question_stands_below_it():
    picture = new_code_cell("1", outputs=[nbformat.v4.new_output("execute_result", {"text/plain": "1"})])
    asked = new_markdown_cell("**Exercise 01.1, predict.** How many?\n\n<details><summary>Hint</summary>One.</details>")
    cells = handouts.slide([new_markdown_cell("## Count\n\nFirst count.\n\nThen more."), asked, picture])
    assert [cell.metadata.slideshow.slide_type for cell in cells] == ["slide", "-", "subslide"]
    assert cells[0].source == "## Count\n\nFirst count."
    assert "Hint" not in cells[1].source
