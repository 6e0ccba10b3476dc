"""Encrypted values, and rules for passwords."""
