"""What the tests of real models share: they skip, saying why, where a model or a library is missing; never in CI."""

import os
from contextlib import contextmanager

import pytest


@contextmanager
def made_or_skipped():
    """Skip the test when a model cannot be made here because its weights or its library are not installed."""
    try:
        yield
    except (ImportError, FileNotFoundError) as missing:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def minilm():
    from ragkit.models.minilm import MiniLmEmbedder

    with made_or_skipped():
        return MiniLmEmbedder(progress=False)


@pytest.fixture(scope="session")
def smollm():
    from ragkit.models.smollm import SmolLm

    with made_or_skipped():
        return SmolLm(max_tokens=12)
