"""Whole seasons played under a moved clock, and a second reckoning that checks them."""
