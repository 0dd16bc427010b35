"""The chapter in a real JupyterLab: it runs, and its explorable and Python share their numbers."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import nbformat
import pytest
from serve import free_port

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def lab(tmp_path_factory) -> Iterator[str]:
    """The address of a JupyterLab on a copy of the chapters, and a notebook of one empty cell."""
    home = tmp_path_factory.mktemp("lab")
    shutil.copytree(ROOT / "book", home / "book")
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    cells = [nbformat.v4.new_code_cell()]
    empty = nbformat.v4.new_notebook(metadata=kernel, cells=cells)
    nbformat.write(empty, home / "one_cell.ipynb")
    port = free_port()
    command = [
        *[sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"],
        *[f"--ServerApp.port={port}", "--ServerApp.port_retries=0"],
        *["--IdentityProvider.token=", f"--ServerApp.root_dir={home}"],
        *["--LabApp.expose_app_in_browser=True", "--LabApp.news_url=None"],
    ]
    log = (home / "lab.log").open("w")
    environment = os.environ | {"JUPYTER_CONFIG_DIR": str(home / "config")}
    process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
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
        yield url
    finally:
        process.terminate()
        process.wait(timeout=20)
        log.close()


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
    page.wait_for_selector(".jp-Notebook", timeout=60_000)
    page.wait_for_function(
        "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel"
    )


def test_the_chapter_runs_and_its_explorable_talks_with_python(browser, lab):
    page = browser.new_page(viewport={"width": 1300, "height": 1000})
    open_notebook(page, f"{lab}/lab/tree/book/layer_norm.md")
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    explorable = page.locator(".jp-OutputArea .nb-explorable").first
    explorable.wait_for(state="attached", timeout=90_000)
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


# For each explorable a trait, and a value to give it from Python.
CONVERSATIONS = {
    "Scaling": ("elongation", 20.0),
    "Drift": ("step", 3),
    "Axes": ("norm", "batch"),
    "Pipeline": ("eps", 1.0),
    "Geometry": ("turn", 30.0),
    "Backward": ("eps", 1.0),
    "RmsVsLayer": ("offset", -3.0),
    "Placement": ("depth", 24),
    "Epsilon": ("scale", 1.0),
    "Cancellation": ("mean", 100.0),
    "Training": ("step", 3),
    "Atlas": ("query", "llama"),
}


def test_every_explorable_lives_in_a_notebook_and_talks_with_python(browser, lab):
    page = browser.new_page(viewport={"width": 1300, "height": 1000})
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    open_notebook(page, f"{lab}/lab/tree/one_cell.ipynb")
    for name, (trait, value) in CONVERSATIONS.items():
        page.evaluate(
            """async (source) => {
              const { content } = window.jupyterapp.shell.currentWidget;
              content.activeCell.model.sharedModel.setSource(source);
              await window.jupyterapp.commands.execute("notebook:run-cell");
            }""",
            f"from normbook.widgets import {name}\nwidget = {name}()\nwidget",
        )
        explorable = page.locator(".jp-OutputArea .nb-explorable").first
        explorable.wait_for(timeout=60_000)
        before = explorable.inner_text()
        assert run_code(page, f"widget.{trait} = {value!r}") == ""
        page.wait_for_function(
            "text => document.querySelector('.jp-OutputArea .nb-explorable').innerText !== text",
            arg=before,
        )
        assert run_code(page, f"print(widget.{trait})").strip() == str(value)
        explorable.get_by_role("button", name="Reset").click()
        page.wait_for_timeout(400)
        assert run_code(page, f"print(widget.{trait} == {name}().{trait})") == "True\n", name
    assert problems == []
    page.close()
