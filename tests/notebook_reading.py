"""Reading a notebook as a document: what its prose claims, what its code yields, and whether the two agree.

**The rule of figures.** A number alone in backticks, `0.42`, `8`, `97 %`, is one that the code yields. It has to
stand, as a whole number, on an `assert` line or in a text output of the code cells beside it: the two before the
prose and the two after. It also has to be the only one of its kind there, so that a changed last digit is noticed:
none of its look-alikes may stand there too. Look-alikes of a figure of several digits are all that differ from it in
the last one (0.42: 0.40 to 0.49); those of a single digit are the two next to it (8: 7 and 9). Where an `assert` line
holds a figure or one of its look-alikes, the asserts decide and the outputs are not asked; so an assert always
settles what a crowded output leaves open.

Any other number of the prose, if it has a decimal point or two digits, has to occur somewhere in the notebook's code or
outputs. Links, headings, formulas, fenced code, and the first and last cell are left out of both.
"""

import ast
import doctest
import re
from decimal import Decimal
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "notebooks"

# A whole number: not part of a word, a version (3.10.2) or a chunk id (returns#0); thousands may be parted by a comma.
NUMBER = re.compile(r"(?<![\w.#])[-−+]?(?:\d{1,3}(?:[,_]\d{3})+|\d+)(?:\.\d*)?(?:e[-+]?\d+)?(?!\w|\.\d)", re.I)
MARKED = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")


def notebook_paths():
    return sorted(FOLDER.glob("[0-9][0-9]_*.ipynb"))


def read(path):
    return nbformat.read(path, as_version=4)


def tags(cell):
    return set(cell.metadata.get("tags", []))


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


# --- what the code yields
# -----------------------------------------------------------------------------------------------


def output_texts(cell):
    """All that a code cell shows as text; not the sentence that stands for a picture, since its author wrote that."""
    texts = []
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        if output.output_type == "stream":
            texts.append(output.text)
        elif output.output_type == "error":
            texts.append(f"{output.ename}: {output.evalue}")
        elif "image/png" not in data:
            texts += [data[kind] for kind in ("text/plain", "text/markdown") if kind in data]
            if "text/html" in data and "text/plain" not in data:
                texts.append(re.sub(r"<style.*?</style>|<[^>]*>", " ", data["text/html"], flags=re.S))
    return texts


def value_of(written):
    """The number that a figure means: `1,000` is 1000, `−0.50` is -0.5."""
    return Decimal(re.sub(r"[,_\s%]", "", written.replace("−", "-")).rstrip("."))


def numbers_in(text):
    return {value_of(found) for found in NUMBER.findall(text)}


def numbers_yielded(cell):
    """The numbers in the text outputs of one code cell."""
    return set().union(*(numbers_in(text) for text in output_texts(cell)), set())


def numbers_asserted(cell):
    """The numbers on the `assert` lines of one code cell, without positions (`x[3]`) and places to round to."""
    try:
        tree = ast.parse(cell.source)
    except SyntaxError:  # a cell with a magic in it
        return set().union(*(numbers_in(line) for line in cell.source.splitlines() if "assert " in line), set())
    asserted = (node.test for node in ast.walk(tree) if isinstance(node, ast.Assert))
    return set().union(*(_constants(test) for test in asserted), set())


def _constants(node):
    if isinstance(node, ast.Constant):
        if isinstance(node.value, (int, float)) and not isinstance(node.value, bool):
            return {Decimal(repr(node.value))}
        return numbers_in(node.value) if isinstance(node.value, str) else set()
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return {-number for number in _constants(node.operand)}
    if isinstance(node, ast.Subscript):
        return _constants(node.value)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "round":
        return _constants(node.args[0])
    return set().union(*(_constants(child) for child in ast.iter_child_nodes(node)), set())


# --- what the prose claims
# ----------------------------------------------------------------------------------------------


def prose_of(source):
    """A Markdown text without what carries no figures: fenced code, formulas, headings, links, marks of lists."""
    for left_out in (
        r"```.*?```",
        r"<!--.*?-->",
        r"\$\$.*?\$\$",
        r"(?<!\\)\$[^$\n]+\$",
        r"!?\[[^\]]*\]\([^)]*\)",
        r"<[^>\n]*>",
    ):
        source = re.sub(left_out, " ", source, flags=re.S)
    return re.sub(r"^\s*(?:#+ .*|\d+[.)] )", " ", source, flags=re.M)


def marked_figures(source):
    """The figures of a Markdown text as they are written: numbers alone in backticks."""
    inside = (span.strip() for span in MARKED.findall(prose_of(source)))
    return [span for span in inside if NUMBER.fullmatch(re.sub(r"\s?%$", "", span))]


def other_numbers(source):
    """The numbers of a Markdown text that are not marked and could be wrong: a decimal point, or two digits and more.

    A year in brackets, the number of a notebook and the version of Python are no figures.
    """
    text = MARKED.sub(lambda span: " " if marked_figures(span[0]) else span[0], prose_of(source))
    text = re.sub(r"\((?:19|20)\d\d\)|\bPython \d[\d.]*|\b[Nn]otebooks? \d\d(?:(?: to |, | and |–)\d\d)*", " ", text)
    found = (number.lstrip("-−+").rstrip(".") for number in NUMBER.findall(text))
    return [number for number in found if "." in number or len(number) > 1]


def look_alikes(written):
    """A figure's own value with the values that a changed last digit would give it; see the rule of figures."""
    digits = [i for i, letter in enumerate(written) if letter.isdigit()]
    last = digits[-1]
    single = len(digits) == 1
    endings = [(int(written[last]) + shift) % 10 for shift in (-1, 0, 1)] if single else range(10)
    return {value_of(f"{written[:last]}{ending}{written[last + 1 :]}") for ending in endings}


def is_backed(written, asserted, yielded):
    """True if the figure stands on an assert line, or in an output where no assert line has it or a look-alike."""
    deciding = asserted if look_alikes(written) & asserted else yielded
    return value_of(written) in deciding


def changes_unnoticed(written, asserted, yielded):
    """The other last digits with which the figure would pass as well; none, if a stale figure is noticed."""
    others = look_alikes(written) - {value_of(written)}
    return sorted(other for other in others if is_backed(f"{other:f}", asserted, yielded))


# --- the two held against each other
# ------------------------------------------------------------------------------------


def beside(notebook, position):
    """The code cells beside a prose cell: the two before it and the two after it. Exercises to be solved yield
    nothing."""
    code = [i for i, cell in enumerate(notebook.cells) if cell.cell_type == "code" and "exercise" not in tags(cell)]
    before = [i for i in code if i < position][-2:]
    after = [i for i in code if i > position][:2]
    return [notebook.cells[i] for i in before + after]


def prose_cells(notebook):
    """Pairs (position, cell) of the Markdown cells but the first and the last."""
    inner = enumerate(notebook.cells)
    return [(i, cell) for i, cell in inner if cell.cell_type == "markdown" and 0 < i < len(notebook.cells) - 1]


def grounds(notebook, position):
    """The numbers that may back the figures of a prose cell: those asserted, and those yielded."""
    cells = beside(notebook, position)
    asserted = set().union(*map(numbers_asserted, cells), set())
    yielded = set().union(*map(numbers_yielded, cells), set())
    if tags(notebook.cells[position]) & {"exercise", "solution"}:
        asserted |= numbers_of_exercise(exercise_near(notebook, position))
    return asserted, yielded


def stale_figures(notebook):
    """What is wrong with the marked figures of a notebook, one line each: not backed by a cell beside them."""
    return [
        f"cell {position}: `{figure}` is neither asserted nor shown by the two code cells before or after it"
        for position, cell in prose_cells(notebook)
        for figure in marked_figures(cell.source)
        if not is_backed(figure, *grounds(notebook, position))
    ]


def unguarded_figures(notebook):
    """The marked figures of which a changed last digit would go unnoticed, one line each."""
    problems = []
    for position, cell in prose_cells(notebook):
        for figure in marked_figures(cell.source):
            others = changes_unnoticed(figure, *grounds(notebook, position))
            if others:
                named = ", ".join(map(str, others))
                problems.append(
                    f"cell {position}: `{figure}` could as well be {named}, which the cells beside it hold too; "
                    f"put {figure} on an assert line of one of them, or write it as a word"
                )
    return problems


def unheard_of_numbers(notebook):
    """The unmarked numbers of the prose that occur nowhere in code or outputs, one line each."""
    known = set()
    for cell in notebook.cells:
        if cell.cell_type == "code":
            known |= numbers_in(cell.source) | numbers_yielded(cell)
        elif "solution" in tags(cell):
            known |= set().union(*(numbers_in(code) for code in fenced_python(cell.source)), set())
    for exercise_id in exercise_ids(notebook):
        known |= numbers_of_exercise(exercise_id, arguments=True)
    known |= {abs(number) for number in known}
    return [
        f"cell {position}: {number} occurs in no code and no output; mark it, compute it, or link its source"
        for position, cell in prose_cells(notebook)
        for number in other_numbers(cell.source)
        if value_of(number) not in known
    ]


# --- exercises
# ----------------------------------------------------------------------------------------------------------

CHECK = re.compile(r"""\bcheck\(\s*["'](\d\d\.\d+)["']""")


def exercise_ids(notebook):
    """The ids that the notebook's exercise cells check, in order."""
    return [found for cell in code_cells(notebook) for found in CHECK.findall(cell.source)]


def exercise_near(notebook, position):
    """The id of the exercise that a cell tagged `exercise` or `solution` belongs to; None if there is none."""
    cells = notebook.cells
    order = range(position - 1, -1, -1) if "solution" in tags(cells[position]) else range(position + 1, len(cells))
    for i in order:
        if cells[i].cell_type == "code" and (found := CHECK.search(cells[i].source)):
            return found[1]
    return None


def numbers_of_exercise(exercise_id, arguments=False):
    """The numbers that an exercise's check expects, with those it hands to the reader's function if asked for."""
    from ragkit.classroom.checks import find_exercise, plain

    if exercise_id is None:
        return set()
    try:
        exercise = find_exercise(exercise_id)
    except LookupError:
        return set()
    expected = [case.gives for case in exercise.cases] if exercise.asks_for_function else [exercise.value]
    if arguments:
        expected += [case.args for case in exercise.cases]
    return set().union(*(numbers_in(repr(plain(value))) for value in expected), set())


def fenced_python(source):
    """The Python code in the fences of a Markdown text."""
    return re.findall(r"^```python\n(.*?)^```", source, flags=re.S | re.M)


# --- the rest of the document
# -------------------------------------------------------------------------------------------

FORBIDDEN_CODE = {
    "installs something": re.compile(r"pip3? install|conda install|^\s*!|^\s*%%?(?:pip|conda|bash|sh|system)\b", re.M),
    "downloads something": re.compile(
        r"\burllib\b|\bimport (?:requests|httpx2?|aiohttp)\b|\bfrom (?:requests|httpx2?|aiohttp)\b|hf_hub_download|"
        r"snapshot_download|https?://(?!127\.0\.0\.1|localhost)"
    ),
    "is hidden from strict nbval": re.compile(r"NBVAL_SKIP|NBVAL_IGNORE_OUTPUT|PYTEST_VALIDATE_IGNORE_OUTPUT"),
}
KEY = re.compile(
    r"\bsk-[\w-]{12,}|\bAKIA\w{12,}|\bgh[pousr]_\w{20,}|\bhf_\w{20,}|api_key\s*=\s*[\"'][\w-]{12,}[\"']", re.I
)
FORBIDDEN_OUTPUT = {
    "a figure that was not shown with show()": re.compile(r"<Figure size"),
    "an address": re.compile(r"\bat 0x[0-9a-f]+", re.I),
    "a numpy scalar": re.compile(r"\bnp\.(?:float|int|uint|bool|str)\w*\("),
    "a path of one machine": re.compile(r"(?<![\w.])(?:~|/(?:home|root|tmp|opt|usr|mnt|Users|private))/|\b[A-Z]:\\\\"),
}


def forbidden_code(notebook):
    """Code cells that install, download, hide, or hold a key; one line each."""
    problems = [
        f"cell [{cell.execution_count}] {what}"
        for cell in code_cells(notebook)
        for what, pattern in FORBIDDEN_CODE.items()
        if pattern.search(cell.source)
    ]
    for position, cell in enumerate(notebook.cells):
        if KEY.search("\n".join([cell.source, *output_texts(cell)])):
            problems.append(f"cell {position} holds what looks like a key")
    return problems


def forbidden_outputs(notebook):
    """Outputs that belong to one machine or one run, and anything on stderr; one line each."""
    problems = []
    for cell in code_cells(notebook):
        for output in cell.outputs:
            data = output.get("data", {})
            text = "\n".join([output.get("text", ""), *output.get("traceback", []), *map(str, data.values())])
            if "image/png" in data:
                text = data.get("text/plain", "")
            text = re.sub(r"\x1b\[[\d;]*m", "", text)
            for what, pattern in FORBIDDEN_OUTPUT.items():
                if pattern.search(text):
                    problems.append(f"cell [{cell.execution_count}] shows {what}")
            if str(ROOT) in text:
                problems.append(f"cell [{cell.execution_count}] shows the path of this checkout")
            if output.get("name") == "stderr":
                problems.append(f"cell [{cell.execution_count}] writes to stderr: {text.strip()[:80]}")
    return problems


def pictures_without_words(notebook):
    """Pictures in outputs or in the prose that have no alternative text; one line each."""
    problems = []
    for position, cell in enumerate(notebook.cells):
        if cell.cell_type == "markdown" and re.search(r"!\[\s*\]\(|<img(?![^>]*\balt=\"[^\"]+\")", cell.source):
            problems.append(f"cell {position}: a picture without alternative text")
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            for kind in data:
                alt = output.get("metadata", {}).get(kind, {}).get("alt", "") if kind.startswith("image/") else None
                if alt is not None and (len(alt.split()) < 4 or data.get("text/plain") != alt):
                    problems.append(f"cell {position}: a picture that was not shown with show(figure, alt)")
    return problems


def run_order(notebook):
    """What is wrong with the counts of the code cells: they have to be 1 to n, and no cell empty; one line each."""
    code = code_cells(notebook)
    problems = [f"cell [{i}] is empty" for i, cell in enumerate(code, 1) if not cell.source.strip()]
    counts = [cell.execution_count for cell in code]
    if counts != list(range(1, len(code) + 1)):
        written = ", ".join(str(count) for count in counts)
        problems.append(f"the code cells were not run in order from 1: their counts are {written}")
    return problems


def errors_not_meant(notebook):
    """Cells that stop with an error without the tag raises-exception, or have the tag and no error; one line each."""
    problems = []
    for cell in code_cells(notebook):
        failed = any(output.output_type == "error" for output in cell.outputs)
        if failed != ("raises-exception" in tags(cell)):
            problems.append(f"cell [{cell.execution_count}]: error {failed}, tags {sorted(tags(cell))}")
    return problems


def headings(source):
    """Pairs (level, text) of the headings of a Markdown text."""
    source = re.sub(r"```.*?```", "", source, flags=re.S)
    return [(len(marks), text.strip()) for marks, text in re.findall(r"^(#{1,6}) +(.*)$", source, flags=re.M)]


def anchor(heading):
    """The anchor under which GitHub and Jupyter reach a heading of words."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def markdown_of(path):
    """All Markdown of a page or a notebook."""
    if path.suffix != ".ipynb":
        return path.read_text(encoding="utf-8")
    return "\n\n".join(cell.source for cell in read(path).cells if cell.cell_type == "markdown")


def broken_links(text, folder, own_anchors=()):
    """The relative links of a Markdown text that lead nowhere, to no file or to no heading in it; one line each."""
    problems = []
    text = re.sub(r"```.*?```|`[^`\n]+`", "", text, flags=re.S)
    for target in re.findall(r"\]\(([^)\s]+)[^)]*\)", text):
        if re.match(r"https?://|mailto:|data:|attachment:", target):
            continue
        file, _, part = target.partition("#")
        path = folder / file if file else None
        if path is not None and not path.exists():
            problems.append(f"{target}: there is no such file")
        elif part and path is not None and path.suffix not in (".md", ".ipynb"):
            problems.append(f"{target}: only pages and notebooks have headings")
        elif part:
            # GitHub writes anchors in small letters, Jupyter as the heading is written.
            known = set(own_anchors) if path is None else {anchor(head) for _, head in headings(markdown_of(path))}
            if part not in known and part.lower() not in known:
                problems.append(f"{target}: there is no such heading")
    return problems


def exercise_cells(notebook):
    """Pairs (position, id) of the code cells in which the reader writes an answer."""
    found = ((i, CHECK.search(cell.source)) for i, cell in enumerate(notebook.cells) if cell.cell_type == "code")
    return [(i, match[1]) for i, match in found if match]


def solution_after(notebook, position):
    """The code of the solution that follows an exercise cell; None where there is none before the next exercise."""
    for cell in notebook.cells[position + 1 :]:
        if cell.cell_type == "code" and CHECK.search(cell.source):
            return None
        if "solution" in tags(cell):
            return "\n".join(fenced_python(cell.source)) or None
    return None


def examples_before(notebook, position):
    """The `>>>` examples in the task of an exercise, which its solution has to fulfil."""
    task = notebook.cells[position - 1].source
    fences = re.findall(r"^```\w*\n(.*?)^```", task, flags=re.S | re.M)
    return [example for fence in fences for example in doctest.DocTestParser().get_examples(fence)]
