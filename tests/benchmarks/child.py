"""One contestant in a process of its own: what `python -m tests.benchmarks` starts. Prints one line of JSON."""

import gc
import json
import pickle
import statistics
import sys
import time
from pathlib import Path

from . import contestants

BUILDS = 3  # in one process; the best counts
PATIENCE = 30  # seconds, after which no build and no question is begun again


def memory(field: str) -> float:
    """MB of this process: VmRSS now, VmHWM at the most since the last reset. Linux only; 0 elsewhere."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return sum(int(line.split()[1]) for line in lines if line.startswith(field)) / 1024


def main(group: str, name: str, work_file: str) -> dict:
    texts, asked = pickle.loads(Path(work_file).read_bytes())
    entrant = getattr(contestants, group)[name]
    entrant(texts[:100]).batch(asked[:5])  # imports and compilation are not measured
    gc.collect()
    before = memory("VmRSS")
    if before:
        Path("/proc/self/clear_refs").write_text("5")  # the peak starts anew
    builds, peak = [], 0.0
    while len(builds) < BUILDS and sum(builds) < PATIENCE:
        searcher = None  # the one before is let go
        start = time.process_time()
        searcher = entrant(texts)
        builds.append(time.process_time() - start)
        peak = peak or memory("VmHWM") - before

    times, give_up = [], time.perf_counter() + PATIENCE
    for question in asked:
        askings = []
        for _ in range(5):
            start = time.perf_counter()
            searcher.ask(question)
            askings.append(time.perf_counter() - start)
        times.append(min(askings) * 1000)
        if time.perf_counter() > give_up:
            break
    start = time.perf_counter()
    searcher.batch(asked[: len(times)])
    batch = (time.perf_counter() - start) / len(times) * 1000
    p95 = statistics.quantiles(times, n=20)[-1]
    return {
        "build s": min(builds),
        "peak MB": peak,
        "median ms": statistics.median(times),
        "p95 ms": p95,
        "batch ms": batch,
    }


if __name__ == "__main__":
    print(json.dumps(main(*sys.argv[1:])))
