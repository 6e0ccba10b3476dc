"""Pages of series of events."""
