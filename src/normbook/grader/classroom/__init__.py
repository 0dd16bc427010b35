"""For those who teach: a repository for students, and a gradebook of what they hand in."""
