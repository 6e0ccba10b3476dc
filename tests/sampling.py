"""Matrices of which the default run takes a sample, and ``manage.py test --long`` everything."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from typing import Any

import hypothesis
import pytest


def at_length() -> bool:
    """Whether this is the run of everything."""
    return os.environ.get("HYPOTHESIS_PROFILE") == "long"


def sampled(values: Iterable[Any], keep: int | Collection[Any]) -> list[Any]:
    """Return parameters of which only the first ``keep``, or those named, are in the default run.

    A value that is a tuple stands for the values of several arguments.
    """
    every = list(values)
    named = every[:keep] if isinstance(keep, int) else list(keep)
    missing = [each for each in named if each not in every]
    assert not missing, f"none of the values: {missing}"
    return [each if each in named else _long(each) for each in every]


def _long(value: Any) -> Any:
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=pytest.mark.long)


def examples(usual: int, most: int = 500, **options: Any) -> hypothesis.settings:
    """Return settings for a costly property: few examples in the default run, many at length."""
    return hypothesis.settings(max_examples=most if at_length() else usual, **options)
