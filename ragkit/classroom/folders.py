"""A folder for what a notebook writes, thrown away afterwards."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path


def scratch_folder() -> Path:
    """Make a new, empty folder the working directory and return its path; it is removed when Python ends.

    Relative names then lead into it, so what a notebook prints is the same on every machine.
    """
    before, folder = Path.cwd(), Path(tempfile.mkdtemp(prefix="notebook-"))
    os.chdir(folder)
    atexit.register(_throw_away, folder, before)
    return folder


def _throw_away(folder, before):
    os.chdir(before)  # some systems do not remove the folder that somebody is in
    shutil.rmtree(folder, ignore_errors=True)
