"""The seed of the random draws in tests."""

from __future__ import annotations


def seeds():
    return "cd" * 32
