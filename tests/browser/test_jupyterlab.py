"""What a reader of the README gets to see: JupyterLab, a notebook, Run All, a slider."""

import re

import nbformat
from conftest import ROOT, run_all


def opened(visit, address, name):
    """Open a notebook and wait until its kernel is idle."""
    visit.page.goto(f"{address}/lab/tree/{name}")
    visit.page.wait_for_function("window.jupyterapp?.shell?.currentWidget?.content?.model?.cells?.length > 5")
    visit.page.wait_for_function(
        "window.jupyterapp.shell.currentWidget.sessionContext?.session?.kernel?.status === 'idle'"
    )
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
    run_all(page, seconds=180)
    cells = page.evaluate(
        "window.jupyterapp.shell.currentWidget.content.model.sharedModel.cells.map(cell => cell.getSource())"
    )
    position = next(i for i, source in enumerate(cells) if "SelectionSlider" in source)
    page.evaluate(
        "async i => { const book = window.jupyterapp.shell.currentWidget.content;"
        " book.activeCellIndex = i; await book.scrollToItem(i, 'center'); }",
        position + 1,  # the cell below it: what is out of sight is not drawn, and the slider stands under its code
    )
    keep(page, "jupyterlab-04-cell")
    picture = page.locator(".jupyter-widgets img.widget-image, img.widget-image").first
    picture.wait_for()
    page.wait_for_function("document.querySelector('img.widget-image').naturalWidth > 100")
    before = picture.get_attribute("src")
    keep(page, "jupyterlab-04-before")
    readout = page.locator(".widget-readout").first
    assert readout.inner_text() == "0.25"
    handle = page.locator(".noUi-handle").first
    handle.focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("old => document.querySelector('img.widget-image').src !== old", arg=before)
    assert re.fullmatch(r"0\.(?:2[6-9]|3\d*)", readout.inner_text())
    keep(page, "jupyterlab-04-after")
    assert visit.abroad == []
