"""The corpora that come with the course, and a reader's own folder. Notebooks 00, 07 and 12; data/README.md."""

import csv
from dataclasses import dataclass, field
from pathlib import Path

TEXT_ENDINGS = (".md", ".markdown", ".txt", ".rst")


def data_folder() -> Path:
    """Where the corpora stand: inside an installed copy, else beside the package in a checkout."""
    here = Path(__file__).resolve().parent
    for folder in (here / "data", here.parent / "data"):
        if (folder / "helpcentre").is_dir():
            return folder
    raise FileNotFoundError(
        "the course's data is missing: reinstall ragkit, or keep data/ beside ragkit/ in a checkout"
    )


def _corpus_folder(name: str) -> Path:
    folder, known = data_folder() / str(name), sorted(f.name for f in data_folder().iterdir() if f.is_dir())
    if name not in known:
        raise ValueError(f"name must be one of {known}, got {name!r}")
    return folder


def load(name: str) -> dict[str, str]:
    """A corpus {document id: text}, in order of file name: "helpcentre", "shop", "apidocs", or "pythonref", which
    is Python's own language reference as it ships with the interpreter. An id is the file's name, without ".txt"."""
    if name == "pythonref":
        from pydoc_data.topics import topics

        return dict(sorted(topics.items()))
    files = sorted(f for f in _corpus_folder(name).iterdir() if f.suffix in TEXT_ENDINGS and f.name != "README.md")
    return {f.name.removesuffix(".txt"): f.read_text(encoding="utf-8") for f in files}


def questions(name: str) -> list[dict]:
    """The labelled questions of a corpus, one dict per row, as data/README.md describes the columns."""
    path = _corpus_folder(name) / "questions.csv"
    if not path.is_file():
        raise ValueError(f"the corpus {name!r} has no questions.csv")
    with path.open(encoding="utf-8", newline="") as file:
        return [dict(row) for row in csv.DictReader(file)]


@dataclass
class Folder:
    """A folder as read: `docs` {path below the folder, with /: text}, and what was not read, {path: why}."""

    docs: dict = field(default_factory=dict)
    skipped: dict = field(default_factory=dict)


def read_folder(folder, *, endings=TEXT_ENDINGS, max_bytes=20_000_000) -> Folder:
    """Read the text files of a folder and all folders below it; what cannot be read is reported, never fatal.

    UTF-8, with or without a byte-order mark, and UTF-16 with one; other encodings are read as Windows-1252. Empty,
    binary and larger files are skipped, hidden ones not looked at. Ids are paths below the folder, so two files of
    one name stay apart. Raises NotADirectoryError. Notebook 12."""
    root, result = Path(folder), Folder()
    if not root.is_dir():
        raise NotADirectoryError(f"folder must be a folder of documents, got {str(folder)!r}")
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.suffix.lower() not in endings or any(part.startswith(".") for part in path.relative_to(root).parts):
            continue
        try:
            if path.is_file():
                text = _read_text(path, max_bytes)
                result.docs[name] = text
        except (OSError, ValueError) as error:
            result.skipped[name] = str(error)
    return result


def _read_text(path: Path, max_bytes: int) -> str:
    size = path.stat().st_size
    if size > max_bytes:
        raise ValueError(f"{size / 1e6:.1f} MB, more than the {max_bytes / 1e6:.1f} MB read at once")
    data = path.read_bytes()
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = data.decode("utf-16")
    elif b"\x00" in data:
        raise ValueError("holds zero bytes, so it is no text")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252")
    if not text.strip():
        raise ValueError("empty")
    return text.replace("\r\n", "\n").replace("\r", "\n")
