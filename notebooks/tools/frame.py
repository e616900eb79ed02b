"""Write what frames the notebooks: python notebooks/tools/frame.py, or with --check to see whether it is up to date.

Into the first and the last cell of each notebook goes a line with the way back, the contents and the way on, and into
the first the minutes; into notebooks/README.md and README.md goes the table of them all. The line and the table stand
between `<!-- frame -->` and `<!-- /frame -->`; all else in those cells and pages is left alone.

The minutes are counted, not estimated. To read: the words of the prose at 180 a minute, and half a minute to run each
code cell and look at what it shows. For the exercises: their words likewise, two minutes for a prediction, six for a
function to write. Both are rounded up.
"""

import argparse
import math
import re
import sys
from dataclasses import dataclass
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parents[2]
WORDS_A_MINUTE = 180
MINUTES_A_CELL = 0.5
MINUTES_A_PREDICTION = 2
MINUTES_A_FUNCTION = 6
OPEN, CLOSE = "<!-- frame -->", "<!-- /frame -->"

# What to have read before, and the extra to install where `.[notebooks]` is not enough.
AFTER = {
    "00": "",
    "01": "00",
    "02": "01",
    "03": "02",
    "04": "03",
    "05": "03",
    "06": "05",
    "07": "04",
    "08": "07",
    "09": "03",
    "10": "09",
    "11": "08",
    "12": "07",
}
EXTRA = {"10": "ann, stores", "11": "models, services"}


@dataclass(frozen=True)
class Page:
    """One notebook as the contents show it."""

    name: str
    title: str
    builds: str
    reading: int
    exercising: int

    @property
    def number(self):
        return self.name[:2]

    def link(self, folder=""):
        return f"[{self.number} {self.title}]({folder}{self.name})"


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing, fail if something would change")
    options = parser.parse_args(arguments)
    changed = [(path, text) for path, text in framed(ROOT).items() if path.read_text(encoding="utf-8") != text]
    for path, text in changed:
        print(f"{path.relative_to(ROOT)}: {'not up to date' if options.check else 'written'}")
        if not options.check:
            path.write_text(text, encoding="utf-8")
    return int(bool(changed) and options.check)


def framed(root):
    """Return what each notebook and both contents pages should hold: a dict of path → text."""
    paths = sorted((root / "notebooks").glob("[0-9][0-9]_*.ipynb"))
    notebooks = [nbformat.read(path, as_version=4) for path in paths]
    pages = [page(path.name, notebook) for path, notebook in zip(paths, notebooks, strict=True)]
    texts = {}
    for i, (path, notebook) in enumerate(zip(paths, notebooks, strict=True)):
        way = navigation(pages[i - 1] if i else None, pages[i + 1] if i + 1 < len(pages) else None)
        minutes = f"*{pages[i].reading} minutes to read, {pages[i].exercising} more for the exercises.*"
        first, last = notebook.cells[0], notebook.cells[-1]
        first.source = with_frame(first.source, f"{way}\n\n{minutes}")
        last.source = with_frame(last.source, way)
        texts[path] = nbformat.writes(notebook) + "\n"
    for path, folder in ((root / "notebooks" / "README.md", ""), (root / "README.md", "notebooks/")):
        text = path.read_text(encoding="utf-8")
        if OPEN in text:
            text = with_frame(text, table(pages, folder))
        texts[path] = text
    return texts


def page(name, notebook):
    """Return the page of a notebook; ValueError where its first or last cell is not what the frame needs."""
    first, last = notebook.cells[0], notebook.cells[-1]
    if first.cell_type != "markdown" or last.cell_type != "markdown":
        raise ValueError(f"{name}: the first and the last cell have to be Markdown")
    paragraphs = [part.strip() for part in without_frame(first.source).split("\n\n") if part.strip()]
    if len(paragraphs) < 2 or not paragraphs[0].startswith("# ") or "\n" in paragraphs[0]:
        raise ValueError(f"{name}: the first cell has to begin with '# Title', an empty line, and what is built")
    title = re.sub(r"^[\d\s.:·–-]+", "", paragraphs[0][2:]).strip()
    builds = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", " ".join(paragraphs[1].split()))
    reading, exercising = minutes(notebook)
    return Page(name, title, builds, reading, exercising)


def minutes(notebook):
    """Return the minutes to read a notebook and those for its exercises, both whole."""
    reading = exercising = 0.0
    for cell in notebook.cells:
        tags = cell.metadata.get("tags", [])
        if cell.cell_type == "markdown":
            if "exercise" in tags:
                exercising += words(cell.source) / WORDS_A_MINUTE
            elif "solution" not in tags:
                reading += words(cell.source) / WORDS_A_MINUTE
        elif "exercise" in tags:
            exercising += MINUTES_A_FUNCTION if re.search(r"^def |^class ", cell.source, re.M) else MINUTES_A_PREDICTION
        else:
            reading += MINUTES_A_CELL
    return math.ceil(reading), math.ceil(exercising)


def words(text):
    """Return the number of words a reader reads in a Markdown text: no link targets, no marks, no frame."""
    text = re.sub(r"\]\([^)]*\)|<[^>]*>", " ", without_frame(text))
    return sum(any(letter.isalnum() for letter in word) for word in text.split())


def navigation(before, after):
    way = ["[Contents](README.md)"]
    if before:
        way.insert(0, f"← {before.link()}")
    if after:
        way.append(f"{after.link()} →")
    return " · ".join(way)


def table(pages, folder):
    """Return the table of contents in Markdown; links begin with `folder`."""
    lines = [
        "| Notebook | What you will have built | After | Minutes to read | Minutes for exercises |",
        "|---|---|---|---:|---:|",
    ]
    for one in pages:
        after = AFTER.get(one.number, "") or "–"
        if one.number in EXTRA:
            after += f", extra `{EXTRA[one.number]}`"
        lines.append(f"| {one.link(folder)} | {one.builds} | {after} | {one.reading} | {one.exercising} |")
    total = f"| All | | | {sum(one.reading for one in pages)} | {sum(one.exercising for one in pages)} |"
    return "\n".join([*lines, total])


FRAME = re.compile(rf"{OPEN}.*?(?:{CLOSE}|{OPEN})", re.S)


def without_frame(text):
    return FRAME.sub("", text).replace(OPEN, "")


def with_frame(text, content):
    """Return the text with `content` between its frame marks; where there are none they are put at the end."""
    block = f"{OPEN}\n{content}\n{CLOSE}"
    if FRAME.search(text):
        return FRAME.sub(lambda _: block, text, count=1)
    if OPEN in text:
        return text.replace(OPEN, block)
    return text.rstrip() + "\n\n" + block


if __name__ == "__main__":
    sys.exit(main())
