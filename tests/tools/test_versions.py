import subprocess
import sysconfig
import tomllib
import venv
from pathlib import Path

import numpy
import versions


def test_the_oldest_and_the_newest_of_both_packages_are_what_the_project_promises():
    project = tomllib.loads((versions.ROOT / "pyproject.toml").read_text())["project"]
    oldest, newest = (versions.promised(project, which) for which in ("oldest", "newest"))
    assert [each.split("==")[0] for each in oldest] == ["numpy", "torch"]
    assert newest == [each.replace("==", ">=") for each in oldest]


def test_an_environment_has_its_own_packages_first_and_those_below_behind_them(tmp_path):
    venv.create(tmp_path)
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(tmp_path)}))
    (packages / "numpy.py").write_text("__version__ = 'of its own'")
    versions.lay_over(tmp_path)
    code = "import numpy, pytest, normbook; print(numpy.__version__, pytest.__version__)"
    python = str(versions.python_of(tmp_path))
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split()[:-1] == ["of", "its", "own"]
    assert numpy.__version__ != "of its own"
