"""Generates secret seeds for random draws; services take them as parameters."""

from __future__ import annotations

import secrets

from games import lots


def generate_seed() -> str:
    return secrets.token_hex(lots.SEED_BYTES)
