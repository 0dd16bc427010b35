"""What `make exercise`, `make explorable` and `make chapter` left to write has been written."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
MARK = "FILL IN"
PLACES = [
    *("book", "src/normbook/exercises", "src/normbook/widgets", "src/normbook/data/quizzes"),
    *("tests/js", "tools/vectors"),
]
KINDS = {".md", ".py", ".mjs", ".css", ".json", ".toml"}


def test_all_is_filled_in():
    files = [file for place in PLACES for file in sorted((ROOT / place).rglob("*.*"))]
    left = [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()}"
        for file in files
        if file.suffix in KINDS and "_dist" not in file.parts
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if MARK in line
    ]
    assert not left, "write what is marked, and remove the mark:\n" + "\n".join(left)
