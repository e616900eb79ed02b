"""Run notebooks whole and store what comes out: python notebooks/tools/rerun.py 01 [02 …], or `all`.

Each notebook runs from a clean kernel, in its own folder, with one BLAS thread. It is written back only if the whole
run succeeded: every code cell ran, in order from 1, and stopped with an error exactly where the tag
`raises-exception` says so. Time stamps, kernel versions, widget state and the path of this checkout are left out, so
a second run changes nothing.
"""

import argparse
import os
import re
import sys
import tempfile
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

NOTEBOOKS = Path(__file__).resolve().parents[1]
KEPT_OF_A_CELL = {"tags", "slideshow", "jupyter", "editable", "deletable"}


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("notebooks", nargs="+", help="two digits, a file, or all")
    parser.add_argument("--timeout", type=int, default=300, help="seconds one cell may take (default: %(default)s)")
    options = parser.parse_args(arguments)
    failures = 0
    for path in find(options.notebooks):
        start = time.monotonic()
        try:
            cells = rerun(path, timeout=options.timeout)
        except (CellExecutionError, ValueError) as error:
            failures += 1
            print(f"{path.name}: not written. {error}", file=sys.stderr)
        else:
            print(f"{path.name}: {cells} code cells in {time.monotonic() - start:.1f} s")
    return min(failures, 1)


def find(names):
    """Return the files meant by two digits, by a path, or by `all`."""
    paths = []
    for name in names:
        if name == "all":
            found = sorted(NOTEBOOKS.glob("[0-9][0-9]_*.ipynb"))
        elif name.endswith(".ipynb"):
            found = [Path(name)]
        else:
            found = sorted(NOTEBOOKS.glob(f"{name}_*.ipynb"))
        if not found or not all(path.exists() for path in found):
            sys.exit(f"no notebook {name!r} in {NOTEBOOKS.name}/; pass two digits, as in 01, a file, or all")
        paths += found
    return paths


def rerun(path, timeout=300):
    """Run one notebook and write it back; return the number of its code cells. Nothing is written if the run fails."""
    notebook = nbformat.read(path, as_version=4)
    run(notebook, folder=Path(path).resolve().parent, timeout=timeout)
    check_run(notebook)
    tidy(notebook)
    nbformat.validate(notebook)
    target = Path(path)
    unfinished = target.with_name(f".{target.name}.unfinished")
    nbformat.write(notebook, unfinished)
    unfinished.replace(target)
    return sum(cell.cell_type == "code" for cell in notebook.cells)


def run(notebook, folder, timeout=300):
    """Execute all cells in a new kernel of this Python, started in `folder`; outputs go into the notebook object."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    with tempfile.TemporaryDirectory() as empty:
        # An empty profile: what somebody's own IPython start-up files do is no part of the notebook.
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "IPYTHONDIR": empty}
        environment.pop("MPLBACKEND", None)
        NotebookClient(
            notebook,
            timeout=timeout,
            kernel_name="python3",
            resources={"metadata": {"path": str(folder)}},
            record_timing=False,
            store_widget_state=False,
            coalesce_streams=True,
            extra_arguments=["--log-level=ERROR"],
        ).execute(env=environment)


def check_run(notebook):
    """Raise ValueError unless every code cell ran, in order from 1, with errors only where they are meant."""
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    if [cell.execution_count for cell in code] != list(range(1, len(code) + 1)):
        raise ValueError("its cells did not run in order from 1")
    for cell in code:
        failed = any(output.output_type == "error" for output in cell.outputs)
        if ("raises-exception" in cell.metadata.get("tags", [])) != failed:
            raise ValueError(f"cell [{cell.execution_count}] is tagged raises-exception and raised nothing")


def tidy(notebook):
    """Leave out what differs from run to run and from machine to machine."""
    language = {"name": "python", "file_extension": ".py", "mimetype": "text/x-python", "pygments_lexer": "ipython3"}
    notebook.metadata = nbformat.from_dict(
        {
            "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
            "language_info": language,
        }
    )
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict({k: v for k, v in cell.metadata.items() if k in KEPT_OF_A_CELL})
        for output in cell.get("outputs", []):
            if output.output_type == "error":
                output.traceback = [without_paths(line) for line in output.traceback]
            # A widget's number is another one in each run, and a page that shows it says "model not found" until it
            # is run.
            output.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)


def without_paths(text):
    """Return a line of a traceback with paths as seen from the checkout, or from the installed packages."""
    root = str(NOTEBOOKS.parent)
    home = os.path.expanduser("~")
    for start in {root, root.replace(home, "~", 1)}:
        text = text.replace(start + os.sep, "")
    return re.sub(r"[~/][^\s:]*?/(?:site-packages|lib/python3\.\d+)/", "", text)


if __name__ == "__main__":
    sys.exit(main())
