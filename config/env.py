"""Typed readers of the environment: the only place that knows how a setting is spelled outside."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote

BASE_DIR = Path(__file__).resolve().parent.parent


def text(name: str, default: str = "") -> str:
    """Return the variable, or ``default`` where it is unset or empty."""
    return os.environ.get(name) or default


def flag(name: str, *, default: bool = False) -> bool:
    """Return a yes/no variable; any other word is refused, naming those that are known."""
    word = text(name).strip().lower()
    if not word:
        return default
    if word in {"1", "true", "yes", "on"}:
        return True
    if word in {"0", "false", "no", "off"}:
        return False
    raise ValueError(f"{name}={word!r}: write one of 1, true, yes, on, 0, false, no, off")


def number(name: str, default: int) -> int:
    """Return a whole number; anything else is refused by name."""
    word = text(name).strip()
    if not word:
        return default
    try:
        return int(word)
    except ValueError:
        raise ValueError(f"{name}={word!r}: write a whole number") from None


def words(name: str, default: list[str]) -> list[str]:
    """Return a comma-separated list."""
    raw = text(name)
    return [part.strip() for part in raw.split(",") if part.strip()] if raw else default


def var_dir() -> Path:
    """Return (and make) the folder for everything that is written at run time."""
    path = Path(text("VAR_DIR") or BASE_DIR / "var").absolute()
    path.mkdir(parents=True, exist_ok=True)
    return path


def socket_path() -> Path:
    """Return the embedded server's socket; a long path moves to /tmp (the limit is 107)."""
    path = var_dir() / "run" / "valkey.sock"
    if len(str(path).encode()) < 100:
        return path
    import hashlib

    digest = hashlib.sha256(str(path).encode()).hexdigest()[:12]
    return Path("/tmp") / f"ampelpost-{os.getuid()}-{digest}" / "valkey.sock"  # noqa: S108


def redis_urls() -> tuple[str, str]:
    """Return the addresses of broker (kombu's spelling) and cache (redis-py's spelling)."""
    url = text("REDIS_URL")
    if url.startswith("unix://"):
        path = url.removeprefix("unix://").split("?")[0]
        return f"redis+socket://{path}?virtual_host=0", f"unix://{path}?db=1"
    if url:
        return url, url
    path = quote(str(socket_path()))
    return f"redis+socket://{path}?virtual_host=0", f"unix://{path}?db=1"
