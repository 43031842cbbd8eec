"""The timeline: what was said, kept as Markdown."""
