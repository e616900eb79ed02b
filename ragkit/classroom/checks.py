"""The checks of exercises: `check("01.2", answer)` says what is wrong rather than only that it is wrong.

What each exercise asks stands in `ragkit/classroom/exercises/notebook_NN.py`, in a list `EXERCISES`:

    Exercise(
        "01.1",
        ask="how many chunks a text of 90 words gives",
        value=4,
        mistakes=[mistake(9, "That divides by the overlap. Windows start size - overlap apart.")],
        right="the fourth window reaches the end, so it is the last",
    )
    Exercise(
        "01.2",
        ask="write step(size, overlap): how many words lie between the starts of two windows",
        cases=[case(30, 10, gives=20), case(8, 0, gives=8)],
        mistakes=[mistake(lambda size, overlap: size, "That is the step without any overlap.")],
    )

A mistake is a wrong answer somebody may well give, with the message meant for them. An answer is that mistake if it
gives the same as the mistake in every case.
"""

import copy
import importlib
import math
import re
import textwrap
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

WIDTH = 84  # letters in a printed line
NOTHING = object()  # an exercise without a value asks for a function


@dataclass(frozen=True)
class Case:
    """Arguments for the reader's function, and what it has to return for them."""

    args: tuple
    gives: Any


@dataclass(frozen=True)
class Mistake:
    """A plausible wrong answer, a value or a function, and the message for those who give it."""

    answer: Any
    message: str


def case(*args, gives) -> Case:
    """Return the case in which `f(*args)` has to return `gives`."""
    return Case(args, gives)


def mistake(answer, message) -> Mistake:
    """Return a known wrong answer with the message meant for it."""
    return Mistake(answer, message)


@dataclass(frozen=True)
class Exercise:
    """One exercise: a value to predict (`value`), or a function to write (`cases`).

    `ask` completes the sentence "what is missing: …", `right` says in a clause what the right answer shows, and
    numbers are equal within `tolerance`.
    """

    id: str
    ask: str
    value: Any = NOTHING
    cases: Sequence[Case] = ()
    mistakes: Sequence[Mistake] = ()
    right: str = ""
    tolerance: float = field(default=1e-6, kw_only=True)

    def __post_init__(self):
        if not re.fullmatch(r"\d\d\.\d+", self.id):
            raise ValueError(f"Exercise id is {self.id!r}; write notebook and number, as in '01.2'")
        if (self.value is NOTHING) == (not self.cases):
            raise ValueError(f"Exercise {self.id} needs either value= (to predict) or cases= (of a function to write)")

    @property
    def asks_for_function(self) -> bool:
        return self.value is NOTHING


@dataclass(frozen=True)
class Verdict:
    """What became of an answer: "right", "unanswered", "mistake" (a known one) or "wrong", and the line to print."""

    state: str
    line: str


def check(exercise_id, answer) -> None:
    """Print one sentence or two about `answer`: right, still missing, or wrong and why. It never raises."""
    try:
        line = judge(find_exercise(exercise_id), answer).line
    except LookupError as error:
        line = f"Exercise {exercise_id}: {error.args[0]}"
    # A page that is narrower than a line would break it in the middle of a word.
    print(textwrap.fill(line, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False))


def find_exercise(exercise_id) -> Exercise:
    """Return the exercise with this id; LookupError if no notebook has it."""
    for exercise in load_exercises(str(exercise_id)[:2]):
        if exercise.id == exercise_id:
            return exercise
    raise LookupError("there is no exercise of this name. Write its number in quotes, as in check('01.2', answer).")


def load_exercises(notebook) -> list[Exercise]:
    """Return the exercises of a notebook, named by its two digits; none where it has no module."""
    name = f"ragkit.classroom.exercises.notebook_{notebook}"
    try:
        return list(importlib.import_module(name).EXERCISES)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return []


def judge(exercise, answer) -> Verdict:
    """Hold an answer against its exercise and say what is to be said about it."""
    name = f"Exercise {exercise.id}"
    if is_blank(answer):
        return Verdict("unanswered", f"{name} is not answered yet. What is missing: {exercise.ask}.")
    if exercise.asks_for_function and not callable(answer):
        return Verdict("wrong", f"{name}: got {shown(answer)}, and a function was asked for: {exercise.ask}.")
    if not exercise.asks_for_function and callable(answer):
        return Verdict("wrong", f"{name}: got a function, and a value was asked for: {exercise.ask}.")
    outcomes = _outcomes(exercise, answer)
    if all(outcome.blank for outcome in outcomes):
        return Verdict("unanswered", f"{name} is not answered yet. What is missing: {exercise.ask}.")
    wanted = _wanted(exercise)
    failing = [i for i, outcome in enumerate(outcomes) if not outcome.matches(wanted[i], exercise.tolerance)]
    if not failing:
        reason = f": {exercise.right}" if exercise.right else ""
        return Verdict("right", f"{name} is right{reason}.")
    for known in exercise.mistakes:
        theirs = _outcomes(exercise, known.answer)
        if all(mine.matches(other, exercise.tolerance) for mine, other in zip(outcomes, theirs, strict=True)):
            return Verdict("mistake", f"{name}: not yet. {_one_line(known.message)}")
    return Verdict("wrong", f"{name}: not yet. {_told(exercise, outcomes[failing[0]], failing[0])}")


@dataclass(frozen=True)
class _Outcome:
    """What an answer gave in one case: a value, or the exception it stopped with."""

    value: Any = None
    error: Exception | None = None

    @property
    def blank(self) -> bool:
        # A blank inside an unfinished function ends in "unsupported operand type(s) for +: 'ellipsis' and 'int'".
        return is_blank(self.value) if self.error is None else "ellipsis" in str(self.error)

    def matches(self, other, tolerance) -> bool:
        if self.error is not None or other.error is not None:
            return type(self.error) is type(other.error)
        return same(self.value, other.value, tolerance)


def _outcomes(exercise, answer) -> list[_Outcome]:
    if not exercise.asks_for_function:
        return [_Outcome(plain(answer))]
    return [_called(answer, one.args) for one in exercise.cases]


def _called(function, args) -> _Outcome:
    """Call the reader's function on copies, so that one which changes its arguments does not spoil the next case."""
    try:
        return _Outcome(plain(function(*copy.deepcopy(args))))
    except Exception as error:
        return _Outcome(error=error)


def _wanted(exercise) -> list[_Outcome]:
    if not exercise.asks_for_function:
        return [_Outcome(plain(exercise.value))]
    return [_Outcome(plain(one.gives)) for one in exercise.cases]


def _told(exercise, outcome, position) -> str:
    if not exercise.asks_for_function:
        return f"{shown(outcome.value)} is not {exercise.ask}."
    one = exercise.cases[position]
    call = "f(" + ", ".join(shown(argument) for argument in one.args) + ")"
    if outcome.error is not None:
        message = _one_line(str(outcome.error))
        return f"{call} stopped with {type(outcome.error).__name__}: {message[:100]}"
    return f"{call} gave {shown(outcome.value)}, expected {shown(one.gives)}."


def is_blank(value) -> bool:
    """True for what an untouched blank leaves behind: `...`, nothing, or a sequence of those."""
    if value is None or value is Ellipsis:
        return True
    return isinstance(value, (list, tuple)) and len(value) > 0 and all(is_blank(item) for item in value)


def plain(value):
    """Return the value with numpy's arrays and numbers, and pandas' columns, as plain lists and numbers."""
    if isinstance(value, (str, bytes, bool, int, float)) or is_blank(value):
        return value
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, Mapping):
        return {plain(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return tuple(plain(item) for item in value)
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, Set):
        return {plain(item) for item in value}
    return value


def same(mine, other, tolerance) -> bool:
    """True if two plain values are equal: numbers within `tolerance`, a list and a tuple by their items."""
    if isinstance(mine, bool) or isinstance(other, bool):
        return mine is other
    if isinstance(mine, (int, float)) and isinstance(other, (int, float)):
        return math.isclose(mine, other, rel_tol=tolerance, abs_tol=tolerance)
    if isinstance(mine, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(mine) == len(other) and all(same(a, b, tolerance) for a, b in zip(mine, other, strict=True))
    if isinstance(mine, dict) and isinstance(other, dict):
        return mine.keys() == other.keys() and all(same(mine[key], other[key], tolerance) for key in mine)
    try:
        return bool(mine == other)
    except Exception:
        return False


def shown(value) -> str:
    """Return the value as a short text that is the same on every machine and in every run."""
    value = plain(value)
    if value is Ellipsis:
        return "..."
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, (list, tuple)):
        inside = ", ".join(shown(item) for item in value)
        text = f"[{inside}]" if isinstance(value, list) else f"({inside}{',' if len(value) == 1 else ''})"
    elif isinstance(value, Mapping):
        text = "{" + ", ".join(f"{shown(key)}: {shown(item)}" for key, item in value.items()) + "}"
    elif isinstance(value, Set):
        text = "{" + ", ".join(sorted(shown(item) for item in value)) + "}"
    elif isinstance(value, Callable) and hasattr(value, "__name__"):
        text = value.__name__
    else:
        text = re.sub(r" at 0x[0-9a-fA-F]+", "", _one_line(repr(value)))
    return text if len(text) <= 90 else text[:60] + " … " + text[-25:]


def _one_line(text) -> str:
    return " ".join(text.split())
