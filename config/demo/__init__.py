"""The club of the demonstration."""
