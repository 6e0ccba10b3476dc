"""Templates without indentation, which saves a tenth of every compressed page."""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders import filesystem

INDENTATION = re.compile(r"(?<=\n)\s+")


class Loader(filesystem.Loader):
    """Reads HTML templates without indentation and empty lines."""

    def get_contents(self, origin: Origin) -> str:
        source = super().get_contents(origin)
        return INDENTATION.sub("", source) if origin.name.endswith(".html") else source
