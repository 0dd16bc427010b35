"""The explorables by name: to a type checker any other is a mistake."""

from .atlas.widget import Atlas as Atlas
from .axes.widget import Axes as Axes
from .backward.widget import Backward as Backward
from .cancellation.widget import Cancellation as Cancellation
from .drift.widget import Drift as Drift
from .epsilon.widget import Epsilon as Epsilon
from .geometry.widget import Geometry as Geometry
from .laboratory.widget import Laboratory as Laboratory
from .pipeline.widget import Pipeline as Pipeline
from .placement.widget import Placement as Placement
from .quiz.widget import Quiz as Quiz
from .rms_vs_layer.widget import RmsVsLayer as RmsVsLayer
from .scaling.widget import Scaling as Scaling
from .throw_row.widget import ThrowRow as ThrowRow
from .training.widget import Training as Training
