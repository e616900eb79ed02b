"""Look for hours, or seconds, for a text that breaks a reader of text: `python tests/fuzz/fuzz.py --seconds 60`.

Not part of the tests: what this finds becomes one of them. Texts grow from the strategies of the property tests and by
mutating texts that stand in the corpora; each reader must end, lose nothing, invent nothing, and take time in
proportion to the length. Prints what it ran, and the first failing text in full; ends with 1 if there was one.
"""

import argparse
import random
import sys
import time
import traceback
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parents[2])]

from strategies import BLANKS, PIECES  # noqa: E402

from ragkit import audit, chunk_markdown, chunk_sentences, read_numbers, read_sources, split_sentences  # noqa: E402
from ragkit.corpora import load  # noqa: E402
from ragkit.headings import find_headings  # noqa: E402


def headings(text):
    """Headings lie in order, within the text, on lines of their own."""
    place = 0
    for heading in find_headings(text):
        assert place <= heading.start < heading.body <= len(text) and 1 <= heading.level <= 6
        place = heading.body


def markdown(text):
    """Sections have slugs of their own, stand in order, and hold what they say they hold."""
    sections = chunk_markdown(text, 7, 2)
    assert len({section.slug for section in sections}) == len(sections)
    place = -1
    for section in sections:
        assert section.text.strip() and text[section.start : section.end] in section.text
        assert section.start >= place
        place = section.start


def sentences(text):
    """Sentences stand in order and leave out blanks alone, packed or not."""
    place = 0
    for sentence in split_sentences(text):
        found = text.index(sentence, place)
        assert sentence.strip() == sentence != "" and not text[place:found].strip()
        place = found + len(sentence)
    assert not text[place:].strip()
    starts = [chunk.start for chunk in chunk_sentences(text, 6, 1)]
    assert starts == sorted(set(starts))


def citations(text):
    """Numbers are of shown chunks, once each, and hidden in no code; the audit takes any reply."""
    numbers = read_numbers(text, 5)
    assert set(numbers) <= set(range(1, 6)) and len(set(numbers)) == len(numbers)
    assert read_numbers("```\n" + text.replace("```", "").replace("~~~", ""), 5) == []
    assert set(read_sources(text, ["returns", "returns.md#0"])) <= {"returns", "returns.md#0"}
    audit(text, [])


READERS = [headings, markdown, sentences, citations]


def texts(rng, seeds):
    """A text without end in sight: pieces at random, a mutated text of the corpora, or one piece over and over."""
    while True:
        kind = rng.random()
        if kind < 0.5:
            yield "".join(rng.choice(PIECES) + rng.choice(BLANKS) for _ in range(rng.randint(0, 60)))
        elif kind < 0.98:
            text = rng.choice(seeds)
            at = rng.randrange(len(text))
            text = list(text[at : at + rng.randint(1, 600)])
            for _ in range(rng.randint(1, 12)):
                text.insert(rng.randint(0, len(text)), rng.choice([*PIECES, chr(rng.randrange(1, 0x3000))]))
                del text[rng.randrange(len(text))]
            yield "".join(text)
        else:
            piece = "".join(rng.choice(PIECES) + rng.choice(BLANKS) for _ in range(rng.randint(1, 3)))
            yield "# " * rng.randint(0, 1) + piece * (20_000 // len(piece)) + rng.choice(["", "x", "\n\nx"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=None)
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(10**9)
    rng, end = random.Random(seed), time.monotonic() + options.seconds
    seeds = [text for name in ("shop", "apidocs") for text in load(name).values()]
    for runs, text in enumerate(texts(rng, seeds), start=1):
        for reader in READERS:
            began = time.process_time()
            try:
                reader(text)
                took = time.process_time() - began
                assert took < 2 + len(text) / 10_000, f"{took:.1f} s of processor time for {len(text)} characters"
            except Exception:
                traceback.print_exc()
                print(f"{reader.__name__} failed on text {runs}, --seed {seed}:\n{text[:2000]!r}")
                return 1
        if time.monotonic() > end:
            print(f"{runs} texts through {len(READERS)} readers, no failure (--seed {seed})")
            return 0


if __name__ == "__main__":
    sys.exit(main())
