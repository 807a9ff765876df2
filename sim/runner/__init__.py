"""Plays experiments in chunks and keeps them on disk: one folder per run, resumable, with checksums."""
