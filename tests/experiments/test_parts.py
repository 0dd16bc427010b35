import json
from functools import partial

import pytest
import torch

from normbook.experiments import epsilon_sweep, parts
from normbook.experiments.parts import Parts, compute_part, fingerprint


@pytest.fixture
def counted():
    """Return a function that counts its calls."""

    def function(**values):
        function.calls += 1
        return values

    function.calls = 0
    return function


def test_results_come_in_the_order_of_the_tasks(tmp_path):
    tasks = {name: partial(dict, x=name) for name in "abc"}
    assert list(Parts(tmp_path).compute({"b": tasks["b"]})) == ["b"]
    assert list(Parts(tmp_path).compute(tasks)) == ["a", "b", "c"]


def test_a_part_that_is_kept_is_not_computed_again(tmp_path, counted):
    tasks = {"a": partial(counted, x=0.1)}
    first, second = Parts(tmp_path), Parts(tmp_path)
    assert first.compute(tasks) == second.compute(tasks) == {"a": {"x": 0.1}}
    assert counted.calls == 1
    assert second.seconds == first.seconds
    assert second.date == first.date


def test_a_run_that_was_stopped_goes_on(tmp_path, counted):
    def fail():
        raise KeyboardInterrupt

    tasks = {"a": partial(counted, x=1), "b": partial(fail)}
    with pytest.raises(KeyboardInterrupt):
        Parts(tmp_path).compute(tasks)
    tasks["b"] = partial(counted, x=2)
    assert Parts(tmp_path).compute(tasks) == {"a": {"x": 1}, "b": {"x": 2}}
    assert counted.calls == 2


def test_without_a_folder_nothing_is_kept(tmp_path, counted, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        Parts().compute({"a": partial(counted)})
    assert counted.calls == 2
    assert list(tmp_path.iterdir()) == []


def test_a_part_that_was_made_with_other_arguments_is_computed_again(tmp_path, counted):
    for x in (1, 2):
        assert Parts(tmp_path).compute({"a": partial(counted, x=x)}) == {"a": {"x": x}}


def test_a_part_that_was_made_by_another_source_is_computed_again(tmp_path, counted, monkeypatch):
    Parts(tmp_path).compute({"a": partial(counted)})
    monkeypatch.setattr(parts, "_digest", lambda source: "changed")
    Parts(tmp_path).compute({"a": partial(counted)})
    assert counted.calls == 2


def test_half_a_file_is_computed_again(tmp_path, counted):
    Parts(tmp_path).compute({"a": partial(counted)})
    whole = (tmp_path / "a.json").read_text()
    (tmp_path / "a.json").write_text(whole[:20])
    Parts(tmp_path).compute({"a": partial(counted)})
    assert counted.calls == 2


def test_what_a_part_gives_is_the_same_whether_it_was_kept_or_not(tmp_path):
    tasks = {"a": partial(dict, {1: (0.1, float("inf"))})}
    computed = Parts(tmp_path).compute(tasks)
    assert computed == Parts(tmp_path).compute(tasks) == {"a": {"1": [0.1, float("inf")]}}


def test_a_part_is_computed_by_one_thread(monkeypatch):
    before = torch.get_num_threads()
    part = compute_part(partial(lambda: {"threads": torch.get_num_threads()}))
    assert part["result"] == {"threads": 1}
    assert torch.get_num_threads() == before


def test_two_jobs_give_what_one_gives(tmp_path):
    tasks = {
        "forward": partial(epsilon_sweep.look_forward, (1e-5, 1.0)),
        "dtypes": partial(epsilon_sweep.try_dtypes, (1e-5, 1.0)),
    }
    assert Parts(tmp_path, jobs=2).compute(tasks) == Parts().compute(tasks)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dtypes.json", "forward.json"]


def test_a_fingerprint_tells_functions_and_settings_apart():
    quick, full = epsilon_sweep.QUICK, epsilon_sweep.Settings()
    tasks = [
        partial(epsilon_sweep.train, quick, 1.0, 1e-5, 0),
        partial(epsilon_sweep.train, full, 1.0, 1e-5, 0),
        partial(epsilon_sweep.train, full, 1.0, 1e-5, 1),
        partial(epsilon_sweep.try_dtypes, (1e-5,)),
    ]
    assert len({fingerprint(task) for task in tasks}) == 4
    assert fingerprint(tasks[0]) == fingerprint(partial(epsilon_sweep.train, quick, 1.0, 1e-5, 0))


def test_progress_is_a_line_for_each_part(capsys):
    Parts(tell=True).compute({name: partial(dict) for name in "ab"})
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[1] for line in lines] == ["a", "b"]
    assert "##########----------]  50 %" in lines[0]
    assert "100 %, 0 s left" in lines[1]


def test_kept_parts_are_json(tmp_path):
    Parts(tmp_path).compute({"a": partial(dict, x=1)})
    part = json.loads((tmp_path / "a.json").read_text())
    assert part.keys() == {"made_by", "seconds", "date", "result"}
