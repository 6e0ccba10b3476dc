"""A player's own settings."""
