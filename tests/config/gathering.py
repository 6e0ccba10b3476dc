"""Sentences of code, templates and catalogues, read once in a process; nobody may change them."""

from __future__ import annotations

from functools import cache

from babel.messages import Catalog

from config import catalogues

gathered = cache(catalogues.build_template)
read = cache(catalogues.read_catalogue)


def english() -> Catalog:
    """Return the sentences as a catalogue has them: test_catalogues.py says that all are there."""
    return read("de")
