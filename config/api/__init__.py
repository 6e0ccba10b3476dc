"""URLs and schema of the whole API."""
