"""Training runs whose measurements the book shows.

Each module is one experiment. ``python -m normbook.experiments.<name>`` repeats it and writes the
record ``normbook/data/experiments/<name>.json``; ``run(quick=True)`` repeats it in miniature.
"""
