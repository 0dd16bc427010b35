"""For those who teach: a repository for students, and a gradebook of what they hand in."""

EXAMPLE_DUE = "2026-12-01T23:59:59+01:00"
"""A due date as TOML writes it: with seconds, an offset from UTC, and no quotes."""
