"""Pages about letters."""
