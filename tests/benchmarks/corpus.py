"""Text to measure on: the documentation that every CPython carries, cut into chunks of about 80 words."""

import ast
import random
import re
import sysconfig
from collections import Counter
from functools import cache
from pathlib import Path

WORDS = 80


def prose(source: str) -> str:
    """The docstrings and comments of a Python source, in that order."""
    nodes = [node for node in ast.walk(ast.parse(source)) if hasattr(node, "body") and isinstance(node.body, list)]
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = [ast.get_docstring(node) or "" for node in nodes if isinstance(node, documented)]
    return "\n".join(docstrings + re.findall(r"^\s*#+ (.+)", source, re.MULTILINE))


@cache
def real_chunks() -> tuple[str, ...]:
    """Chunks of the standard library's docstrings and comments and of the language reference in `pydoc_data`."""
    from pydoc_data import topics

    library = Path(sysconfig.get_path("stdlib"))
    left_out = {"site-packages", "test", "tests", "lib2to3", "pydoc_data", "idle_test"}
    paths = [path for path in sorted(library.rglob("*.py")) if not left_out & set(path.relative_to(library).parts)]
    texts = list(topics.topics.values()) + [prose(path.read_text(encoding="utf-8")) for path in paths]
    words = [text.split() for text in texts]
    return tuple(" ".join(text[i : i + WORDS]) for text in words for i in range(0, len(text), WORDS))


def chunks(n: int, seed: int = 0) -> list[str]:
    """`n` chunks: the real ones shuffled; past those, the halves of two real chunks put together, in which every second
    word that is rare in the real text becomes a new word, so that the vocabulary grows with N as it does in nature."""
    rng, real = random.Random(seed), list(real_chunks())
    rng.shuffle(real)
    made = real[:n]
    words = [text.split() for text in real]
    spread = Counter(word for text in words for word in set(text))
    for i in range(len(real), n):
        one, two, lap = words[i % len(real)], words[rng.randrange(len(real))], i // len(real)
        mixed = one[: WORDS // 2] + two[WORDS // 2 :]
        made.append(" ".join(f"{w}x{lap}" if spread[w] < 4 and rng.random() < 0.5 else w for w in mixed))
    return made


def questions(n: int, seed: int = 1) -> list[str]:
    """`n` questions of 3 to 8 neighbouring words of real chunks: common words, and two longer ones at the least."""
    rng, real = random.Random(seed), real_chunks()
    asked = []
    while len(asked) < n:
        words, length = rng.choice(real).split(), rng.randint(3, 8)
        start = rng.randrange(max(len(words) - length, 0) + 1)
        question = words[start : start + length]
        if sum(word.isalpha() and len(word) > 5 for word in question) >= 2:
            asked.append(" ".join(question))
    return asked
