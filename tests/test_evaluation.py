"""Metrics held against trec_eval, and each row of an evaluation against what `retrieve` and a reader would count."""

import math
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

import ragkit
from ragkit import build_index, chunk_markdown, evaluate, hit_at_k, ndcg_at_k, recall_at_k, reciprocal_rank, retrieve
from ragkit.corpora import load, questions
from ragkit.evaluation import bootstrap_interval, found_and_answered, holds_fact, score_answers, summary, sweep

METRICS = [recall_at_k, hit_at_k, ndcg_at_k, reciprocal_rank]


@pytest.fixture(scope="module")
def shop():
    return build_index(load("shop"), chunker=chunk_markdown)


@pytest.fixture(scope="module")
def frame(shop):
    return evaluate(shop, questions("shop"))


# --- one ranking ---


def test_one_ranking_counted_by_hand():
    ranked, relevant = ["x", "a", "y", "b", "z"], ["a", "b", "c"]
    assert recall_at_k(ranked, relevant, 1) == 0
    assert recall_at_k(ranked, relevant, 2) == pytest.approx(1 / 3)
    assert recall_at_k(ranked, relevant, 4) == pytest.approx(2 / 3)
    assert [hit_at_k(ranked, relevant, k) for k in (1, 2, 4)] == [0, 1, 1]
    assert reciprocal_rank(ranked, relevant) == 1 / 2
    assert reciprocal_rank(ranked, relevant, k=1) == 0
    best = 1 / math.log2(2) + 1 / math.log2(3) + 1 / math.log2(4)
    assert ndcg_at_k(ranked, relevant, 5) == pytest.approx((1 / math.log2(3) + 1 / math.log2(5)) / best)


def test_metrics_agree_with_trec_eval_on_random_rankings():
    pytrec_eval = pytest.importorskip("pytrec_eval")
    rng = np.random.default_rng(7)
    pool = [f"d{i}" for i in range(30)]
    for _ in range(200):
        ranked = rng.permutation(pool)[: rng.integers(1, 25)].tolist()
        gains = {doc_id: int(rng.integers(1, 4)) for doc_id in rng.permutation(pool)[: rng.integers(1, 8)].tolist()}
        run = {"q": {doc_id: float(-rank) for rank, doc_id in enumerate(ranked)}}
        wanted = {"recall.1,3,10", "success.1,3,10", "ndcg_cut.1,3,10", "recip_rank"}
        theirs = pytrec_eval.RelevanceEvaluator({"q": gains}, wanted).evaluate(run)["q"]
        for k in (1, 3, 10):
            assert recall_at_k(ranked, gains, k) == pytest.approx(theirs[f"recall_{k}"])
            assert hit_at_k(ranked, gains, k) == theirs[f"success_{k}"]
            assert ndcg_at_k(ranked, gains, k) == pytest.approx(theirs[f"ndcg_cut_{k}"])
        assert reciprocal_rank(ranked, gains) == pytest.approx(theirs["recip_rank"])


def test_ndcg_agrees_with_scikit_learn():
    from sklearn.metrics import ndcg_score

    gains = {"a": 3.0, "b": 1.0, "c": 2.0}
    ranked = ["x", "b", "a", "y", "c"]
    theirs = ndcg_score([[gains.get(doc_id, 0.0) for doc_id in ranked]], [[5, 4, 3, 2, 1]], k=3)
    assert ndcg_at_k(ranked, gains, 3) == pytest.approx(theirs)


@pytest.mark.parametrize("metric", METRICS)
def test_a_repeated_id_takes_one_place_its_best(metric):
    assert metric(["x", "x", "a", "a", "b"], ["a", "b"], 3) == metric(["x", "a", "b"], ["a", "b"], 3)
    assert metric(["a", "a"], ["a", "a", "b"], 2) == metric(["a"], ["a", "b"], 2)


@pytest.mark.parametrize("metric", METRICS)
def test_without_a_relevant_id_a_metric_is_nan_and_means_leave_it_out(metric):
    assert math.isnan(metric(["a"], [], 1))
    assert math.isnan(metric([], {"a": 0}, 1))
    assert pd.Series([metric(["a"], [], 1), metric(["a"], ["a"], 1)]).mean() == 1


@pytest.mark.parametrize("metric", METRICS)
def test_metrics_are_plain_floats_from_0_to_1_whatever_the_list(metric):
    rng = np.random.default_rng(1)
    for _ in range(200):
        ranked = rng.integers(0, 8, rng.integers(0, 12)).tolist()
        relevant = rng.integers(0, 8, rng.integers(1, 9)).tolist()
        value = metric(ranked, relevant, int(rng.integers(1, 20)))
        assert type(value) is float
        assert 0 <= value <= 1
    assert metric([], ["a"], 5) == 0
    assert metric(["a"], ["a"], 100) == 1


@pytest.mark.parametrize("metric", METRICS)
def test_input_that_would_count_wrongly_is_refused(metric):
    with pytest.raises(TypeError, match="relevant_ids must be a list"):
        metric(["a"], "abc", 1)
    with pytest.raises(TypeError, match="ranked_ids must be a list"):
        metric("abc", ["a"], 1)
    with pytest.raises(ValueError, match="k must be 1 or more"):
        metric(["a"], ["a"], 0)
    with pytest.raises(ValueError, match="gain"):
        metric(["a"], {"a": -1}, 1)


# --- one row per question ---


def test_a_row_says_what_retrieve_says(shop, frame):
    rows = questions("shop")
    assert list(frame["id"]) == [row["id"] for row in rows]
    for row, line in zip(rows[::9], frame.to_dict("records")[::9]):
        relevant = [part for part in row["relevant"].split(";") if part]
        hits = retrieve(row["text"], shop, 10, 1e-12)
        ids = [chunk.id for chunk, _ in hits]
        assert line["best"] == (hits[0][1] if hits else 0)
        assert line["n_relevant"] == len(relevant)
        for k in (1, 3, 5, 10):
            assert line[f"recall@{k}"] == pytest.approx(recall_at_k(ids, relevant, k), nan_ok=True)
        if set(ids) & set(relevant):
            first = min(ids.index(doc_id) for doc_id in relevant if doc_id in ids)
            assert (line["rank"], line["right"], line["rr"]) == (first + 1, hits[first][1], 1 / (first + 1))


def test_questions_come_as_rows_or_as_a_table_read_by_pandas(shop, frame, tmp_path):
    pd.DataFrame(questions("shop")).to_csv(tmp_path / "questions.csv", index=False)
    table = pd.read_csv(tmp_path / "questions.csv")  # blank cells arrive as NaN
    pd.testing.assert_frame_equal(evaluate(shop, table), frame)


def test_windows_of_a_long_section_count_as_the_section_once():
    body = "Delivery is free. " + "Words about parcels follow here. " * 40
    index = build_index({"a.md": f"# A\n## Long\n{body}\n## Short\nReturns take ten days.\n"}, chunker=chunk_markdown)
    ids = [chunk.id for chunk in index.chunks]
    assert "a.md#long.2" in ids
    row = evaluate(index, [{"id": "1", "text": "words about returns", "relevant": ["a.md#short", "a.md#long"]}], k=2)
    assert row["recall@2"].item() == 1


def test_labels_may_name_documents():
    index = build_index(load("helpcentre"))
    rows = [{"text": "How long does standard delivery take?", "relevant": "shipping"}]
    assert evaluate(index, rows, k=1)["hit@1"].item() == 1


def test_a_label_that_no_chunk_has_is_an_error_and_not_a_miss(shop):
    with pytest.raises(ValueError, match=r"returns\.md#refund-time"):
        evaluate(shop, [{"text": "refund", "relevant": "returns.md#refund-time"}])


def test_a_chunk_that_shares_no_word_was_not_found(shop):
    row = evaluate(shop, [{"text": "zebra", "relevant": "returns.md#return-window"}]).iloc[0]
    assert (row["best"], row["rr"], row["hit@10"]) == (0, 0, 0)
    assert math.isnan(row["rank"])


# --- many questions ---


def test_summary_has_a_row_for_each_kind_with_labels_and_one_for_all(frame):
    table = summary(frame, metrics=["hit@1", "rr"])
    assert list(table.index) == ["plain", "paraphrase", "typo", "number", "keyword", "two_sections", "all"]
    assert table["n"].tolist() == [32] * 6 + [192]
    assert table.loc["typo", "rr"] == pytest.approx(frame[frame["kind"] == "typo"]["rr"].mean())
    assert (table["rr low"] <= table["rr"]).all()
    assert (table["rr"] <= table["rr high"]).all()
    pd.testing.assert_frame_equal(table, summary(frame, metrics=["hit@1", "rr"]))  # the same draws every time


def test_summary_names_a_metric_that_was_not_computed(frame):
    with pytest.raises(ValueError, match="recall@7"):
        summary(frame, metrics="recall@7")


def test_the_bootstrap_interval_is_about_as_wide_as_the_normal_one():
    values = [1.0] * 60 + [0.0] * 40
    low, high = bootstrap_interval(values)
    half = 1.96 * math.sqrt(0.6 * 0.4 / 100)
    assert low == pytest.approx(0.6 - half, abs=0.015)
    assert high == pytest.approx(0.6 + half, abs=0.015)
    assert bootstrap_interval([1.0, math.nan, 1.0]) == (1, 1)


def test_the_four_outcomes_of_a_threshold_on_five_questions():
    nan = math.nan
    table = pd.DataFrame(
        {
            "n_relevant": [1, 1, 1, 0, 0],
            "best": [0.6, 0.5, 0.3, 0.4, 0.1],
            "right": [0.6, 0.2, nan, nan, nan],
            "rank": [1, 3, nan, nan, nan],
        }
    )
    counts = sweep(table, [0, 0.2, 0.35, 0.6, 0.7], k=3)
    assert counts.loc[0.2].tolist() == [2, 2, 1, 0]
    assert counts.loc[0.35].tolist() == [1, 2, 1, 1]
    assert counts.loc[0.6].tolist() == [1, 0, 2, 2]  # a score equal to the threshold is shown, as by retrieve
    assert counts.loc[0.7].tolist() == [0, 0, 2, 3]
    assert counts.sum(axis=1).tolist() == [5] * 5
    assert sweep(table, [0.2], k=2).loc[0.2, "answered_right"] == 1


def test_the_sweep_counts_what_answer_does(shop, frame):
    said = score_answers(shop, questions("shop"), generate=lambda prompt: "yes", min_score=0.25)
    counts = sweep(frame, [0.25]).loc[0.25]
    assert said["refused"].sum() == counts["refused_right"] + counts["refused_wrong"]


# --- answers ---


@pytest.mark.parametrize("text", ["It costs ₹49.", "₹49 or ₹499", "(₹49)", "it is  ₹49, no more"])
def test_a_fact_is_found_as_it_stands(text):
    assert holds_fact(text, "₹49")


@pytest.mark.parametrize("text", ["It costs ₹499.", "₹49,999", "₹49.50", "49 rupees", ""])
def test_a_fact_is_not_found_inside_a_longer_number(text):
    assert not holds_fact(text, "₹49")


def test_finding_and_answering_are_scored_apart(shop):
    rows = [row for row in questions("shop") if row["id"] in ("plain-01", "plain-12", "far-01", "paraphrase-01")]
    scored = score_answers(shop, rows).set_index("id")
    assert scored.loc["plain-01", ["found", "answered", "cited", "refused"]].tolist() == [True, True, True, False]
    assert scored.loc["far-01", ["found", "answered", "cited"]].tolist() == [False, False, False]
    mute = score_answers(shop, rows, generate=lambda prompt: "I do not know.")
    assert mute["found"].tolist() == scored["found"].tolist()
    assert not mute["answered"].any()


def test_found_and_answered_counts_every_question_once():
    scored = pd.DataFrame({"found": [True, True, False, False, False], "answered": [True, False, False, False, True]})
    table = found_and_answered(scored)
    assert table.to_numpy().tolist() == [[1, 1], [1, 2]]
    assert table.loc["found", "not answered"] == 1


def test_the_twelve_classic_questions_are_found_answered_and_cited(shop):
    classic = [row for row in questions("shop") if row["kind"] == "plain"][:12]
    assert evaluate(shop, classic)["hit@1"].tolist() == [1] * 12
    assert score_answers(shop, classic)[["found", "answered", "cited"]].all(axis=None)


def test_importing_the_metrics_costs_numpy_alone():
    code = "import sys, ragkit; assert ragkit.evaluate; print('pandas' in sys.modules, 'matplotlib' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "False"]
    assert {metric.__name__ for metric in METRICS} < set(ragkit.__all__)


def test_the_mean_of_reciprocals_is_not_the_reciprocal_of_the_mean():
    rankings = [["a"], ["x", "a"], ["x", "y", "z", "a"]]  # right at ranks 1, 2 and 4
    mean = sum(reciprocal_rank(ranked, ["a"]) for ranked in rankings) / 3
    assert mean == pytest.approx(0.5833, abs=1e-4) and mean != pytest.approx(3 / 7, abs=1e-3)
