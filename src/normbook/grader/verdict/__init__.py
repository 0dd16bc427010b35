"""From an attempt at an exercise to what its learner is told."""
