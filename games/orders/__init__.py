"""Parsing what players type, as plain values: whole turns and orders (C-5 … C-8)."""
