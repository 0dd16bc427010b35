"""The times of a learner's wait are held to their limits."""

import bench_grader as bench
import pytest


@pytest.mark.parametrize(("wait", "status"), [(0.05, 0), (0.7, 0), (0.71, 1)])
def test_a_time_over_its_limit_is_marked_and_ends_the_command_with_1(
    wait, status, monkeypatch, capsys
):
    monkeypatch.setattr(bench, "seconds", lambda command, folder, solved=True: wait)
    assert bench.main() == status
    out = capsys.readouterr().out
    assert out.count("over the limit") == 2 * status, "the two of 0.70, not that of 1.00"
