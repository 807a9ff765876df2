"""Balance reports: one HTML page with charts that works offline, tables as files, and Markdown if asked."""
