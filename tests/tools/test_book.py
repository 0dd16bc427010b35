"""The book's commands: make has the same, each works out its steps, and old Pythons read them."""

import ast
import os
import re
import shlex
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from alone import alone
from install import StepFailedError
from steps import LOCK, Session, Step

import book

ROOT = Path(__file__).parents[2]
with_make = pytest.mark.skipif(os.name == "nt", reason="Windows has no make")
ON_ANY_PYTHON = ["alone.py", "install.py", "steps.py", "book.py"]
NOT_ON_WINDOWS = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "termios", "tty"}


def make_targets() -> list[str]:
    """Return what `make` can be asked for."""
    printed = subprocess.run(
        ["make", "--print-data-base", "--question", "help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    ).stdout
    return re.search(r"^\.PHONY: (.*)$", printed, re.MULTILINE)[1].split()


@with_make
def test_make_has_the_same_commands_and_no_others():
    assert sorted(make_targets()) == sorted(book.COMMANDS)


def named_commands() -> list[tuple[str, str]]:
    """Return the commands that texts and workflows tell people and machines to give."""
    names = (
        *("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md"),
        *("book/index.md", ".ci/run"),
    )
    texts = [*(ROOT / name for name in names), *(ROOT / ".github").rglob("*.yml")]
    calls = re.compile(
        r"(?:^|`|run: |&& |=\S )(?:make|python tools/book\.py)((?: [\w=.-]+)+)", re.M
    )
    return [
        (path.name, word)
        for path in texts
        for call in calls.findall(path.read_text(encoding="utf-8"))
        for word in call.split()
        if "=" not in word
    ]


def test_what_texts_tell_to_run_is_there():
    named = named_commands()
    assert {"README.md", "CONTRIBUTING.md", "test.yml", "run", "index.md"} <= {
        name for name, _ in named
    }
    assert [(name, word) for name, word in named if word not in book.COMMANDS] == []


PROGRAMS = {
    *("python", "node", "npx", "pytest", "ruff", "mypy", "lint-imports", "zizmor", "uv"),
    *("check-jsonschema", "jupyter", "normbook"),
}
STEPS_ALONE = {"help", "html", "bundles", "wheel", "clean"}


@pytest.mark.parametrize("name", book.COMMANDS)
def test_every_command_works_out_what_is_to_be_done(name, tmp_path, capsys):
    book.COMMANDS[name](Session(tmp_path, book.SETTINGS, dry=True))
    assert book.COMMANDS[name].__doc__.splitlines()[0].endswith(".")
    said = [line for line in capsys.readouterr().out.splitlines() if line]
    steps = {line.split(",")[0].removeprefix("== ") for line in said if line.startswith("== ")}
    assert steps <= {step.name for step in vars(book).values() if isinstance(step, Step)}
    if name in STEPS_ALONE:
        return
    calls = [re.sub(r"^(?:[A-Z_]+=\S+ )+", "", line) for line in said if "== " not in line]
    programs = {Path(shlex.split(call)[0]).stem.rstrip("0123456789.") for call in calls}
    assert programs
    assert programs <= PROGRAMS
    files = re.findall(r"(?<= )(?:tools|tests|src)/[\w/.]+", "\n".join(calls))
    assert [file for file in files if not (ROOT / file).exists()] == []


@pytest.mark.parametrize(
    ("name", "calls"),
    [
        ("book", ["tools/serve.py _build/html --port 8000"]),
        ("pdf", ["tools/pdf.py --paper A4"]),
        ("experiments", ["-m normbook.experiments", "node tools/measure_laboratory.mjs"]),
        ("wheel", ["== the bundles, ", "== the wheel, "]),
    ],
)
def test_a_command_does_what_it_says_behind_its_steps(name, calls, tmp_path, capsys):
    book.COMMANDS[name](Session(tmp_path, book.SETTINGS, dry=True))
    last = capsys.readouterr().out.splitlines()[-len(calls) :]
    assert [call for call, line in zip(calls, last, strict=True) if call not in line] == []


def test_what_is_built_is_removed_once_no_build_is_at_work(tmp_path, capsys):
    built = tmp_path / "_build" / "html"
    clean = threading.Thread(
        target=book.COMMANDS["clean"], args=(Session(tmp_path, book.SETTINGS),)
    )
    with alone(tmp_path / LOCK):
        built.mkdir()
        clean.start()
        said = ""
        while clean.is_alive() and "this one begins when that one ends" not in said:
            said += capsys.readouterr().out
        assert built.exists()
    clean.join()
    assert list(tmp_path.iterdir()) == []


def test_a_setting_is_what_was_said_last(monkeypatch):
    monkeypatch.setenv("PAPER", "Letter")
    commands, settings, dry = book.parse(["pdf", "PORT=8001", "-n", "html"])
    assert commands == ["pdf", "html"]
    assert dry
    assert [settings[name] for name in ("PORT", "PAPER", "WHICH")] == ["8001", "Letter", "oldest"]


@pytest.mark.parametrize("unknown", ["htlm", "PROT=8001", "--help"])
def test_what_is_not_there_is_said_with_what_is(unknown):
    name = unknown.split("=")[0]
    with pytest.raises(StepFailedError, match=f"{name}.*There are: .*(html|PORT)"):
        book.parse([unknown])


@pytest.mark.parametrize("wrong", ["book PORT=abc", "watch PORT=70000", "html lab LAB_PORT="])
def test_what_is_no_port_is_said_before_anything_is_built(wrong):
    *_, command, given = wrong.split()
    name = given.partition("=")[0]
    said = f"{given} is no port.*{book.CALL} {command} {name}={book.SETTINGS[name]}$"
    with pytest.raises(StepFailedError, match=said):
        book.parse(wrong.split())


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("exercise", r"Nothing was written: NAME is ''; expected lower-case words"),
        ("explorable NAME=Bars", r"Nothing was written: NAME is 'Bars'; expected lower-case words"),
        ("chapter NAME=layer_norm", r"Nothing was written: book/layer_norm\.md is there already"),
        (
            "exercise NAME=new_one CHAPTER=no_such",
            r"Nothing was written: CHAPTER is 'no_such'; exp",
        ),
        ("check", "NAME is ''; there is no exercise, explorable or chapter of that name"),
        ("check NAME=no_such", "NAME is 'no_such'; there is no exercise"),
    ],
)
def test_a_name_that_will_not_do_is_said_before_anything_is_set_up(
    monkeypatch, capsys, wrong, said
):
    monkeypatch.setattr(Session, "ensure", lambda *_: pytest.fail("something is set up"))
    assert book.main(wrong.split()) == 1
    assert re.match(rf"\n{said}", capsys.readouterr().err)


def test_a_name_that_will_do_goes_to_the_command(monkeypatch):
    said = []
    monkeypatch.setattr(Session, "ensure", lambda *_: None)
    monkeypatch.setattr(Session, "run", lambda _, *command: said.append(command[1:]))
    call = ["exercise", "explorable", "check", "NAME=layer_norm_new", "CHAPTER=scaling"]
    assert book.main(call) == 1  # at check, for the two did not write
    assert [command[:3] for command in said] == [
        ("tools/new.py", kind, "layer_norm_new") for kind in ("exercise", "explorable")
    ]


def test_who_serves_nothing_may_have_any_port(monkeypatch):
    monkeypatch.setenv("PORT", "tcp://10.0.0.1:80")  # as some hosts of containers set it
    assert book.parse(["html"])[0] == ["html"]


@pytest.mark.parametrize(
    ("root", "options", "error"),
    [
        (True, "", StepFailedError),
        (True, "--allow-root", book.CommandFailedError),
        (False, "", book.CommandFailedError),
    ],
)
def test_a_container_s_root_is_told_how_to_allow_jupyterlab(
    tmp_path, monkeypatch, root, options, error
):
    class Failing(Session):
        def ensure(self, step: Step) -> None:
            pass

        def run(self, *command: str, **_: object) -> None:
            if command[0] == "jupyter":
                raise book.CommandFailedError(1)

    monkeypatch.setattr(book, "is_root", lambda: root)
    session = Failing(tmp_path, {**book.SETTINGS, "LAB_OPTIONS": options}, dry=False)
    said = {StepFailedError: f"To allow it: {book.CALL} lab LAB_OPTIONS=--allow-root"}
    with pytest.raises(error, match=said.get(error, "ended with status 1")):
        book.COMMANDS["lab"](session)


@pytest.mark.parametrize(
    "call", [pytest.param(["make"], marks=with_make), [sys.executable, "tools/book.py"]]
)
def test_without_a_command_all_are_listed(call):
    # Make says where it is, if another make runs it, as one does when it runs the tests.
    alone = {name: value for name, value in os.environ.items() if name != "MAKELEVEL"}
    done = subprocess.run(call, cwd=ROOT, env=alone, capture_output=True, text=True, check=True)
    calls = [line.strip().removeprefix(book.CALL).split() for line in done.stdout.splitlines()]
    assert [call[0] for call in calls] == list(book.COMMANDS)


def messages(tool: Path) -> list[str]:
    """Return the texts of a tool, without its docstrings."""
    nodes = list(ast.walk(ast.parse(tool.read_text(encoding="utf-8"))))
    docstrings = [node.value for node in nodes if isinstance(node, ast.Expr)]
    constants = [node for node in nodes if isinstance(node, ast.Constant)]
    return [node.value for node in constants if type(node.value) is str and node not in docstrings]


@pytest.mark.parametrize("tool", sorted((ROOT / "tools").glob("*.py")), ids=lambda path: path.name)
def test_a_tool_names_commands_as_they_are_called_on_this_system(tool):
    call = re.compile(rf"\bmake ({'|'.join(book.COMMANDS)})\b")
    wrong = [text for text in messages(tool) if call.search(text)]
    assert not wrong, f"{tool.name}: write {{CALL}}, of book.py, for make in {wrong}"


@pytest.mark.parametrize("buffer", [[], ["-u"]], ids=["as set", "none"])
def test_who_reads_only_the_first_line_sees_no_traceback(buffer):
    command = [sys.executable, *buffer, "tools/book.py"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 0


def test_a_command_that_is_cut_off_as_it_prints_is_not_done(monkeypatch):
    def cut_off(session):
        raise BrokenPipeError

    monkeypatch.setitem(book.COMMANDS, "html", cut_off)
    with pytest.raises(BrokenPipeError):
        book.main(["html"])


@with_make
def test_make_passes_on_what_it_is_told():
    command = [
        "make",
        "-n",
        "grade",
        "lab",
        "LAB_PORT=9",
        "LAB_OPTIONS=--a=1 --b",
        "PYTHON=python3",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "\nnormbook grade --isolated\n" in done.stdout
    assert "--ServerApp.port=9 --LabApp.default_url=/lab/tree/notebooks --a=1 --b\n" in done.stdout


@with_make
@pytest.mark.parametrize(
    ("flags", "dry"),
    [
        ("n", True),
        ("kn -- PYTHON=python3", True),
        ("n PYTHON=python3", True),  # so make 3.81
        ("PYTHON=python3.12", False),  # and so, where it has none
        (" -- PYTHON=python3", False),
        ("--no-print-directory", False),
        ("", False),
    ],
)
def test_a_setting_with_an_n_in_it_is_no_flag(flags, dry):
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    lines = re.findall(r"^(?:FLAGS|DRY) = .*\n", text, re.MULTILINE)
    told = "".join(lines).replace("$(MAKEFLAGS)", "$(GIVEN)") + "all: ; @echo [$(DRY)]\n"
    command = ["make", "--no-print-directory", "-f", "-", f"GIVEN={flags}"]
    done = subprocess.run(command, input=told, capture_output=True, text=True, check=True)
    assert done.stdout == ("[-n]\n" if dry else "[]\n")


@pytest.mark.parametrize(
    ("changed", "from_nothing"),
    [
        (["book/layer_norm.md"], False),
        (["CHANGELOG.md"], False),
        (["CITATION.cff"], True),
        (["src/normbook/norms/layer_norm.py", "_build/wheel/.built"], False),
        (["book/layer_norm.md", "_config.yml"], True),
        (["book/references.bib"], True),
        (["book/_static/screenshot.png"], True),
        ([".venv/.reader"], True),
        (["book/layer_norm.md", "tests/norms/test_one.py::test_it, line 7"], False),
    ],
)
def test_with_other_settings_or_a_source_less_the_book_is_built_from_nothing(
    tmp_path, changed, from_nothing
):
    done = []

    class Recorded(Session):
        def run(self, *command: str, **_: object) -> None:
            done.append(command[-1])

        def remove(self, *patterns: str) -> None:
            done.append(patterns)

    for name in changed:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    book.build_site(Recorded(tmp_path, {}), changed)
    removed = [("_build/html", "_build/.doctrees")] if from_nothing else []
    assert done == [*removed, "tools/build.py"]

    done.clear()
    (tmp_path / changed[0]).unlink()
    book.build_site(Recorded(tmp_path, {}), changed)
    assert done == [("_build/html", "_build/.doctrees"), "tools/build.py"]


def test_what_an_editor_hides_beside_a_chapter_is_none(tmp_path, monkeypatch):
    monkeypatch.delenv("NORMBOOK_PYODIDE_WHEELS", raising=False)
    (tmp_path / "book" / ".ipynb_checkpoints").mkdir(parents=True)
    (tmp_path / "book" / "one.md").touch()
    assert list(book.book_sources(tmp_path)) == ["book/one.md"]


def test_the_book_is_made_from_the_places_of_the_tests_that_badges_name(tmp_path):
    (tmp_path / "book").mkdir()
    badges = "A {proven}`tests/test_a.py::test_one`, a {proven}`label`."
    (tmp_path / "book" / "one.md").write_text(badges)
    (tmp_path / "tests").mkdir()
    test = tmp_path / "tests" / "test_a.py"
    named = []
    for text in ("", "def test_one_more():\n    pass\n\n\ndef test_one():\n", "def test_two():\n"):
        test.write_text(text)
        named += book.proofs(tmp_path)
    test.unlink()
    assert book.proofs(tmp_path) == named[:1]
    assert named == [f"tests/test_a.py::test_one, line {line}" for line in (0, 5, 0)]
    assert set(book.proofs(ROOT)) < set(book.book_sources(ROOT))


def test_the_reader_s_packages_stand_on_what_pip_reads_and_on_their_place(tmp_path):
    project = tmp_path / "pyproject.toml"
    texts = {
        "first": '[project]\ndependencies = ["numpy"]\n[tool.ruff]\nline-length = 100\n',
        "style": '[project]\ndependencies = ["numpy"]\n[tool.ruff]\nline-length = 90\n',
        "needs": '[project]\ndependencies = ["torch"]\n[tool.ruff]\nline-length = 100\n',
    }
    seen = {}
    for name, text in texts.items():
        project.write_text(text)
        seen[name] = book.reader_sources(tmp_path)
    assert seen["first"] == seen["style"]
    assert seen["first"] != seen["needs"]
    moved = tmp_path.rename(tmp_path.with_name("moved"))
    assert set(book.reader_sources(moved)) ^ set(seen["needs"]) == {
        f"in {tmp_path / '.venv'}",
        f"in {moved / '.venv'}",
    }


def test_the_front_end_s_packages_are_not_fetched_again_with_the_reader_s(tmp_path):
    done = []

    class Told(Session):
        def make(self, step: Step) -> None:
            done.append(step.name)
            (self.root / step.stamp).parent.mkdir(exist_ok=True)
            (self.root / step.stamp).write_text("".join(f"{name}\n" for name in self.sources(step)))

    for name in ("requirements.txt", "package.json"):
        (tmp_path / name).touch()
    Told(tmp_path, {}).ensure(book.MODULES)
    (tmp_path / ".venv" / ".reader").unlink()
    Told(tmp_path, {}).ensure(book.MODULES)
    assert done == ["the reader's packages", "the front end's packages", "the reader's packages"]


@pytest.mark.parametrize("there", [True, False])
def test_a_node_that_is_gone_is_installed_alone(tmp_path, monkeypatch, there):
    done = []
    monkeypatch.setattr(book.install, "has_node", lambda: there)
    monkeypatch.setattr(book.install, "install_node", lambda: done.append("Node"))
    monkeypatch.setattr(book.install, "install_reader", lambda: done.append("all"))
    Session(tmp_path, {}).ensure(book.NODE)
    assert done == (["all"] if there else ["all", "Node"])


def test_a_terminal_that_lacks_a_letter_ends_nothing():
    latin = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    code = "import book; book.main(['help']); print('3 s …')"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT / "tools", env=latin, capture_output=True
    )
    assert done.stdout.endswith(b"3 s ?" + os.linesep.encode()), done.stderr


def test_a_folder_of_wheels_that_is_named_later_is_built_in(tmp_path, monkeypatch):
    wheel = tmp_path / "numpy-2.2.5-cp313-cp313-pyodide_2025_0_wasm32.whl"
    wheel.touch()
    monkeypatch.delenv("NORMBOOK_PYODIDE_WHEELS", raising=False)
    before = set(book.book_sources(ROOT))
    monkeypatch.setenv("NORMBOOK_PYODIDE_WHEELS", str(tmp_path))
    assert set(book.book_sources(ROOT)) - before == {str(wheel)}


def test_bundles_are_made_from_the_front_end_and_the_package_from_all():
    front_end = book.front_end(ROOT)
    package = book.package(ROOT)
    assert "src/normbook/widgets/pipeline/widget.mjs" in front_end
    assert "src/normbook/sphinx/assets/predict/cover.js" in front_end
    assert "src/normbook/widgets/pipeline/widget.py" not in front_end
    assert {"tools/bundle.mjs"} == set(front_end) - set(package)
    assert "src/normbook/data/quizzes/layer_norm.toml" in package
    assert not [name for name in package if "/_dist/" in name or "__pycache__" in name]
    assert "book/layer_norm.md" in book.book_sources(ROOT)


def test_where_processes_cannot_fork_what_needs_it_is_not_tested(monkeypatch, capsys):
    dry = Session(ROOT, book.SETTINGS, dry=True)
    book.test_python(dry)
    assert "--ignore=tests/grader" not in capsys.readouterr().out
    monkeypatch.delattr(os, "fork")
    book.test_python(dry)
    command = capsys.readouterr().out
    assert [name for name in book.NEED_FORK if f"--ignore={name}" not in command] == []
    assert [name for name in book.NEED_FORK if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("name", ON_ANY_PYTHON)
def test_old_pythons_and_windows_read_what_sets_up(name):
    tree = ast.parse((ROOT / "tools" / name).read_text(encoding="utf-8"), feature_version=(3, 7))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    later = {"check", "new"}  # once the Python is known to be new enough
    assert imported <= sys.stdlib_module_names | {"alone", "install", "steps"} | later
    assert not imported & NOT_ON_WINDOWS or "msvcrt" in imported
