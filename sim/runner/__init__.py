"""Plays experiments in chunks and keeps them on disk: one folder a run, resumable, checked by sums."""
