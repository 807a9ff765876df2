"""The rules, one file per chapter or procedure; every function is a kernel."""
