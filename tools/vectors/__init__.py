"""What normbook.norms says, for the explorables' JavaScript to be tested against.

Each module of this package is named after an explorable, and has ``cases()``: a list of named
cases, JSON-able. ``python tools/vectors`` writes them to ``tests/js/vectors``.
"""
