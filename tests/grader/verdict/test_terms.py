"""What an exercise forbids of PyTorch is refused, by whatever way an attempt calls it."""

import pytest

from normbook.grader.fence import grade
from normbook.grader.fence.sandbox import AVAILABLE
from normbook.grader.verdict.find import find
from normbook.grader.verdict.grade import grade_file

torch = pytest.importorskip("torch")

EXERCISE = find("layer_norm_module")
ATTEMPT = """\
import torch
import torch.nn.functional as F
from torch import nn

{solution}
    def forward(self, x):
        return {called}
"""
CLASS = EXERCISE.solution.read_text().partition("class LayerNorm")
BEGIN = "class LayerNorm" + CLASS[2].partition("    def forward")[0]
WAYS = {
    "a function": "F.layer_norm(x, self.normalized_shape, self.weight, self.bias, self.eps)",
    "by its name": "getattr(F, 'layer' + '_norm')(x, self.normalized_shape, self.weight)",
    "of torch": "torch.layer_norm(x, self.normalized_shape, self.weight, self.bias, self.eps)",
    "below it": "torch.native_layer_norm(x, self.normalized_shape, None, None, self.eps)[0]",
    "an operator": "torch.ops.aten.native_layer_norm(x, self.normalized_shape, None, None, 0)[0]",
    "a module": "nn.LayerNorm(self.normalized_shape, self.eps)(x)",
    "another norm": "F.group_norm(x[None], 1)[0]",
    "rows as channels": "F.batch_norm(x[None], None, None, training=True)[0]",
    "rows as channels of a module": "nn.InstanceNorm1d(2)(x[None])[0]",
}


@pytest.mark.parametrize("way", WAYS)
def test_what_is_forbidden_earns_nothing_and_the_line_is_told(tmp_path, way):
    path = tmp_path / "layer_norm_module.py"
    path.write_text(ATTEMPT.format(solution=BEGIN, called=WAYS[way]))
    line = path.read_text().splitlines().index(f"        return {WAYS[way]}") + 1
    report = grade_file(EXERCISE, path)
    assert report.points == 0
    told = " ".join(str(report).split())
    assert f"layer_norm_module.py, line {line}: ForbiddenError: PyTorch's " in told
    assert "does what you are to write" in told


@pytest.mark.skipif(not AVAILABLE, reason="this system cannot fork processes")
def test_it_is_refused_behind_the_fence_too(tmp_path):
    path = tmp_path / "layer_norm_module.py"
    path.write_text(ATTEMPT.format(solution=BEGIN, called=WAYS["a function"]))
    (report,) = grade.grade_all([(EXERCISE, path)], isolated=True, seconds=10)
    assert report.points == 0
    assert "ForbiddenError: PyTorch's layer_norm does what you are to write" in " ".join(
        str(report).split()
    )


def test_what_is_not_forbidden_is_free():
    (report,) = grade.grade_all([(EXERCISE, EXERCISE.solution)], isolated=False, seconds=10)
    assert report.solved
