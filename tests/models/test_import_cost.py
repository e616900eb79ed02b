"""Importing the wing costs numpy alone: a model's library is imported when the model is made."""

import subprocess
import sys


def test_importing_every_model_imports_no_library_of_theirs():
    code = (
        "import sys, ragkit.models\n"
        "names = 'anthropic openai ollama httpx gguf tokenizers safetensors sentence_transformers torch pandas tqdm'\n"
        "print([name for name in names.split() if name in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"
