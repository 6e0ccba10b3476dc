"""Changes to a tournament between its announcement and its end."""
