"""Template tags of roles."""
