"""The digest by which a confirmation names exactly what was previewed."""

from __future__ import annotations

import json
from hashlib import sha256

from games.rules.base import JSON


def token_of(*facts: JSON) -> str:
    """Return a digest of JSON values."""
    return sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:32]
