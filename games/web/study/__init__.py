"""Boards to try things out on."""
