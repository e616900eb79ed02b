"""`python -m tests.benchmarks`: ragkit against the libraries, each in a process of its own, in turn, in one run.

The texts are Python's own documentation (see corpus.py). Seconds of a build are processor time, so that other work on
the machine disturbs them less, the best of three builds; a question's are by the clock, the best of several askings of
each question. The best of all rounds counts. Every figure is followed by its ratio to the first row's: `×5.0` is five
times as long or as much.
"""

import argparse
import json
import os
import pickle
import subprocess
import sys
import tempfile
from pathlib import Path

from . import contestants, corpus, cutting

FIGURES = ("build s", "peak MB", "median ms", "p95 ms", "batch ms")


def run_child(group: str, name: str, work_file: str) -> dict:
    """One contestant measured once, in a new process with one thread for each library."""
    one_thread = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL", "NUMBA")}
    command = [sys.executable, "-m", "tests.benchmarks.child", group, name, work_file]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **one_thread})
    if done.returncode:
        raise SystemExit(f"{name} failed:\n{done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


def compare(group: str, n: int, rounds: int, questions: int, folder: Path) -> None:
    """Measure every contestant of a group on n chunks and print the table."""
    work_file = folder / f"{n}.pickle"
    if not work_file.exists():
        work_file.write_bytes(pickle.dumps((corpus.chunks(n), corpus.questions(questions))))
    entrants = {name: entrant for name, entrant in getattr(contestants, group).items() if entrant.slowest_at >= n}
    runs = {name: [] for name in entrants}
    for _ in range(rounds):
        for name in entrants:
            runs[name].append(run_child(group, name, str(work_file)))
    best = {name: {figure: min(run[figure] for run in some) for figure in FIGURES} for name, some in runs.items()}
    print(f"\n{group.lower()}, {n:,} chunks, best of {rounds}")
    print_table(best)


def print_table(best: dict) -> None:
    """One row for each name; every figure with its ratio to the first row's."""
    reference = next(iter(best.values()))
    print("".join([" " * 32, *(f"{figure:>20}" for figure in reference)]))
    for name, figures in best.items():
        cells = [f"{value:12.3f} ×{value / reference[figure]:6.1f}" for figure, value in figures.items()]
        print(f"{name:32}" + "".join(cells), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 100_000], help="numbers of chunks")
    parser.add_argument("--million", action="store_true", help="also 1,000,000 chunks: about 8 GB and half an hour")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--only", nargs="+", default=["search", "hybrid", "cutting"], help="search, hybrid, cutting")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for group in ("search", "hybrid"):
            for n in options.sizes + [1_000_000] * options.million:
                if group in options.only:
                    compare(group.upper(), n, options.rounds, options.questions, Path(folder))
    if "cutting" in options.only:
        print("\ntext into windows of words, best of 5")
        print_table(cutting.measure())


if __name__ == "__main__":
    main()
