"""The code behind *Layer Normalization, Inside Out*.

Import the part you need: ``normbook.norms`` (NumPy reference), ``normbook.nn`` (PyTorch modules),
``normbook.widgets`` (explorables), ``normbook.grader`` (exercises). This package itself imports
nothing, so that each part loads only what it uses.
"""

__version__ = "0.2.0.dev0"
