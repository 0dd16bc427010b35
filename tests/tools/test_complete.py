"""sdist and wheel are whole: with explorables, or not at all; by way of the sdist or without it."""

import json
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

import complete
import pytest

import book

ROOT = Path(__file__).parents[2]


def build(folder: Path, target: str, out: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", out]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


@pytest.fixture(scope="module")
def sources(tmp_path_factory) -> Path:
    """What the sdist holds, unpacked."""
    folder = tmp_path_factory.mktemp("sdist")
    build(ROOT, "sdist", folder)
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as file:
        file.extractall(folder, filter="data")
    (unpacked,) = (path for path in folder.iterdir() if path.is_dir())
    return unpacked


def test_a_wheel_from_the_sdist_is_the_same_to_the_byte(sources, tmp_path):
    for name, folder in (("here", ROOT), ("there", sources)):
        build(folder, "wheel", tmp_path / name)
    (here,), (there,) = ((tmp_path / name).glob("*.whl") for name in ("here", "there"))
    assert here.read_bytes() == there.read_bytes()


def test_a_wheel_has_each_explorable_and_says_that_it_has_types(tmp_path):
    build(ROOT, "wheel", tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    with ZipFile(wheel) as file:
        names = set(file.namelist())
    for widget in (ROOT / complete.WIDGETS).glob("*/widget.mjs"):
        bundle = f"normbook/widgets/_dist/explorables/{widget.parent.name}"
        assert {f"{bundle}.mjs", f"{bundle}.css"} <= names
    assert "normbook/py.typed" in names


@pytest.mark.parametrize("target", ["sdist", "wheel"])
@pytest.mark.parametrize("name", ["pipeline.mjs", "pipeline.css"])
@pytest.mark.parametrize("spoil", [Path.unlink, lambda path: path.write_bytes(b"")])
def test_without_bundles_the_build_ends_with_a_sentence(sources, tmp_path, target, name, spoil):
    bundle = sources / complete.WIDGETS / "_dist/explorables" / name
    kept = bundle.read_bytes()
    spoil(bundle)
    try:
        done = build(sources, target, tmp_path)
    finally:
        bundle.write_bytes(kept)
    assert done.returncode != 0
    assert "Explorables that are not built: 1, pipeline for one." in done.stdout + done.stderr
    assert f"first: {complete.BUNDLE}" in done.stdout + done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("spoil", [Path.unlink, lambda path: path.write_text("// patched")])
def test_bundles_that_other_sources_made_end_the_build_with_a_sentence(sources, tmp_path, spoil):
    name = "src/normbook/widgets/_shared/drag.mjs"
    kept = (sources / name).read_bytes()
    spoil(sources / name)
    try:
        done = build(sources, "wheel", tmp_path)
    finally:
        (sources / name).write_bytes(kept)
    assert done.returncode != 0
    assert f"The explorables were built before {name} became" in done.stdout + done.stderr
    assert not list(tmp_path.iterdir())


def test_what_a_build_without_bundles_names_is_what_contributing_has():
    assert f"`{complete.BUNDLE} && " in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_an_explorables_worker_is_one_of_its_sources(sources):
    names = json.loads((sources / complete.SOURCES).read_text())
    assert "src/normbook/widgets/laboratory/worker.mjs" in names


def test_whatever_explorables_were_made_from_has_them_made_again(sources):
    names = json.loads((sources / complete.SOURCES).read_text())
    assert set(names) <= set(book.front_end(ROOT))


def test_the_package_s_page_on_an_index_has_readme_with_addresses(tmp_path):
    build(ROOT, "wheel", tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    with ZipFile(wheel) as file:
        (name,) = (name for name in file.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = file.read(name).decode("utf-8")
    places = re.findall(r'\]\(([^)]+)\)|\bsrc(?:set)?="([^"]+)"', metadata)
    paths = [place for both in places for place in both if place]
    assert (
        "https://github.com/normbook/normbook/raw/main/book/_static/screenshot-light.png" in paths
    )
    assert "https://github.com/normbook/normbook/blob/main/CHANGELOG.md" in paths
    assert [path for path in paths if not path.startswith(("https://", "#"))] == []


def test_a_wheel_does_not_say_what_its_explorables_were_made_from(tmp_path):
    build(ROOT, "wheel", tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    with ZipFile(wheel) as file:
        assert not [name for name in file.namelist() if name.endswith("sources.json")]
