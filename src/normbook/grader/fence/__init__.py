"""Runs each attempt in a process of its own, and keeps it from files, processes and the network."""
