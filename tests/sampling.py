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

    A value that is a tuple stands for the values of several arguments, for those of the default run
    as well: a single argument that is a tuple stands in a tuple of its own.
    """
    every = list(values)
    named = every[:keep] if isinstance(keep, int) else list(keep)
    missing = [each for each in named if each not in every]
    assert not missing, f"none of the values: {missing}"
    return [_parameter(each, () if each in named else pytest.mark.long) for each in every]


def _parameter(value: Any, marks: Any) -> Any:
    return pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=marks)


def examples(usual: int, most: int = 200, **options: Any) -> hypothesis.settings:
    """Return settings for a costly property: few examples in the default run, many at length."""
    return hypothesis.settings(max_examples=most if at_length() else usual, **options)
