"""What is lent is seen by both sides, and the lender sees what became of it."""

import os

import numpy as np
import pytest

from normbook.grader.fence import lent
from normbook.grader.fence.lent import Borrower, Lender
from normbook.grader.verdict.wire import WireError, pack, unpack

VALUES = np.arange(24.0).reshape(4, 6)
VIEWS = {
    "contiguous": VALUES,
    "every second": VALUES[:, ::2],
    "reversed": VALUES[::-1, ::-2],
    "transposed": VALUES.T,
    "broadcast": np.broadcast_to(VALUES[0], (3, 6)),
    "float16": VALUES.astype(np.float16),
    "integers": np.arange(5, dtype=np.int8),
    "of no axis": np.array(3.0),
    "empty": np.zeros((0, 3)),
}


@pytest.fixture
def ends():
    with Lender() as lender:
        yield lender, Borrower(os.dup(lender.fileno()))


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_an_array_is_lent_as_it_is(view, ends):
    lender, borrower = ends
    seen = unpack(pack(view, lender), borrower)
    assert (seen.dtype, seen.shape) == (view.dtype, view.shape)
    assert view.size == 0 or seen.strides == view.strides
    assert seen.flags.writeable == view.flags.writeable
    assert np.array_equal(seen, view)
    assert not lender.has_changed()


@pytest.mark.parametrize("name", [name for name in VIEWS if name != "empty"])
def test_what_is_written_into_it_is_seen(name, ends):
    lender, borrower = ends
    first, second = unpack(pack([VIEWS[name], VALUES], lender), borrower)
    first.flags.writeable = True
    first[(0,) * first.ndim] += 1
    assert lender.has_changed()
    assert np.array_equal(second, VALUES)
    lender.forget()
    assert not lender.has_changed()


def test_tensors_and_their_gradients_are_lent(ends):
    torch = pytest.importorskip("torch")
    lender, borrower = ends
    given = [
        torch.arange(6.0).reshape(2, 3).mT.requires_grad_(),
        torch.ones(3, dtype=torch.bfloat16),
        torch.zeros(2, requires_grad=True),
    ]
    given[2].grad = torch.ones(2)
    seen = unpack(pack(given, lender), borrower)
    for was, now in zip(given, seen, strict=True):
        assert (was.dtype, was.requires_grad, was.stride()) == (
            now.dtype,
            now.requires_grad,
            now.stride(),
        )
        assert torch.equal(was, now)
    assert not lender.has_changed()
    seen[2].grad.add_(1)
    assert lender.has_changed()
    lender.forget()
    again = unpack(pack(given, lender), borrower)
    again[1].zero_()
    assert lender.has_changed()


def test_what_was_lent_before_stays_as_it_is(ends):
    lender, borrower = ends
    first = unpack(pack(VALUES, lender), borrower)
    lender.forget()
    second = unpack(pack(-VALUES, lender), borrower)
    assert np.array_equal(first, VALUES)
    first[:] = 0  # of a call that is over
    assert not lender.has_changed()
    assert np.array_equal(second, -VALUES)


def test_where_there_is_no_room_arrays_cross_as_copies(ends, monkeypatch):
    lender, borrower = ends
    monkeypatch.setattr(lent, "MEMORY_BYTES", 2 * VALUES.nbytes)
    seen = unpack(pack([VALUES] * 3, lender), borrower)
    assert all(np.array_equal(each, VALUES) for each in seen)
    seen[2][:] = 0
    assert not lender.has_changed()


def test_a_memory_that_was_cut_off_is_a_change(ends):
    lender, borrower = ends
    data = pack(VALUES, lender)
    unpack(data, borrower)
    os.truncate(lender.fileno(), 0)
    assert lender.has_changed()


def test_nothing_is_lent_the_other_way(ends):
    lender, _ = ends
    with pytest.raises(WireError, match="lent"):
        unpack(pack(VALUES, lender))
