"""Template tags of the events room."""
