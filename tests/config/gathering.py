"""Sentences of code, templates and catalogues, read once in a process; nobody may change them."""

from __future__ import annotations

from functools import cache

from config import catalogues

gathered = cache(catalogues.build_template)
read = cache(catalogues.read)
