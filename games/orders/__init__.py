"""Parsers for moves and orders as players type them, returning plain values (C-5 … C-8)."""
