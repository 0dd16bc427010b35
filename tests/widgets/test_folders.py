"""The folder of each explorable is whole, and what is in it agrees on its name."""

import pytest

from normbook.widgets.explorable import HERE, find_explorable

FILES = {
    "__init__.py": "one line: what the explorable shows",
    "widget.py": "a subclass of Explorable, with its traits",
    "widget.mjs": "export default explorable({ … })",
    "widget.css": '@import "../_shared/tokens.css"; and what else of _shared/ it uses',
    "text.md": "its title below '# ', then what it shows, and items of what to try",
}
FOLDERS = sorted(path for path in HERE.iterdir() if path.is_dir() and path.name[0] != "_")

each_folder = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


@each_folder
def test_the_folder_is_whole(folder):
    missing = [
        f"write src/normbook/widgets/{folder.name}/{name}: {content}"
        for name, content in FILES.items()
        if not (folder / name).is_file()
    ]
    assert not missing, "\n".join(missing)


@each_folder
def test_the_class_is_named_as_the_folder_and_has_its_words(folder):
    place = f"src/normbook/widgets/{folder.name}"
    kind = find_explorable(folder.name)
    name = "".join(map(str.capitalize, folder.name.split("_")))
    assert kind.__name__ == name, f"{place}/widget.py: call its class {name}"
    assert kind.slug == folder.name, f'{place}/widget.py: slug = "{folder.name}"'
    assert kind.title, f"{place}/text.md begins with '# ' and a title"
    assert kind.alternative or folder.name == "quiz", (
        f"{place}/text.md: what to try below the title"
    )


@each_folder
def test_type_checkers_know_its_class(folder):
    name = find_explorable(folder.name).__name__
    line = f"from .{folder.name}.widget import {name} as {name}\n"
    package = HERE / "__init__.pyi"
    assert line in package.read_text(encoding="utf-8"), f"{package}: add {line.strip()}"


def test_type_checkers_refuse_a_name_that_there_is_not(tmp_path):
    api = pytest.importorskip("mypy.api")
    asking = tmp_path / "asking.py"
    asking.write_text("from normbook.widgets import Pipelin, Pipeline\nreveal_type(Pipeline)\n")
    said, _, status = api.run(["--strict", "--cache-dir", str(tmp_path), str(asking)])
    assert 'Module "normbook.widgets" has no attribute "Pipelin"' in said
    assert "normbook.widgets.pipeline.widget.Pipeline" in said
    assert status == 1


LONGEST = 560
"""Of a paragraph or an item, in characters: what is skimmed by ear has to come to an end."""


@each_folder
def test_its_words_are_short_paragraphs_and_a_list(folder):
    place = f"src/normbook/widgets/{folder.name}/text.md"
    parts = find_explorable(folder.name).alternative
    long = [part[:40] for part in parts if len(part) > LONGEST]
    assert not long, f"{place}: shorten, or split: {long}"
    assert not parts or any(part.startswith("- ") for part in parts), (
        f"{place}: put what to try into a list"
    )
