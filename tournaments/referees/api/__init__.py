"""Cases for programs."""
