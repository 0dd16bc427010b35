"""What grades in a reader's browser is what grades here, byte for byte."""

import hashlib
import io
import json
import zipfile

import pytest
import zstandard

from normbook.grader import find_all


@pytest.mark.parametrize("exercise", find_all(), ids=lambda exercise: exercise.slug)
def test_the_tests_that_grade_are_the_package_s(site, exercise):
    """Those that the manifest sends readers' browsers to."""
    folder = site / "_static" / "python"
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    [entry] = manifest["packages"][f"exercises/{exercise.slug}"]
    content = (folder / entry["file"]).read_bytes()
    assert hashlib.sha256(content).hexdigest() == entry["sha256"]
    with zipfile.ZipFile(io.BytesIO(zstandard.decompress(content))) as archive:
        served = archive.read(f"normbook/exercises/{exercise.slug}/tests.py")
    assert served == exercise.tests.read_bytes(), (
        f"the site has another tests.py of {exercise.slug} than the package: run `make html`"
    )
