"""Every notebook, solved: each solution passes its check, and the notebook still runs to its end.

The solutions are taken out of the notebooks as a reader would take them: the code of the folded cell goes where the
blank was, and the notebook is run whole.
"""

import notebook_reading as reading
import pytest
import rerun
from nbformat.v4 import new_code_cell

NOTEBOOKS = {path.stem: path for path in reading.notebook_paths()}
WITH_EXERCISES = [name for name, path in NOTEBOOKS.items() if reading.exercise_ids(reading.read(path))]


@pytest.mark.parametrize("name", WITH_EXERCISES)
def test_the_solutions_pass_and_the_solved_notebook_runs_to_its_end(name):
    notebook = reading.read(NOTEBOOKS[name])
    cells, solved, shown = [], [], []
    for position, cell in enumerate(notebook.cells):
        cells.append(cell)
        match = reading.CHECK.search(cell.source) if cell.cell_type == "code" else None
        solution = reading.solution_after(notebook, position) if match else None
        if not solution:
            continue
        checking = [line for line in cell.source.splitlines() if reading.CHECK.search(line)]
        solved.append((match[1], new_code_cell("\n".join([solution, *checking]))))
        cells.append(solved[-1][1])
        for example in reading.examples_before(notebook, position):
            shown.append((match[1], example, new_code_cell(example.source)))
            cells.append(shown[-1][2])
    notebook.cells = cells
    rerun.run(notebook, folder=reading.FOLDER)
    for exercise_id, cell in solved:
        assert f"Exercise {exercise_id} is right" in "".join(reading.output_texts(cell))
    for exercise_id, example, cell in shown:
        said = "".join(reading.output_texts(cell)).strip()
        assert said == example.want.strip(), f"{exercise_id}: {example.source.strip()} shows {said}"
