"""Settings that every test shares, and the kernels that nbval starts inherit."""

import os

import pytest

# Two BLAS threads on a busy machine of two cores make small products several times slower than one.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Tests draw without a screen. A kernel sets its own backend.
os.environ.setdefault("MPLBACKEND", "agg")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Cells of one notebook, and tests of one file, run in one process, in order; each solved notebook by itself."""
    for item in items:
        solved = "solved_notebook" in item.name
        item.add_marker(pytest.mark.xdist_group(item.callspec.id if solved else item.path.name))
