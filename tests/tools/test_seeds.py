"""Seeds change no verdict but that of what was learnt, and the tool would say so."""

import seeds

from normbook.grader.verdict import drawn


def test_right_and_wrong_answers_keep_their_verdicts_with_a_few_seeds(capsys):
    assert seeds.main(["stable_variance", "--seeds", "3"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.split() == [
        "stable_variance",
        "2",
        "of",
        "3",
        "points",
        "are",
        "drawn;",
        "fixed:",
        "an_empty_list_raises_value_error_and_one_value_has_variance_0",
    ]


def test_an_exercise_of_which_little_is_drawn_is_found(capsys, monkeypatch):
    monkeypatch.setattr(drawn, "redraw", lambda operation, *_: operation)
    assert seeds.main(["stable_variance", "--seeds", "1"]) == 1
    assert "0 of 3 points are drawn" in capsys.readouterr().out


def test_a_right_answer_that_a_seed_spoils_is_found(capsys, monkeypatch):
    monkeypatch.setattr(drawn.Drawn, "first_wrong", lambda *_: "wrong now")
    assert seeds.main(["stable_variance", "--seeds", "1"]) == 1
    assert "stable_variance/solution, seed 0, test_" in capsys.readouterr().out
