"""The parts of a report. `reports.parts` has the order of those of a run."""
