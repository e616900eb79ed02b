"""A check says what is wrong, in words that are the same in every run, and never stops a notebook."""

import ast
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import ragkit.classroom
from ragkit.classroom.checks import Exercise, case, check, is_blank, judge, mistake, same, shown

PREDICTION = Exercise(
    "98.1",
    "how many windows of 4 words, 1 of them shared, cover 10 words",
    value=3,
    mistakes=[mistake(10, "That is one window a word."), mistake(4, "The third window already reaches the end.")],
    right="the third window ends at the last word",
)
FUNCTION = Exercise(
    "98.2",
    "write step(size, overlap): how far apart two windows start",
    cases=[case(30, 10, gives=20), case(8, 0, gives=8), case(5, 4, gives=1)],
    mistakes=[
        mistake(lambda size, overlap: size, "Neighbours share words: take the overlap off."),
        mistake(lambda size, overlap: overlap, "The overlap is what two windows share, the step is the rest."),
    ],
)


@pytest.mark.parametrize("answer", [..., None, [...], (None, ...)])
def test_an_untouched_blank_is_told_what_is_missing(answer):
    verdict = judge(PREDICTION, answer)
    assert verdict.state == "unanswered"
    assert verdict.line == f"Exercise 98.1 is not answered yet. What is missing: {PREDICTION.ask}."


def test_a_function_with_an_empty_body_is_unanswered():
    def step(size, overlap): ...

    assert judge(FUNCTION, step).state == "unanswered"
    assert judge(FUNCTION, lambda size, overlap: ...).state == "unanswered"


def test_a_blank_in_the_middle_of_a_formula_is_unanswered_too():
    assert judge(FUNCTION, lambda size, overlap: size - ...).state == "unanswered"


def test_a_right_prediction_is_told_what_it_shows():
    verdict = judge(PREDICTION, 3)
    assert verdict.state == "right"
    assert verdict.line == "Exercise 98.1 is right: the third window ends at the last word."


def test_a_right_function_is_right():
    assert judge(FUNCTION, lambda size, overlap: size - overlap).line == "Exercise 98.2 is right."


@pytest.mark.parametrize("exercise", [PREDICTION, FUNCTION], ids=lambda exercise: exercise.id)
def test_each_known_mistake_gets_the_message_meant_for_it(exercise):
    for known in exercise.mistakes:
        verdict = judge(exercise, known.answer)
        assert verdict.state == "mistake"
        assert verdict.line == f"Exercise {exercise.id}: not yet. {known.message}"


def test_an_unknown_mistake_shows_the_first_case_that_fails():
    verdict = judge(FUNCTION, lambda size, overlap: size - overlap if overlap else 0)
    assert verdict.line == "Exercise 98.2: not yet. f(8, 0) gave 0, expected 8."


def test_an_unknown_wrong_value_is_called_wrong():
    assert judge(PREDICTION, 7).state == "wrong"
    assert "7 is not how many windows" in judge(PREDICTION, 7).line


def test_an_exception_of_the_readers_code_is_told_in_one_line():
    def step(size, overlap):
        raise KeyError("the\nsize")

    line = judge(FUNCTION, step).line
    assert "f(30, 10) stopped with KeyError" in line
    assert "\n" not in line


def test_a_function_of_the_wrong_arguments_is_told_so():
    assert "stopped with TypeError" in judge(FUNCTION, lambda: 20).line


def test_a_value_in_place_of_a_function_and_the_other_way_round():
    assert "a function was asked for" in judge(FUNCTION, 20).line
    assert "a value was asked for" in judge(PREDICTION, lambda: 3).line


def test_a_mistake_that_raises_is_recognised_by_its_kind_of_error():
    exercise = Exercise(
        "98.3",
        "write share(part, whole), 0 for an empty whole",
        cases=[case(1, 2, gives=0.5), case(0, 0, gives=0.0)],
        mistakes=[mistake(lambda part, whole: part / whole, "An empty whole divides by zero.")],
    )
    assert judge(exercise, lambda a, b: a / b).state == "mistake"
    assert judge(exercise, lambda a, b: a / b if b else 0).state == "right"


def test_numpy_answers_count_as_the_numbers_they_hold():
    exercise = Exercise("98.4", "the unit vector of [3, 4]", value=[0.6, 0.8])
    assert judge(exercise, np.array([3, 4]) / 5).state == "right"
    assert judge(exercise, (np.float64(0.6), 0.8000000001)).state == "right"
    assert judge(exercise, np.array([0.6, 0.81])).state == "wrong"
    assert "np.float64" not in judge(exercise, [np.float64(0.25), 0.8]).line


def test_a_function_that_changes_its_argument_does_not_spoil_later_cases():
    words = ["a", "b"]
    exercise = Exercise("98.5", "the number of words", cases=[case(words, gives=2), case(words, gives=2)])
    assert judge(exercise, lambda given: len([given.pop(), given.pop()])).state == "right"
    assert words == ["a", "b"]


def test_true_is_not_one_and_a_list_is_as_good_as_a_tuple():
    assert not same(True, 1, 1e-9)
    assert same([1, (2, 3)], (1, [2, 3]), 1e-9)
    assert same({"a": 1.0}, {"a": 1}, 1e-9)
    assert not same([1, 2], [1, 2, 3], 1e-9)
    assert not same("1", 1, 1e-9)


def test_an_empty_answer_is_an_answer():
    assert not is_blank([])
    assert not is_blank(0)
    assert not is_blank("")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (np.float64(1 / 3), "0.333333"),
        ({"b", "a"}, "{'a', 'b'}"),
        (object(), "<object object>"),
        (len, "len"),
        ((1,), "(1,)"),
        ({"a": [0.1 + 0.2]}, "{'a': [0.3]}"),
    ],
)
def test_what_is_shown_is_the_same_in_every_run(value, text):
    assert shown(value) == text


def test_a_long_answer_is_cut_in_the_middle():
    assert len(shown(list(range(1000)))) < 100


def test_check_prints_lines_that_fit_a_page_and_returns_nothing(capsys):
    for unknown in ("98.7", 98):
        assert check(unknown, 3) is None
        printed = capsys.readouterr().out
        assert "there is no exercise of this name" in printed
        assert len(printed.splitlines()) == 2
        assert all(len(line) <= 84 for line in printed.splitlines())


def test_an_exercise_needs_either_a_value_or_cases():
    with pytest.raises(ValueError, match="either value="):
        Exercise("98.8", "nothing")
    with pytest.raises(ValueError, match=r"as in '01\.2'"):
        Exercise("1.2", "a number", value=1)


def test_the_classroom_knows_nothing_of_the_other_rooms_and_loads_no_plotting():
    folder = Path(ragkit.classroom.__file__).parent
    imported = set()
    for path in folder.glob("*.py"):  # what a single exercise asks may well use a room; the classroom itself does not
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                imported.add("." * node.level + (node.module or ""))
            elif isinstance(node, ast.Import):
                imported.update(name.name for name in node.names)
    ours = {name for name in imported if name.startswith((".", "ragkit"))}
    assert ours and all(name.startswith("ragkit.classroom") for name in ours)
    program = "import sys, ragkit.classroom; print('matplotlib' in sys.modules or 'IPython' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
