"""How five norms cut a sequence and an image, of sizes that all differ, or all agree."""

SEQUENCES = {
    (2, 3, 4): {  # N, T, D
        "batch": ((0, 1), 4, (4,)),
        "layer": ((2,), 6, (4,)),
        "rms": ((2,), 6, (4,)),
        "instance": ((1,), 8, (4,)),
        "channel": ((2,), 6, (4,)),
    },
    (1, 7, 5): {
        "batch": ((0, 1), 5, (5,)),
        "layer": ((2,), 7, (5,)),
        "rms": ((2,), 7, (5,)),
        "instance": ((1,), 5, (5,)),
        "channel": ((2,), 7, (5,)),
    },
    (3, 3, 3): {
        "batch": ((0, 1), 3, (3,)),
        "layer": ((2,), 9, (3,)),
        "rms": ((2,), 9, (3,)),
        "instance": ((1,), 9, (3,)),
        "channel": ((2,), 9, (3,)),
    },
}
IMAGES = {
    (2, 3, 4, 5): {  # N, C, H, W
        "batch": ((0, 2, 3), 3, (3,)),
        "layer": ((1, 2, 3), 2, (3, 4, 5)),
        "rms": ((1, 2, 3), 2, (3, 4, 5)),
        "instance": ((2, 3), 6, (3,)),
        "channel": ((1,), 40, (3,)),
    },
    (8, 6, 1, 2): {
        "batch": ((0, 2, 3), 6, (6,)),
        "layer": ((1, 2, 3), 8, (6, 1, 2)),
        "rms": ((1, 2, 3), 8, (6, 1, 2)),
        "instance": ((2, 3), 48, (6,)),
        "channel": ((1,), 16, (6,)),
    },
    (2, 2, 2, 2): {
        "batch": ((0, 2, 3), 2, (2,)),
        "layer": ((1, 2, 3), 2, (2, 2, 2)),
        "rms": ((1, 2, 3), 2, (2, 2, 2)),
        "instance": ((2, 3), 4, (2,)),
        "channel": ((1,), 8, (2,)),
    },
}
QUESTIONS = (
    "over which axes is one set of statistics taken?",
    "how many such sets are there, one for each place along the other axes?",
    "what does its weight look like, which every set of statistics shares?",
)


def kind_asked(part, right):
    """Return a question about what a part is made of, if its numbers are right."""
    if isinstance(right, int):
        return "this number is right. Is it a Python int?" if str(part) == str(right) else ""
    if not isinstance(part, (list, tuple)):
        return ""
    if isinstance(part, tuple) and part != right and sorted(part, key=str) == list(right):
        return "these axes are right. Are they in ascending order?"
    same = list(map(str, part)) == list(map(str, right))
    return "these numbers are right. Do they stand in a tuple, as Python ints?" if same else ""


def expect(received, expected, norm, shape):
    """Fail with a question, unless all three parts are right."""
    assert isinstance(received, tuple) and len(received) == 3, (
        f"{norm} norm of {shape}: do you return a tuple of three parts?\n"
        f"received {received}\nexpected {expected}"
    )
    for question, part, right in zip(QUESTIONS, received, expected, strict=True):
        kind = kind_asked(part, right)
        assert repr(part) == repr(right), (  # 2.0 is no axis
            f"{norm} norm of {shape}: {kind or question}\nreceived {part!r}\nexpected {right!r}"
        )


def expect_all(attempt, table):
    """Ask for every norm of every shape first, then compare."""
    cases = [(norm, shape) for shape, norms in table.items() for norm in norms]
    received = [attempt(norm, shape) for norm, shape in cases]
    for answer, (norm, shape) in zip(received, cases, strict=True):
        expect(answer, table[shape][norm], norm, shape)


def test_a_sequence_is_cut_into_the_sets_of_each_norm(attempt):
    expect_all(attempt, SEQUENCES)


def test_an_image_is_cut_into_the_sets_of_each_norm(attempt):
    expect_all(attempt, IMAGES)


def test_a_norm_that_is_not_one_of_the_five_is_refused(attempt):
    attempt("layer", (2, 3, 4))  # raises nothing
    cases = [("group", (2, 6, 4, 4)), ("Layer", (2, 3, 4)), ("layernorm", (2, 3, 4))]
    cases += [("inst", (2, 3, 4)), ("", (2, 3, 4))]
    received = [result_or_error(attempt, norm, shape) for norm, shape in cases]
    for (norm, _), came in zip(cases, received, strict=True):
        assert came == "ValueError", (
            f"norm={norm!r} is none of the five. Does your function say so?\n"
            f"received {came}\nexpected ValueError"
        )


def result_or_error(attempt, norm, shape):
    """Return what the attempt makes of a norm, or the name of its error."""
    try:
        return attempt(norm, shape)
    except NotImplementedError:
        raise
    except Exception as error:
        return type(error).__name__
