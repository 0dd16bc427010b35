"""What grades in a reader's browser is what grades here, byte for byte."""

import hashlib
import json
import zipfile

import pytest

from normbook.grader import find_all


@pytest.fixture(scope="module")
def wheel(site):
    """The wheel that the manifest sends readers' browsers to."""
    folder = site / "_static" / "python"
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    [entry] = [e for e in manifest["packages"]["grader"] if e["file"].endswith(".whl")]
    path = folder / entry["file"]
    assert hashlib.sha256(path.read_bytes()).hexdigest() == entry["sha256"]
    with zipfile.ZipFile(path) as archive:
        yield archive


@pytest.mark.parametrize("exercise", find_all(), ids=lambda exercise: exercise.slug)
def test_the_tests_that_grade_are_the_package_s(wheel, exercise):
    served = wheel.read(f"normbook/exercises/{exercise.slug}/tests.py")
    assert hashlib.sha256(served).digest() == hashlib.sha256(exercise.tests.read_bytes()).digest()
