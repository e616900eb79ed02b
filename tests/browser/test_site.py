"""The site for readers who can install nothing: it runs in the browser and asks no other machine for anything."""

import pytest
from conftest import run_all

NAMES = ["00_start_here", "01_overlap_arithmetic", "02_idf_by_hand", "03_cosine_in_one_product"]


def ended_well(cell):
    """True if a code cell stopped with no error; errors that are meant are shown and do not stop the site."""
    meant = cell["source"].startswith("%%shows_error")
    shown = any(output.get("name") == "stderr" and "Error: " in output["text"] for output in cell["outputs"])
    return (shown or not meant) and all(output["output_type"] != "error" for output in cell["outputs"])


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs_to_its_end_with_no_request_off_the_machine(visit, site, keep, name):
    page = visit.page
    page.goto(f"{site}/lab/index.html?path={name}.ipynb")
    page.wait_for_function("window.jupyterapp?.shell?.currentWidget?.content?.model?.cells?.length > 5")
    page.wait_for_function("window.jupyterapp.shell.currentWidget.sessionContext?.session?.kernel?.status === 'idle'")
    notebook = run_all(page, seconds=240)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert ended_well(cell), cell
    pictures = [
        out for cell in notebook["cells"] for out in cell.get("outputs", []) if "image/png" in out.get("data", {})
    ]
    assert len(pictures) >= 3
    keep(page, f"site-{name[:2]}")
    assert visit.abroad == []
