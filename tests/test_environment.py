"""pyproject.toml is the one list of packages: conda's list agrees with it, and the core takes numpy alone."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ENVIRONMENT = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
CONDA = [spec for spec in ENVIRONMENT["dependencies"] if isinstance(spec, str)]
(BY_PIP,) = [spec["pip"] for spec in ENVIRONMENT["dependencies"] if isinstance(spec, dict)]


def of_pip(*extras):
    """The packages of the core and of some extras, as a dict of name → bounds; those of old Pythons are left out."""
    found = {}
    lists = [PROJECT["dependencies"], *(PROJECT["optional-dependencies"][extra] for extra in extras)]
    for requirement in (Requirement(line) for lines in lists for line in lines):
        if requirement.name != PROJECT["name"] and requirement.marker is None:
            found[canonicalize_name(requirement.name)] = requirement.specifier
    return found


def of_conda():
    """The packages of environment.yml as a dict of name → bounds, without Python, pip and ragkit themselves."""
    requirements = [Requirement(spec) for spec in CONDA + BY_PIP if spec != "-e ."]
    return {canonicalize_name(one.name): one.specifier for one in requirements if one.name not in ("python", "pip")}


def test_conda_installs_the_packages_of_the_notebooks_and_the_tests_within_the_same_bounds():
    assert of_conda() == of_pip("notebooks", "handouts", "test")


def test_conda_asks_for_the_same_python():
    (python,) = [Requirement(spec) for spec in CONDA if spec.startswith("python>")]
    assert python.specifier == SpecifierSet(PROJECT["requires-python"])


def test_conda_gets_ragkit_itself_from_this_checkout_by_pip():
    assert BY_PIP[0] == "-e ."
    assert "pip" in CONDA


def test_conda_takes_everything_from_conda_forge():
    assert ENVIRONMENT["channels"] == ["conda-forge", "nodefaults"]
    assert ENVIRONMENT["name"] == PROJECT["name"]


@pytest.mark.parametrize("spec", CONDA)
def test_each_line_is_a_spec_that_conda_understands(spec):
    rattler = pytest.importorskip("rattler", reason="py-rattler has no wheel for this machine")
    match = rattler.MatchSpec(spec, strict=True)
    wanted = Requirement(spec)
    assert match.name.normalized == wanted.name
    assert str(match.version or "") == str(wanted.specifier)


def test_the_core_depends_on_numpy_alone():
    assert [Requirement(line).name for line in PROJECT["dependencies"]] == ["numpy"]


def test_the_extra_for_the_tests_brings_that_for_the_notebooks():
    assert PROJECT["optional-dependencies"]["test"][0].startswith("ragkit[notebooks,")


def test_importing_ragkit_loads_numpy_and_nothing_else_that_is_not_pythons_own():
    program = (
        "import sys, json; before = set(sys.modules); import ragkit; "
        "print(json.dumps([sorted({name.partition('.')[0] for name in set(sys.modules) - before}), ragkit.__file__]))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded, file = json.loads(done.stdout)
    foreign = {name for name in loaded if name not in sys.stdlib_module_names and not name.startswith("_")}
    assert foreign - {"cython_runtime"} == {"ragkit", "numpy"}  # older numpy registers that name of its own
    assert Path(file).parent == ROOT / "ragkit"


def test_importing_ragkit_leaves_the_wings_folded():
    program = "import sys, ragkit; print([name for name in sys.modules if name.startswith('ragkit.')])"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not any(f"ragkit.{wing}" in done.stdout for wing in ("models", "stores", "classroom"))
