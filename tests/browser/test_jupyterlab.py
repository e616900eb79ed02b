"""What a reader of the README gets to see: JupyterLab, a notebook, Run All, a slider."""

import nbformat
from conftest import ROOT, move_slider, open_notebook, run_all


def opened(visit, address, name):
    """Open a notebook in a workspace of its own: the server keeps the tabs of each, and would open them again."""
    open_notebook(visit.page, f"{address}/lab/workspaces/{name.partition('_')[0]}/tree/{name}", name)
    return visit.page


def texts(cell):
    """What a code cell shows, without pixels and without what differs from kernel to kernel."""
    found = []
    for output in cell["outputs"]:
        if output["output_type"] == "stream":
            found.append("".join(output["text"]))
        elif output["output_type"] == "error":
            found.append(f"{output['ename']}: {output['evalue']}")
        else:
            data = output["data"]
            found.append(
                (sorted(set(data) - {"application/vnd.jupyter.widget-view+json"}), "".join(data["text/plain"]))
            )
    return found


def test_run_all_of_notebook_00_gives_every_output_as_stored(visit, jupyterlab, keep):
    page = opened(visit, jupyterlab, "00_start_here.ipynb")
    shown = run_all(page, seconds=120)
    stored = nbformat.read(ROOT / "notebooks" / "00_start_here.ipynb", as_version=4)
    pairs = list(zip(shown["cells"], stored["cells"], strict=True))
    code = [(new, old) for new, old in pairs if old["cell_type"] == "code"]
    compared = [pair for pair in code if "nbval-ignore-output" not in pair[1]["metadata"].get("tags", [])]
    assert len(compared) >= 20
    for new, old in compared:
        assert texts(new) == texts(old), old["source"]
    assert [new["execution_count"] for new, _ in code] == list(range(1, len(code) + 1))
    keep(page, "jupyterlab-00")


def test_the_slider_of_notebook_04_moves_its_picture(visit, jupyterlab, keep):
    page = opened(visit, jupyterlab, "04_choosing_a_threshold.ipynb")
    notebook = run_all(page, seconds=180)
    move_slider(page, notebook, keep, "jupyterlab-04")
    assert visit.abroad == []
