"""Authentication of API requests."""
