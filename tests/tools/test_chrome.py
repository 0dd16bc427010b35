"""Chrome is found where each system has it, and a wrong path is named."""

import chrome
import pdf
import pytest


@pytest.fixture
def nowhere(monkeypatch, tmp_path):
    """A machine on which no shell finds a browser."""
    for name in ("NORMBOOK_CHROME", "PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(chrome, "MAC", tmp_path / "Google Chrome")


def test_where_there_is_none_none_is_found(nowhere):
    assert chrome.find_chrome() is None


@pytest.mark.parametrize("variable", ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"])
def test_it_is_found_where_windows_has_it(nowhere, tmp_path, monkeypatch, variable):
    path = tmp_path / "a b" / "Google" / "Chrome" / "Application" / "chrome.exe"
    path.parent.mkdir(parents=True)
    path.touch()
    monkeypatch.setenv(variable, str(tmp_path / "a b"))
    assert chrome.find_chrome() == str(path)


def test_it_is_found_where_macos_has_it(nowhere):
    chrome.MAC.touch()
    assert chrome.find_chrome() == str(chrome.MAC)


def test_a_path_that_is_wrong_is_named_and_nothing_printed(nowhere, monkeypatch, capsys):
    monkeypatch.setenv("NORMBOOK_CHROME", "no/such/chrome")
    monkeypatch.setattr("sys.argv", ["pdf.py"])
    assert pdf.main() == 1
    said = "NORMBOOK_CHROME is no/such/chrome, and there is no such file.\n"
    assert capsys.readouterr().out == said
