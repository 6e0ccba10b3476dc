"""Whole seasons played with a simulated clock, and an independent computation to check them."""
