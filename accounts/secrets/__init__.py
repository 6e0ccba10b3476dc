"""Secrets: passwords, encrypted values."""
