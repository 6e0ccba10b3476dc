"""Pages for settings and login."""
