"""The site for readers who can install nothing: it runs in the browser and asks no other machine for anything."""

import pytest
from conftest import move_slider, open_notebook, run_all

NAMES = ["00_start_here", "01_overlap_arithmetic", "02_idf_by_hand", "03_cosine_in_one_product"]


def ended_well(cell):
    """True if a code cell stopped with no error; errors that are meant are shown and do not stop the site."""
    meant = cell["source"].startswith("%%shows_error")
    shown = any(output.get("name") == "stderr" and "Error: " in output["text"] for output in cell["outputs"])
    return (shown or not meant) and all(output["output_type"] != "error" for output in cell["outputs"])


def run_to_its_end(visit, site, name):
    """Open a notebook on the site, run all of it, look for errors and pictures, and return it."""
    open_notebook(visit.page, f"{site}/lab/index.html?path={name}.ipynb", f"{name}.ipynb")
    notebook = run_all(visit.page, seconds=240)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert ended_well(cell), cell
    pictures = [
        out for cell in notebook["cells"] for out in cell.get("outputs", []) if "image/png" in out.get("data", {})
    ]
    assert len(pictures) >= 3
    return notebook


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs_to_its_end_with_no_request_off_the_machine(visit, site, keep, name):
    run_to_its_end(visit, site, name)
    keep(visit.page, f"site-{name[:2]}")
    assert visit.abroad == []


def test_the_slider_of_notebook_04_moves_its_picture(visit, site, keep):
    notebook = run_to_its_end(visit, site, "04_choosing_a_threshold")
    move_slider(visit.page, notebook, keep, "site-04")
    assert visit.abroad == []
