"""Families that are not offered: what shared code must be able to take in without a change."""
