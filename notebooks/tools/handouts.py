"""Make the hand-outs of all notebooks: python notebooks/tools/handouts.py OUT_FOLDER, with 00 03 for some of them.

Into OUT_FOLDER go four folders that need no network:

- `learners/`: notebooks without solutions and without outputs, which run to the end with every exercise unanswered;
- `solutions/`: the notebooks whole, and the same as HTML;
- `html/`: the learners' notebooks to be read in a browser, with outputs, pictures and formulas;
- `slides/`: about a dozen slides a notebook, one for each section that shows something; where a section asks for a
  prediction, what answers it stands below the question (arrow down).

All of it is nbconvert's work, with its own preprocessors and templates that extend its own. What is added: formulas
become MathML (latex2mathml), so that a page needs no script; pictures keep their alternative text; links lead from
page to page. Needs the extra `handouts`.
"""

import argparse
import importlib.util
import re
import shutil
import sys
import time
from pathlib import Path

import nbformat
from nbconvert.exporters import HTMLExporter, NotebookExporter, SlidesExporter
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbconvert.preprocessors import ClearOutputPreprocessor, Preprocessor, TagRemovePreprocessor
from rerun import NOTEBOOKS, find

TEMPLATES = Path(__file__).resolve().parent / "templates"
TEMPLATE_FOLDERS = {"extra_template_basedirs": [str(TEMPLATES)], "extra_template_paths": [str(TEMPLATES)]}
REVEAL = "reveal.js"  # the folder beside the slides
SHOWN = "shown alone"  # tag of a cell on a slide whose code is left out


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="where to put the hand-outs; made if it is not there")
    parser.add_argument("notebooks", nargs="*", default=["all"], help="two digits each (default: all)")
    options = parser.parse_args(arguments)
    start = time.monotonic()
    paths = find(options.notebooks)
    write_handouts(paths, options.folder)
    seconds = time.monotonic() - start
    print(f"{len(paths)} notebooks in {options.folder}: learners, solutions, html, slides; {seconds:.0f} s")
    return 0


def write_handouts(paths, folder):
    """Write the four folders for the notebooks at `paths`. What an earlier run wrote is replaced."""
    for name in ("learners", "solutions", "html", "slides"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for path in paths:
        notebook = titled(nbformat.read(path, as_version=4), path)
        write(folder / "learners" / path.name, learner_copy(notebook))
        shutil.copyfile(path, folder / "solutions" / path.name)
        write(folder / "html" / f"{path.stem}.html", page(notebook, solutions=False))
        write(folder / "solutions" / f"{path.stem}.html", page(notebook, solutions=True))
        write(folder / "slides" / f"{path.stem}.html", slides(notebook))
    contents = for_learners((NOTEBOOKS / "README.md").read_text(encoding="utf-8"))
    contents_page = page(nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(contents)]))
    for name in ("learners", "solutions"):
        write(folder / name / "README.md", contents)
    for name in ("html", "solutions"):
        write(folder / name / "README.html", contents_page)
    shutil.copytree(reveal_folder(), folder / "slides" / REVEAL, dirs_exist_ok=True)


def write(path, text):
    path.write_text(text, encoding="utf-8")


def titled(notebook, path):
    """Return the notebook with a title for the browser's tab: its number and its first heading."""
    notebook.metadata["title"] = f"{path.name[:2]} {notebook.cells[0].source.splitlines()[0].lstrip('# ')}"
    return notebook


def for_learners(contents):
    """Return the course page without its part for teachers, which tells answers, and its links out of the folder."""
    contents = re.sub(r"^## Teaching\n.*?(?=^## |\Z)", "", contents, flags=re.S | re.M)
    return re.sub(r"\[([^\]]*)\]\(\.\./[^)]*\)", r"\1", contents)


def learner_copy(notebook):
    """Return, as JSON text, the notebook without solutions and outputs."""
    exporter = NotebookExporter(preprocessors=[without_solutions(), ClearOutputPreprocessor(enabled=True)])
    return exporter.from_notebook_node(notebook)[0]


def page(notebook, solutions=True):
    """Return the notebook as one HTML page that loads nothing."""
    preprocessors = [] if solutions else [without_solutions()]
    return PageExporter(preprocessors=preprocessors, template_name="handout", **TEMPLATE_FOLDERS).from_notebook_node(
        notebook
    )[0]


def slides(notebook):
    """Return the slides of a notebook as an HTML page that loads reveal.js from the folder beside it."""
    exporter = LectureExporter(
        preprocessors=[
            without_solutions(),
            OnSlides(enabled=True),
            TagRemovePreprocessor(enabled=True, remove_input_tags={SHOWN}),
        ],
        reveal_url_prefix=REVEAL,
        reveal_theme="white",  # the exporter's own choice fetches its letters from elsewhere
        template_name="lecture",
        **TEMPLATE_FOLDERS,
    )
    return exporter.from_notebook_node(notebook)[0]


def without_solutions():
    return TagRemovePreprocessor(enabled=True, remove_cell_tags={"solution"})


def reveal_folder():
    """Return the copy of reveal.js (MIT) that the package sphinx-revealjs carries; Sphinx itself is not imported."""
    found = importlib.util.find_spec("sphinx_revealjs")
    if found is None:
        sys.exit("slides need a copy of reveal.js: pip install -e '.[handouts]'")
    return Path(found.submodule_search_locations[0]) / "_static" / "revealjs"


# --- pages without a network


class OfflineRenderer(IPythonRenderer):
    """nbconvert's Markdown, with formulas as MathML, links to pages, and anchors as the notebooks write them."""

    def inline_math(self, body):
        return mathml(body, "inline")

    def block_math(self, body):
        return mathml(body, "block")

    def latex_environment(self, name, body):
        return mathml(rf"\begin{{{name}}}{body}\end{{{name}}}", "block")

    def link(self, text, url, title=None):
        if not re.match(r"\w+:|#", url):
            url = re.sub(r"\.(?:ipynb|md)(?=#|$)", ".html", url)
        return super().link(text, url, title)

    def heading(self, text, level, **attrs):
        return f'<h{level} id="{anchor(re.sub("<[^>]*>", "", text))}">{text}</h{level}>\n'


def anchor(heading):
    """Return an anchor as GitHub makes it: small letters, hyphens for blanks."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def mathml(formula, display):
    from latex2mathml.converter import convert

    return convert(formula.strip(), display=display)


class PageExporter(HTMLExporter):
    """HTML by `OfflineRenderer`."""

    def markdown2html(self, source):
        return MarkdownWithMath(renderer=OfflineRenderer(escape=False)).render(source)


class LectureExporter(PageExporter, SlidesExporter):
    """Slides by `OfflineRenderer`."""


# --- slides


class OnSlides(Preprocessor):
    """Keep what goes on slides, and mark it as nbconvert wants it: one slide a section.

    The first slide is the title with what is built. A section is its heading with its first words, and its first
    picture, or where it has none its last short result. A section that shows neither is left out, but for the recap.
    """

    def preprocess(self, notebook, resources):
        cells = []
        for section in sections(notebook.cells):
            cells += slide(section)
        notebook.cells = cells
        return notebook, resources


def sections(cells):
    """Cut the cells in front of every heading of the second level; a cell with one in its middle is cut in two."""
    parts = [[]]
    for cell in cells:
        if cell.cell_type != "markdown":
            parts[-1].append(cell)
            continue
        for i, piece in enumerate(re.split(r"^(?=## )", cell.source, flags=re.M)):
            if piece.startswith("## "):
                parts.append([])
            if piece.strip():
                parts[-1].append(
                    nbformat.from_dict({**cell, "source": piece, "id": cell.id if i == 0 else f"{cell.id}-{i}"})
                )
    return [part for part in parts if part]


def slide(section):
    """Return the cells of one section's slide, or none; what answers a question stands below the question."""
    head = section[0]
    title = head.source.lstrip().splitlines()[0]
    if title.startswith("# "):
        title_slide = first_words(head.source, paragraphs=3)  # what is built, what it is good for, what is needed
        if len(title_slide.split()) > 85:
            title_slide = first_words(head.source, paragraphs=2)
        return [marked(head, "slide", source=title_slide)]
    if title == "## Recap":
        return [marked(head, "slide", source=first_words(head.source, paragraphs=1))]
    exhibit = picture_of(section) or result_of(section)
    if exhibit is None:
        return []
    asked = [marked(cell, "-", source=without_hint(cell.source)) for cell in section if is_prediction(cell)][:1]
    return [
        marked(head, "slide", source=first_words(head.source, words=34)),
        *asked,
        marked(exhibit, "subslide" if asked else "-"),
    ]


def marked(cell, kind, **changes):
    """Return a copy of the cell with its kind of slide; pictures stand without the code that draws them."""
    cell = nbformat.from_dict({**cell, **changes})
    tags = [SHOWN] if cell.cell_type == "code" and has_picture(cell) else []
    cell.metadata = nbformat.from_dict({"slideshow": {"slide_type": kind}, "tags": tags})
    return cell


def first_words(source, paragraphs=1, words=None):
    """Return the heading and what follows it: so many paragraphs, of the text whole sentences up to so many words."""
    heading, _, rest = without_hint(source).strip().partition("\n")
    kept = [part.strip() for part in rest.split("\n\n") if part.strip()][:paragraphs]
    if words is not None and kept:
        sentences, text = re.split(r"(?<=[.?!:]) +(?=[A-Z*`\[])", " ".join(kept[0].split())), ""
        for sentence in sentences:
            if text and len(f"{text} {sentence}".split()) > words:
                break
            text = f"{text} {sentence}".strip()
        # What ends in a colon points at a cell that is not on the slide.
        kept = [re.sub(r"(?<=[.?!]) [^.?!]*:$", "", text)]
    return "\n\n".join([heading, *kept])


def without_hint(source):
    return re.sub(r"<!--.*?-->|<details>.*?</details>", "", source, flags=re.S)


def has_picture(cell):
    return any("image/png" in output.get("data", {}) for output in cell.get("outputs", []))


def picture_of(section):
    return next((cell for cell in section if cell.cell_type == "code" and has_picture(cell)), None)


def result_of(section):
    """Return the last code cell of eleven lines at most, with its text result, or None."""
    for cell in reversed(section):
        if cell.cell_type == "code" and not {"exercise", "nbval-ignore-output"} & set(cell.metadata.get("tags", [])):
            shown = "".join(
                output.get("text") or output.get("data", {}).get("text/plain", "") for output in cell.outputs
            )
            lines = sum(1 + len(line) // 76 for line in [*cell.source.splitlines(), *shown.splitlines()])
            if shown and lines <= 11:
                return cell
    return None


def is_prediction(cell):
    return cell.cell_type == "markdown" and bool(re.match(r"\*\*Exercise [\d.]+, predict", cell.source))


if __name__ == "__main__":
    sys.exit(main())
