"""An audit of an answer, sentence by sentence: what it cites, and whether that says so. Built in notebook 05."""

import re
from dataclasses import dataclass

from .citations import MARKER, read_all_numbers, readable
from .text import STOP_WORDS, split_sentences, tokenize


@dataclass(frozen=True)
class SentenceAudit:
    """One sentence of an answer: the chunk ids it cites, cited numbers never shown, and the numbers and names in it
    that stand in none of the chunks it cites."""

    sentence: str
    cited: list
    never_shown: list
    unsupported: list

    @property
    def uncited(self) -> bool:
        """The sentence makes a statement and cites no chunk that was shown."""
        return not self.cited

    @property
    def sound(self) -> bool:
        """Nothing to object to: cited, by shown chunks only, with every number and name found in them."""
        return bool(self.cited) and not self.never_shown and not self.unsupported


def audit(reply: str, hits) -> list[SentenceAudit]:
    """Check an answer against the hits of its numbered prompt, sentence by sentence; [] for a blank one.

    A marker that stands behind a full stop ("… days. [1]") belongs to the sentence before it. What it cannot see:
    a statement that uses a chunk's own numbers and names and still says something else."""
    text = re.sub(
        r"([.!?])((?:\s*(?:\[[^\]]*\]|【[^】]*】))+)",
        lambda m: m[2] + m[1] if MARKER.search(m[2]) else m[0],
        readable(reply),
    )
    return [_audit_sentence(sentence, hits) for sentence in split_sentences(text) if tokenize(MARKER.sub("", sentence))]


def _audit_sentence(sentence, hits) -> SentenceAudit:
    numbers = read_all_numbers(sentence, len(hits))
    cited = [hits[n - 1][0] for n in numbers if 1 <= n <= len(hits)]
    never_shown = [n for n in numbers if not 1 <= n <= len(hits)]
    support = " ".join(chunk.text for chunk in cited)
    words, figures = set(tokenize(support)), set(_figures(support))
    body = MARKER.sub("", sentence)
    unsupported = [figure for figure in _figures(body) if figure not in figures]
    for name in re.findall(r"(?<=[^\s.!?:])\s+([A-Z][\w&-]*)", body):  # a capital inside a sentence
        parts = tokenize(name)
        if not set(parts) <= words | STOP_WORDS and not any(part.isdigit() for part in parts):
            unsupported.append(name)
    return SentenceAudit(sentence.strip(), [chunk.id for chunk in cited], never_shown, list(dict.fromkeys(unsupported)))


def _figures(text: str) -> list[str]:
    """Numbers of the text with thousands separators taken out: "1,299.50" is "1299.50"."""
    return [re.sub(r",(?=\d{2,3})", "", figure) for figure in re.findall(r"\d+(?:,\d{2,3})*(?:\.\d+)?", text)]
