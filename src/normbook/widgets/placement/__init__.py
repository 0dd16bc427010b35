"""The explorable *placement*: five places for the norm of a residual block."""
