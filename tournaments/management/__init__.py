"""Commands of the events room."""
