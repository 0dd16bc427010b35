"""Chapters in a real JupyterLab: they run, are solved, and explorable and Python share numbers."""

import json
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote
from urllib.request import Request, urlopen

import nbformat
import pytest
from notebooks import BOOK, chapters, write_notebooks
from playwright.sync_api import expect
from serve import free_port

from normbook.grader import find
from normbook.widgets.explorable import find_explorable

ROOT = Path(__file__).parents[2]
STATES = ROOT / "tests" / "js" / "states"
SITE = ROOT / "_build" / "html"


@pytest.fixture(scope="module")
def lab(tmp_path_factory) -> Iterator[str]:
    """The address of a JupyterLab on the chapters' notebooks, and one of an empty cell.

    It is of this environment, or what the command in ``NORMBOOK_LAB`` starts: Binder's, which has
    written the notebooks itself.
    """
    home = tmp_path_factory.mktemp("lab")
    port = free_port()
    given = os.environ.get("NORMBOOK_LAB")
    if given:
        command = shlex.split(given)
    else:
        write_notebooks(BOOK, home / "notebooks")
        command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={home}"]
    command += [
        *["--no-browser", "--allow-root"],
        *[f"--ServerApp.port={port}", "--ServerApp.port_retries=0"],
        *["--IdentityProvider.token=", "--ServerApp.disable_check_xsrf=True"],
        *["--LabApp.expose_app_in_browser=True", "--LabApp.news_url=None"],
    ]
    log = (home / "lab.log").open("w")
    environment = os.environ | {"JUPYTER_CONFIG_DIR": str(home / "config")}
    process = subprocess.Popen(command, stdout=log, stderr=log, env=None if given else environment)
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(120):
            if process.poll() is not None:
                pytest.fail(f"JupyterLab ended:\n{(home / 'lab.log').read_text()[-2000:]}")
            try:
                urlopen(f"{url}/api/status", timeout=1).close()
                break
            except OSError:
                time.sleep(0.5)
        write_one_cell(url)
        yield url
    finally:
        process.terminate()
        process.wait(timeout=20)
        log.close()


def write_one_cell(url: str) -> None:
    """Write a notebook of one empty cell, where a JupyterLab has its notebooks' folder."""
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    empty = nbformat.v4.new_notebook(metadata=kernel, cells=[nbformat.v4.new_code_cell()])
    model = {"type": "notebook", "format": "json", "content": empty}
    address = f"{url}/api/contents/one_cell.ipynb"
    urlopen(Request(address, json.dumps(model).encode(), method="PUT")).close()


def run_code(page, code: str) -> str:
    """Run Python in the chapter's kernel; return what it prints."""
    return page.evaluate(
        """async (code) => {
          const panel = window.jupyterapp.shell.currentWidget;
          const kernel = panel.sessionContext.session.kernel;
          const future = kernel.requestExecute({ code });
          let text = "";
          future.onIOPub = (message) => {
            if (message.content.text) text += message.content.text;
            if (message.content.evalue) text += message.content.evalue;
          };
          await future.done;
          return text;
        }""",
        code,
    )


def open_notebook(page, address: str) -> None:
    """Open a notebook, or a page of the book as one, and wait for its kernel."""
    page.goto(f"{address}?reset")
    page.wait_for_selector(".jp-Notebook")
    page.wait_for_function(
        "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel"
    )


def test_the_chapter_runs_and_its_explorable_talks_with_python(browser, lab):
    page = browser.new_page(viewport={"width": 1300, "height": 1000})
    open_notebook(page, f"{lab}/lab/tree/notebooks/layer_norm.ipynb")
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    explorable = page.locator(".jp-OutputArea .nb-explorable").first
    explorable.wait_for(state="attached")
    explorable.scroll_into_view_if_needed()
    errors = page.locator(".jp-OutputArea-output[data-mime-type*='error']")
    before = json.loads(run_code(page, "import json; print(json.dumps(list(pipeline.x)))"))

    bar = explorable.get_by_role("slider").first
    bar.focus()
    for _ in range(3):
        bar.press("ArrowUp")
    page.wait_for_timeout(500)
    after = json.loads(run_code(page, "print(json.dumps(list(pipeline.x)))"))
    assert after[0] > before[0]
    assert after[1:] == before[1:]

    run_code(page, "pipeline.x = [1.0, 2.0, 6.0]")
    page.wait_for_function(
        "document.querySelectorAll('.jp-OutputArea .nb-explorable')[0].textContent.includes('3')"
    )
    assert errors.count() == 0
    assert re.fullmatch(r"\[1\.0, 2\.0, 6\.0\]\n", run_code(page, "print(list(pipeline.x))"))
    page.close()


LAUNCH = re.compile(r'href="([^"]*)"[^>]*>(?:Binder|JupyterLab)<')
CHAPTERS = [path.stem for path in chapters(BOOK)]
WIDGETS = re.compile(r"^from normbook\.widgets import (.+)$", re.MULTILINE)
SOLVED_BY = re.compile(r"^check\(\"\w+\", (\w+)\)", re.MULTILINE)

SEEN = """async ([type, starts, text]) => {
  const { content } = window.jupyterapp.shell.currentWidget;
  content.activeCellIndex = content.widgets.findIndex(
    ({ model }) => model.type === type && model.sharedModel.source.includes(starts),
  );
  await content.scrollToItem(content.activeCellIndex, "start");
  return content.activeCell.node.innerText.includes(text);
}"""
MODEL = """() => {
  const { content } = window.jupyterapp.shell.currentWidget;
  return content.activeCell.outputArea.node.querySelector(".nb-explorable")?.childElementCount > 0;
}"""


def see(page, kind: str, starts: str, text: str) -> None:
    """Scroll to a cell until it is drawn with a text.

    JupyterLab draws the cells that are in sight, and what it is still laying out above a cell
    moves this out of sight again.
    """
    for _ in range(240):
        if page.evaluate(SEEN, [kind, starts, text]):
            return
        page.wait_for_timeout(500)
    pytest.fail(f"JupyterLab does not draw the cell with {starts}")


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_each_launch_button_leads_to_a_chapter_with_its_questions_models_and_places(
    browser, lab, chapter
):
    text = SITE.joinpath("book", f"{chapter}.html").read_text(encoding="utf-8")
    (path,) = {unquote(each).partition("lab/tree/")[2] for each in LAUNCH.findall(text)}
    with urlopen(f"{lab}/api/contents/{path}") as response:
        cells = json.load(response)["content"]["cells"]
    code = [cell["source"] for cell in cells if cell["cell_type"] == "code"]
    page = browser.new_page(viewport={"width": 1300, "height": 1000})
    open_notebook(page, f"{lab}/lab/tree/{path}")

    if any("**Predict.**" in cell["source"] for cell in cells):
        see(page, "markdown", "**Predict.**", "Predict. ")
    for entry in SOLVED_BY.findall("\n".join(code)):
        see(page, "code", f"{entry}(", f"{entry}(")
    if imports := next(filter(WIDGETS.search, code), None):
        names = WIDGETS.search(imports)[1].replace(", ", "|")
        model = next(cell for cell in code if re.search(rf"^(?:{names})[(.]", cell, re.MULTILINE))
        for source in (imports, model):
            page.evaluate(RUN_CELL, [source, None])
        page.wait_for_function(MODEL)
    page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    page.close()


RUN_ALL = """async () => {
  await window.jupyterapp.commands.execute("notebook:run-all-cells");
  const { content, sessionContext } = window.jupyterapp.shell.currentWidget;
  const cells = content.widgets.filter(({ model }) => model.type === "code");
  const outputs = cells.flatMap(({ model }) => model.outputs.toJSON());
  const done = {
    waiting: cells.filter(({ model }) => !model.executionCount).length,
    errors: outputs.filter((each) => each.output_type === "error").map((each) => each.evalue),
  };
  await sessionContext.shutdown();
  return done;
}"""


@pytest.mark.parametrize("chapter", ["backward", "epsilon", "rms_norm"])
def test_all_cells_of_a_chapter_run(browser, lab, chapter):
    page = browser.new_page(viewport={"width": 1300, "height": 1000})
    open_notebook(page, f"{lab}/lab/tree/notebooks/{chapter}.ipynb")
    assert page.evaluate(RUN_ALL) == {"waiting": 0, "errors": []}
    page.close()


RUN_CELL = """async ([starts, source]) => {
  const { content } = window.jupyterapp.shell.currentWidget;
  content.activeCellIndex = content.widgets.findIndex(
    ({ model }) => model.type === "code" && model.sharedModel.source.includes(starts),
  );
  if (source) content.activeCell.model.sharedModel.setSource(source);
  await window.jupyterapp.commands.execute("notebook:run-cell");
}"""
SHOWS = """(text) => {
  const { content } = window.jupyterapp.shell.currentWidget;
  return content.activeCell.outputArea.node.innerText.includes(text);
}"""


def test_an_exercise_is_solved_where_it_stands(browser, lab):
    exercise = find("rms_norm")
    solution = (exercise.folder / "solution.py").read_text(encoding="utf-8")
    points = f"of {exercise.points} points"
    page = browser.new_page(viewport={"width": 1300, "height": 1000})
    open_notebook(page, f"{lab}/lab/tree/notebooks/rms_norm.ipynb")
    run_code(page, "from normbook.grader import prompt")
    for cell, source, shown in (
        ('prompt("rms_norm")', None, "Write rms_norm"),
        ("def rms_norm(", None, ""),
        ('check("rms_norm"', None, f"0 {points}"),
        ("def rms_norm(", solution, ""),
        ('check("rms_norm"', None, f"{exercise.points} {points}"),
    ):
        page.evaluate(RUN_CELL, [cell, source])
        page.wait_for_function(SHOWS, arg=shown)
    page.close()


def run_in_cell(page, source: str) -> None:
    """Run Python as the notebook's one cell."""
    page.evaluate(
        """async (source) => {
          const { content } = window.jupyterapp.shell.currentWidget;
          content.activeCell.model.sharedModel.setSource(source);
          await window.jupyterapp.commands.execute("notebook:run-cell");
        }""",
        source,
    )


def test_a_playground_draws_while_its_slider_moves_and_drops_what_is_stale(browser, lab):
    page = browser.new_page(viewport={"width": 1300, "height": 1000})
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    open_notebook(page, f"{lab}/lab/tree/one_cell.ipynb")
    run_in_cell(
        page,
        "from normbook.playgrounds import Playground\n"
        "playground = Playground('layer_norm')\n"
        "playground",
    )
    panel = page.locator(".jp-OutputArea .nb-playground").first
    panel.wait_for()
    picture = panel.locator("svg[role=img]")
    assert picture.get_attribute("aria-label").startswith("Before LayerNorm")

    # A slow draw that counts: of forty steps of the slider it is to see few, and the last.
    run_code(
        page,
        "import time\n"
        "drawn, draw = [], playground._draw\n"
        "def slow(**values):\n"
        "    time.sleep(0.4)\n"
        "    drawn.append(values['offset'])\n"
        "    return draw(**values)\n"
        "playground._draw = slow",
    )
    slider = panel.get_by_role("slider").first
    slider.focus()
    for _ in range(10):
        slider.press("ArrowLeft")
    page.wait_for_function(
        "document.querySelector('.nb-playground svg[role=img]').ariaLabel.includes('offset −2.0')",
    )
    assert run_code(page, "print(playground.values['offset'], drawn[-1])") == "-2.0 -2.0\n"
    assert int(run_code(page, "print(len(drawn))")) < 8

    run_code(page, "playground._draw = lambda **values: 1 / 0")
    slider.press("ArrowLeft")
    panel.get_by_role("alert").get_by_text("ZeroDivisionError").wait_for()
    run_code(page, "playground._draw = draw")
    panel.get_by_role("button", name="Reset").click()
    expect(panel.get_by_role("alert")).to_have_count(0)
    assert run_code(page, "print(playground.values['offset'])") == "3.0\n"
    assert problems == []
    page.close()


def another_state(slug: str) -> dict:
    """Return the first state of an explorable's list that it takes and that is not its start."""
    cases = json.loads(STATES.joinpath(f"{slug}.json").read_text(encoding="utf-8"))
    return next(case["state"] for case in cases if case["valid"] and case["why"] != "the start")


def test_every_explorable_lives_in_a_notebook_and_talks_with_python(browser, lab):
    page = browser.new_page(viewport={"width": 1300, "height": 1000})
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    open_notebook(page, f"{lab}/lab/tree/one_cell.ipynb")
    for slug in sorted(path.stem for path in STATES.glob("*.json")):
        name, state = find_explorable(slug).__name__, another_state(slug)
        run_in_cell(page, f"from normbook.widgets import {name}\nwidget = {name}()\nwidget")
        explorable = page.locator(".jp-OutputArea .nb-explorable").first
        explorable.wait_for()
        before = explorable.inner_text()
        for trait, value in state.items():
            assert run_code(page, f"widget.{trait} = {value!r}") == "", slug
        page.wait_for_function(
            "text => document.querySelector('.jp-OutputArea .nb-explorable').innerText !== text",
            arg=before,
        )
        wanted = f"{name}(**{state!r}).state()"
        assert run_code(page, f"print(widget.state() == {wanted})") == "True\n", slug
        explorable.get_by_role("button", name="Reset").click()
        page.wait_for_timeout(400)
        assert run_code(page, f"print(widget.state() == {name}().state())") == "True\n", slug
    assert problems == []
    page.close()
