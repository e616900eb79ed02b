"""Every exercise, done both ways: left blank it is told what is missing, its solution passes, its known mistakes are
named.

That each notebook also runs to its end when solved is tested in test_solved_notebooks.py.
"""

import inspect

import notebook_reading as reading
import pytest

import ragkit.classroom.exercises
from ragkit.classroom.checks import judge, load_exercises

NOTEBOOKS = {path.stem: path for path in reading.notebook_paths()}
WITH_EXERCISES = [name for name, path in NOTEBOOKS.items() if reading.exercise_ids(reading.read(path))]
EXERCISES = [exercise for name in NOTEBOOKS for exercise in load_exercises(name[:2])]
each_notebook = pytest.mark.parametrize("name", list(NOTEBOOKS))
each_with_exercises = pytest.mark.parametrize("name", WITH_EXERCISES)
each_exercise = pytest.mark.parametrize("exercise", EXERCISES, ids=[exercise.id for exercise in EXERCISES])


@each_notebook
def test_the_exercises_of_a_notebook_are_those_that_are_registered_for_it(name):
    ids = reading.exercise_ids(reading.read(NOTEBOOKS[name]))
    assert ids == [exercise.id for exercise in load_exercises(name[:2])]
    assert ids == [f"{name[:2]}.{number}" for number in range(1, len(ids) + 1)]


def test_no_exercises_are_registered_for_a_notebook_that_is_not_there():
    folder = inspect.getfile(ragkit.classroom.exercises).replace("__init__.py", "")
    registered = {path.stem[-2:] for path in reading.Path(folder).glob("notebook_*.py")}
    assert registered <= {name[:2] for name in NOTEBOOKS}


@each_with_exercises
def test_an_exercise_is_a_task_a_blank_and_a_folded_solution(name):
    notebook = reading.read(NOTEBOOKS[name])
    for position, exercise_id in reading.exercise_cells(notebook):
        blank, task = notebook.cells[position], notebook.cells[position - 1]
        assert "exercise" in reading.tags(blank), exercise_id
        assert "exercise" in reading.tags(task) and task.cell_type == "markdown", exercise_id
        assert "<summary>Hint</summary>" in task.source, exercise_id
        assert "..." in blank.source, f"{exercise_id}: nothing is left blank"
        if "def " in blank.source:
            assert reading.solution_after(notebook, position), f"{exercise_id} has no solution in code"
    for cell in notebook.cells:
        if "solution" in reading.tags(cell):
            assert cell.source.lstrip().startswith("<details>") and "<summary>Solution</summary>" in cell.source
            assert cell.source.rstrip().endswith("</details>")


@each_with_exercises
def test_a_blank_exercise_is_told_what_is_missing(name):
    notebook = reading.read(NOTEBOOKS[name])
    asked = {exercise.id: exercise.ask for exercise in load_exercises(name[:2])}
    for position, exercise_id in reading.exercise_cells(notebook):
        said = " ".join("".join(reading.output_texts(notebook.cells[position])).split())
        expected = f"Exercise {exercise_id} is not answered yet. What is missing: {asked[exercise_id]}."
        assert said == " ".join(expected.split())


@each_exercise
def test_the_expected_answer_is_right_by_its_own_check(exercise):
    answers = iter([case.gives for case in exercise.cases])
    answer = (lambda *_: next(answers)) if exercise.asks_for_function else exercise.value
    assert judge(exercise, answer).state == "right"


@each_exercise
def test_at_least_two_mistakes_are_known_and_each_gets_its_own_message(exercise):
    assert len(exercise.mistakes) >= 2
    assert len({known.message for known in exercise.mistakes}) == len(exercise.mistakes)
    for known in exercise.mistakes:
        verdict = judge(exercise, known.answer)
        assert verdict.state == "mistake", verdict.line
        assert verdict.line.endswith(" ".join(known.message.split()))


@each_exercise
def test_what_is_asked_reads_as_the_end_of_a_sentence(exercise):
    assert exercise.ask == " ".join(exercise.ask.split())
    assert exercise.ask and exercise.ask[-1] not in ".:!?"
    assert not exercise.right or exercise.right[-1] not in ".:!?"
