"""What a notebook writes goes into a folder that is thrown away."""

import os
import subprocess
import sys

from ragkit.classroom.folders import _throw_away, scratch_folder


def test_a_scratch_folder_is_new_and_empty_and_relative_names_lead_into_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = scratch_folder()
    assert os.listdir(folder) == []
    with open("help.index", "w", encoding="utf-8") as file:
        file.write("counts")
    assert os.listdir(folder) == ["help.index"]
    _throw_away(folder, tmp_path)
    assert not folder.exists() and os.getcwd() == str(tmp_path)


def test_a_scratch_folder_is_gone_when_python_has_ended(tmp_path):
    code = "from ragkit.classroom import scratch_folder; print(scratch_folder())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    assert "notebook-" in done.stdout
    assert not os.path.exists(done.stdout.strip())
