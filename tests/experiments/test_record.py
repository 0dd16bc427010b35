import json
from functools import partial

import pytest

from normbook.experiments import record
from normbook.experiments.record import by_seed, main, measured, rounded, write_record


def read(folder, name):
    return json.loads((folder / f"{name}.json").read_text())


@pytest.fixture
def calls(monkeypatch, tmp_path):
    """Keep records and parts in a new folder; return what ``run`` was called for."""
    monkeypatch.setattr(record, "RECORDS", tmp_path / "records")
    monkeypatch.setattr(record, "KEPT", tmp_path / "kept")
    return []


def experiment(calls):
    def run(quick, parts):
        calls.append(quick)
        return measured("drift", 0, {"a": partial(dict, x=0.5)}, lambda r: r["a"], parts)

    return run


def test_a_record_carries_what_it_takes_to_repeat_it():
    tasks = {"a": partial(dict, loss=2.302585)}
    made = measured("drift", 7, tasks, lambda results: results["a"])
    assert made["command"] == "python -m normbook.experiments.drift"
    assert made["seed"] == 7
    assert made["versions"].keys() == {"python", "torch", "numpy"}
    assert made["machine"].keys() == {"cores", "architecture"}
    assert made["loss"] == 2.303


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_what_is_not_finite_becomes_null_at_any_depth(value):
    assert rounded({"runs": [[value, 1]]}) == {"runs": [[None, 1]]}


def test_floats_keep_four_significant_digits_and_integers_all():
    assert rounded([123456.0, 0.000123456, 123456]) == [123500.0, 0.0001235, 123456]


def test_a_record_that_is_read_is_the_one_that_was_written(tmp_path, monkeypatch):
    monkeypatch.setattr(record, "RECORDS", tmp_path)
    write_record("drift", {"loss": [1.5, None]})
    assert read(tmp_path, "drift") == {"loss": [1.5, None]}


def test_a_record_that_is_not_rounded_is_not_written(tmp_path, monkeypatch):
    monkeypatch.setattr(record, "RECORDS", tmp_path)
    with pytest.raises(ValueError, match="not JSON compliant"):
        write_record("drift", {"loss": float("nan")})


def test_records_are_compact(tmp_path, monkeypatch):
    monkeypatch.setattr(record, "RECORDS", tmp_path)
    write_record("drift", {"loss": [1.5, 2.5]})
    text = (tmp_path / "drift.json").read_text()
    assert text == '{"loss":[1.5,2.5]}\n'
    assert json.loads(text)


def test_a_record_that_is_not_written_to_its_end_stays_what_it_was(tmp_path, monkeypatch):
    monkeypatch.setattr(record, "RECORDS", tmp_path)
    write_record("drift", {"loss": 1.5})

    def interrupted(path, text, **_):
        path.write_bytes(text.encode()[:5])
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("pathlib.Path.write_text", interrupted)
        with pytest.raises(KeyboardInterrupt):
            write_record("drift", {"loss": 2.5})
    assert read(tmp_path, "drift") == {"loss": 1.5}
    assert [path.name for path in tmp_path.glob("*.json")] == ["drift.json"]


def test_the_command_writes_the_record_and_keeps_its_parts(calls, tmp_path):
    main("drift", experiment(calls), ["--jobs", "1"])
    assert calls == [False]
    assert read(tmp_path / "records", "drift")["x"] == 0.5
    assert [path.name for path in (tmp_path / "kept/drift").iterdir()] == ["a.json"]


def test_a_second_command_uses_the_kept_parts_and_fresh_does_not(calls, tmp_path, capsys):
    for options in ([], [], ["--fresh"]):
        main("drift", experiment(calls), ["--jobs", "1", *options])
        printed = capsys.readouterr().out
        assert ("1 of 1 parts were there already" in printed) == (len(calls) == 2)


KEPT = " What was measured is kept: the next run goes on from it."


@pytest.mark.parametrize(("options", "kept"), [((), KEPT), (("--quick",), "")])
def test_an_interrupted_command_says_what_is_kept(calls, capsys, options, kept):
    def interrupted(quick, parts):
        calls.append(quick)
        raise KeyboardInterrupt

    with pytest.raises(SystemExit) as ended:
        main("drift", interrupted, ["--jobs", "1", *options])
    assert ended.value.code == 130
    assert calls == [bool(options)]
    assert capsys.readouterr().err == f"\nInterrupted.{kept}\n"
    assert not record.RECORDS.exists()


def test_out_says_where_the_record_goes(calls, tmp_path):
    main("drift", experiment(calls), ["--jobs", "1", "--out", str(tmp_path / "new/here.json")])
    assert json.loads((tmp_path / "new/here.json").read_text())["x"] == 0.5
    assert not record.RECORDS.exists()


def test_a_quick_run_leaves_the_record_and_keeps_no_parts(calls, tmp_path):
    main("drift", experiment(calls), ["--quick", "--jobs", "1"])
    assert calls == [True]
    assert not record.RECORDS.exists()
    assert [path.name for path in (tmp_path / "kept").iterdir()] == ["drift.quick.json"]


def test_runs_become_lists_over_seeds():
    assert by_seed([{"a": 1, "b": [2]}, {"a": 3, "b": [4]}]) == {"a": [1, 3], "b": [[2], [4]]}
