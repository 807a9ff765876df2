"""The parts of a report. `mazarbul.reports.parts` has the order of those of a run."""
