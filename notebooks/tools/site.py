"""Build the site that runs notebooks 00 to 09 in a browser: python notebooks/tools/site.py OUT_FOLDER.

What comes out is a folder of files for any file host: JupyterLite with the notebooks, the wheel of `ragkit` with its
data, and the wheels of the slider. Python itself is Pyodide, which the reader's browser gets from its CDN, or from
the site where `--pyodide` names a folder with a copy of it. To try the site at home:
`python -m http.server --directory OUT_FOLDER`. Needs the extra `site`.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import nbformat
from rerun import NOTEBOOKS

ROOT = NOTEBOOKS.parent
LAST = "09"  # 10 to 12 need engines, models or a folder of one's own
PYODIDE = "https://cdn.jsdelivr.net/pyodide/v0.27.7/full/pyodide.js"
KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"
# The kernel asks for comm at its start; without a copy in the site it would look on PyPI.
WHEELS = ["comm", "ipywidgets>=8.1", "jupyterlab_widgets>=3"]
EXTENSIONS = ["@jupyter-widgets/jupyterlab-manager", "@jupyterlite/pyodide-kernel-extension"]
INSTALL = """# In the browser Python starts out empty. This cell is part of the site, not of the notebook.
import sys

from IPython.core.magic import register_cell_magic

sys.path = [folder for folder in sys.path if folder]  # no look into the site's own files at each import
%pip install -q ragkit matplotlib pandas ipywidgets


@register_cell_magic
def shows_error(line, cell):  # here Run All would stop at an error, also where it is meant
    try:
        exec(compile(cell, "cell", "exec"), get_ipython().user_ns)
    except Exception as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)"""


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="where to put the site; what an earlier run left there is replaced")
    parser.add_argument("--pyodide", type=Path, help="a folder with Pyodide 0.27.7, to be copied into the site")
    options = parser.parse_args(arguments)
    if options.pyodide is not None and not (options.pyodide / "pyodide.js").is_file():
        sys.exit(f"--pyodide {options.pyodide}: there is no pyodide.js in it; unpack a release of Pyodide there")
    start = time.monotonic()
    build(options.folder.resolve(), options.pyodide and options.pyodide.resolve())
    print(f"site in {options.folder}; {time.monotonic() - start:.0f} s")
    return 0


def build(folder, pyodide=None):
    """Write the site into `folder`, with a copy of Pyodide where the folder of one is given."""
    with tempfile.TemporaryDirectory() as work:  # a build folder of its own: doit keeps its state there
        work = Path(work)
        wheels = fetch_wheels(work / "wheels")
        write_contents(work / "contents")
        write_settings(work / "jupyter-lite.json", from_cdn=pyodide is None)
        shutil.rmtree(folder, ignore_errors=True)
        command = [sys.executable, "-m", "jupyter", "lite", "build", "--lite-dir", work, "--output-dir", folder]
        command += ["--contents", work / "contents", "--no-libarchive", "--no-sourcemaps"]
        command += ["--ignore-sys-prefix", "--apps", "lab", "--apps", "notebooks", "--apps", "tree"]
        command += [f"--LiteBuildConfig.federated_extensions={path}" for path in extensions()]
        command += [part for wheel in wheels for part in ("--piplite-wheels", wheel)]
        if pyodide:
            shutil.copytree(pyodide, work / "static" / "pyodide")  # where the build looks for a copy
        run(command, cwd=work)


def run(command, cwd=ROOT):
    """Run a command in silence; where it fails, stop with the last lines of what it said."""
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        said = (done.stdout + done.stderr).strip().splitlines()
        sys.exit("\n".join([f"failed: {' '.join(map(str, command[:6]))} …", *said[-15:]]))


def fetch_wheels(folder):
    """Build the wheel of ragkit, download those of the slider, and return their paths."""
    folder.mkdir()
    run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder])
    run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:", "-d", folder, *WHEELS])
    return sorted(folder.glob("*.whl"))


def write_contents(folder):
    """Write the notebooks, each with a cell in front that installs, and the page of contents."""
    folder.mkdir()
    for path in sorted(NOTEBOOKS.glob("[0-9][0-9]_*.ipynb")):
        if path.name[:2] <= LAST:
            notebook = nbformat.read(path, as_version=4)
            for cell in notebook.cells:
                if "raises-exception" in cell.metadata.get("tags", []):
                    cell.source, cell.metadata["tags"] = f"%%shows_error\n{cell.source}", []
            install = nbformat.v4.new_code_cell(INSTALL, id="install")
            notebook.cells.insert(1, install)
            notebook.metadata.kernelspec = {"display_name": "Python (Pyodide)", "language": "python", "name": "python"}
            nbformat.write(notebook, folder / path.name)
    shutil.copyfile(NOTEBOOKS / "README.md", folder / "README.md")


def write_settings(path, from_cdn):
    """Write what JupyterLite is to know: where Pyodide is, unless the build puts a copy of it into the site."""
    kernel = {"pyodideUrl": PYODIDE} if from_cdn else {"disablePyPIFallback": True}
    data = {"appName": "ragkit", "litePluginSettings": {KERNEL: kernel}}
    path.write_text(json.dumps({"jupyter-lite-schema-version": 0, "jupyter-config-data": data}), encoding="utf-8")


def extensions():
    """Return the folders of the two extensions of JupyterLab that the site needs, and of no others that are there."""
    labextensions = Path(sys.prefix) / "share" / "jupyter" / "labextensions"
    missing = [name for name in EXTENSIONS if not (labextensions / name / "package.json").is_file()]
    if missing:
        sys.exit(f"{missing[0]} is not installed: pip install -e '.[notebooks,site]'")
    return [labextensions / name for name in EXTENSIONS]


if __name__ == "__main__":
    sys.exit(main())
