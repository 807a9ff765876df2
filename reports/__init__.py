"""Balance reports: one self-contained HTML page, its tables as CSV and its figures as PNG."""
