"""The referees: cases, rulings and the panel, above the tournaments and matches they judge."""
