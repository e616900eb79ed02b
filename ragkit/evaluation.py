"""Judging by numbers: one row per question, intervals, the sweep of thresholds, finding and answering scored apart.

Built in notebooks 04 and 07; the formulas stand in metrics.py.
"""

import math
import re
from collections.abc import Callable, Iterable, Mapping

import numpy as np

from .answering import NOT_FOUND, answer, extractive_generator
from .index import Index
from .metrics import hit_at_k, ndcg_at_k, recall_at_k, reciprocal_rank
from .retrieval import check_k, retrieve
from .text import fold


def section_of(chunk_id: str) -> str:
    """The id of a chunk's section: `returns.md#refunds.2`, the second window of a long section, is of its section."""
    return re.sub(r"(#[^#]*)\.\d+$", r"\1", chunk_id)


def _rows(questions) -> list[dict]:
    """The questions as dicts, with `relevant` and `fact` as lists; a DataFrame, and its blank cells, are read too."""
    rows = questions.to_dict("records") if hasattr(questions, "to_dict") else [dict(row) for row in questions]
    for row in rows:
        if not isinstance(row.get("text"), str):
            raise ValueError(f"questions must have a column text, got the row {row!r:.80}")
        for column in ("relevant", "fact"):
            cell = row.get(column)
            cell = cell.split(";") if isinstance(cell, str) else cell if isinstance(cell, list) else []
            row[column] = [part.strip() for part in cell if part.strip()]
    return rows


def _names(index: Index, rows) -> dict:
    """{chunk id: the section, document or chunk it counts as}: the first of these that meets all the labels."""
    labels = {label for row in rows for label in row["relevant"]}
    ways = (lambda chunk: section_of(chunk.id), lambda chunk: chunk.doc_id, lambda chunk: chunk.id)
    candidates = [{chunk.id: way(chunk) for chunk in index.chunks} for way in ways]
    missing = [labels - set(names.values()) for names in candidates]
    for names, unknown in zip(candidates, missing):
        if not unknown:
            return names
    raise ValueError(
        f"questions name {sorted(min(missing, key=len))[:3]} as relevant, and no chunk of the index has such an id, as "
        "section or document: cut the corpus as its labels were made (chunker=chunk_markdown), or correct the labels"
    )


def evaluate(index: Index, questions: Iterable[Mapping], k=(1, 3, 5, 10), *, depth=100):
    """One row per question in a pandas DataFrame: id, kind, split (where given), and

    n_relevant; best: score of the first hit (0 without one); rank and right: place and score of the first relevant hit
    (NaN without); hit@k, recall@k, ndcg@k for each k; rr: the reciprocal rank. `relevant` holds ids of sections,
    documents or chunks, as a list or in one str with ";". Of each ranking the first `depth` chunks with a score above 0
    are looked at, windows of one section as one. ValueError for a label that the index does not have. Notebook 07."""
    import pandas as pd

    rows, cuts = _rows(questions), [k] if isinstance(k, int) else list(k)
    names, table = _names(index, rows), []
    for row in rows:
        hits = retrieve(row["text"], index, depth, 1e-12)
        ids, relevant = [names[chunk.id] for chunk, _ in hits], row["relevant"]
        line = {column: row[column] for column in ("id", "kind", "split") if column in row}
        line |= {"n_relevant": len(set(relevant)), "best": hits[0][1] if hits else 0.0}
        first = next((i for i, doc_id in enumerate(ids) if doc_id in relevant), None)
        line["rank"] = math.nan if first is None else float(len(dict.fromkeys(ids[: first + 1])))
        line["right"] = math.nan if first is None else hits[first][1]
        for metric, of in (("hit", hit_at_k), ("recall", recall_at_k), ("ndcg", ndcg_at_k)):
            line |= {f"{metric}@{cut}": of(ids, relevant, cut) for cut in cuts}
        table.append(line | {"rr": reciprocal_rank(ids, relevant)})
    return pd.DataFrame(table)


def bootstrap_interval(values, *, level=0.95, repeats=2000, seed=0) -> tuple[float, float]:
    """Between which bounds the mean of as many questions, drawn from these with repeats, falls in `level` of all draws.

    Values that are all alike give an interval of no width, which is too sure of itself (notebook 04). NaN values are
    left out. Source: Efron, "Bootstrap methods" (1979), the percentile interval."""
    values = np.asarray(values, dtype=np.float64)
    values = values[~np.isnan(values)]
    if not len(values):
        return math.nan, math.nan
    draws = np.random.default_rng(seed).integers(0, len(values), (repeats, len(values)))
    low, high = np.quantile(values[draws].mean(axis=1), [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def summary(frame, by="kind", metrics=("hit@1", "recall@3", "rr"), *, level=0.95, seed=0):
    """Means of `evaluate`'s metrics for each `by`, and for "all", with the bounds of a bootstrap interval behind each.

    Groups without labelled questions, being off topic, are left out. A DataFrame; `n` counts questions. Notebook 07."""
    import pandas as pd

    metrics = [metrics] if isinstance(metrics, str) else list(metrics)
    if missing := [column for column in [by, *metrics] if column not in frame]:
        raise ValueError(f"frame has no column {missing[0]!r}; it has {list(frame.columns)}")
    labelled, table = frame[frame["n_relevant"] > 0], {}
    for group, part in [*labelled.groupby(by, sort=False), ("all", labelled)]:
        table[group] = {"n": len(part)}
        for metric in metrics:
            low, high = bootstrap_interval(part[metric], level=level, seed=seed)
            table[group] |= {metric: float(part[metric].mean()), f"{metric} low": low, f"{metric} high": high}
    return pd.DataFrame.from_dict(table, orient="index").rename_axis(by)


def sweep(frame, thresholds, *, k=3):
    """For each threshold, how many of `evaluate`'s questions end in which of four ways, as a DataFrame of counts:

    answered_right: a relevant chunk is among the first k and reaches the threshold; answered_wrong: only others do, or
    nothing is relevant; refused_right: no chunk reaches it and none is relevant; refused_wrong: none does, and one is.
    The four add up to the number of questions. Notebook 04."""
    import pandas as pd

    check_k(k)
    table = {}
    for threshold in map(float, thresholds):
        answered = frame["best"].round(12) >= threshold  # as retrieve compares
        right = (frame["right"].round(12) >= threshold) & (frame["rank"] <= k)
        off_topic = frame["n_relevant"] == 0
        parts = (right, answered & ~right, ~answered & off_topic, ~answered & ~off_topic)
        table[threshold] = [int(part.sum()) for part in parts]
    columns = ["answered_right", "answered_wrong", "refused_right", "refused_wrong"]
    return pd.DataFrame.from_dict(table, orient="index", columns=columns).rename_axis("threshold")


def holds_fact(text: str, fact: str) -> bool:
    """Whether the text holds the fact, case and runs of blanks aside, and not as part of a longer word or number."""
    text, fact = (" ".join(fold(part).split()) for part in (text, fact))
    return re.search(rf"(?<!\w)(?<!\d[.,]){re.escape(fact)}(?!\w|[.,]\d)", text) is not None


def score_answers(index: Index, questions, generate: Callable = extractive_generator, k=3, min_score=0.2):
    """Ask every question, and score finding and answering apart: a DataFrame, one row per question: id, kind, split,

    found: every fact stands in a relevant chunk that was shown (without facts: a relevant chunk was shown);
    answered: every fact is in the answer; cited: a relevant chunk is cited; refused: the answer is "not found";
    answer: its text. Off topic the first three are False. `fact` is read as `relevant` is. Notebook 07."""
    import pandas as pd

    rows, table = _rows(questions), []
    names = _names(index, rows)
    for row in rows:
        facts, reply = row["fact"], answer(row["text"], index, generate, k, min_score)
        hits = retrieve(row["text"], index, k, min_score)
        shown = [chunk.text for chunk, _ in hits if names[chunk.id] in row["relevant"]]
        line = {column: row[column] for column in ("id", "kind", "split") if column in row}
        line["found"] = bool(shown) and all(any(holds_fact(text, fact) for text in shown) for fact in facts)
        line["answered"] = bool(facts) and all(holds_fact(reply["answer"], fact) for fact in facts)
        line["cited"] = any(names[chunk_id] in row["relevant"] for chunk_id in reply["citations"])
        table.append(line | {"refused": reply["answer"] == NOT_FOUND, "answer": reply["answer"]})
    return pd.DataFrame(table)


def found_and_answered(scored):
    """The 2 × 2 table of `score_answers`: rows found and not found, columns answered and not answered. Notebook 07.

    Found and not answered is the generator's part of the failures; not found and not answered is retrieval's. Pass
    labelled questions only: off-topic ones have nothing to find."""
    import pandas as pd

    def count(found, answered):
        return int(((scored["found"] == found) & (scored["answered"] == answered)).sum())

    table = [[count(found, answered) for answered in (True, False)] for found in (True, False)]
    return pd.DataFrame(table, index=["found", "not found"], columns=["answered", "not answered"])
