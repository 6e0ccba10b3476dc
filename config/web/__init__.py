"""Pages of the whole site: about, status, health, errors."""
