"""Whole seasons played under a moved clock, and a second computation that checks them."""
