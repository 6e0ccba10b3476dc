"""Typed readers of environment variables."""

from __future__ import annotations

import fcntl
import os
import secrets
from pathlib import Path
from urllib.parse import quote, urlsplit

BASE_DIR = Path(__file__).resolve().parents[2]


def text(name: str, default: str = "") -> str:
    """Return the variable, or ``default`` if it is unset or empty."""
    return os.environ.get(name) or default


def flag(name: str, *, default: bool = False) -> bool:
    """Return a yes/no variable. Raises ValueError with the accepted words."""
    word = text(name).strip().lower()
    if not word:
        return default
    if word in {"1", "true", "yes", "on"}:
        return True
    if word in {"0", "false", "no", "off"}:
        return False
    raise ValueError(f"{name}={word!r}: write one of 1, true, yes, on, 0, false, no, off")


def number(name: str, default: int) -> int:
    """Return an integer variable; the error names the variable."""
    word = text(name).strip()
    if not word:
        return default
    try:
        return int(word)
    except ValueError:
        raise ValueError(f"{name}={word!r}: write a whole number") from None


def database_url() -> str:
    """Return the URL of the PostgreSQL database, "" for SQLite; refuse any other."""
    url = text("DATABASE_URL")
    if not url:
        return ""
    try:
        parts = urlsplit(url)
        named = parts.scheme in {"postgres", "postgresql"} and parts.path.strip("/")
        found = bool(named) and parts.port != 0
    except ValueError:
        found = False
    if not found:
        raise ValueError(
            "DATABASE_URL: write postgres://user:password@host:5432/name, "
            "or leave it unset for SQLite"
        )
    return url


def site_name() -> str:
    """Return the name shown on pages and in e-mails."""
    return text("SITE_NAME", "Ampelpost")


def site_url() -> str:
    """Return the address people type, without a trailing slash."""
    return text("SITE_URL", f"http://127.0.0.1:{number('PORT', 8000)}").rstrip("/")


def is_development() -> bool:
    """Whether this is a site for developers, not for the public."""
    return flag("DEVELOPMENT", default=not text("DATABASE_URL"))


def host_names(url: str) -> list[str]:
    """Return the host of a URL; for this machine all of its names."""
    host = urlsplit(url).hostname or ""
    own = ["127.0.0.1", "localhost", "[::1]"]
    if host in {"127.0.0.1", "localhost", "::1"}:
        return own
    return [f"[{host}]" if ":" in host else host] if host else []


def origins(*urls: str) -> list[str]:
    """Return scheme, host and port of each URL that is not empty."""
    parts = [urlsplit(url) for url in urls if url]
    return [f"{each.scheme}://{each.netloc}" for each in parts]


def comma_list(name: str, default: list[str]) -> list[str]:
    """Return a comma-separated variable as a list."""
    raw = text(name)
    return [part.strip() for part in raw.split(",") if part.strip()] if raw else default


def var_dir() -> Path:
    """Return (and create) the folder for everything written at run time."""
    path = Path(text("VAR_DIR") or BASE_DIR / "var").absolute()
    path.mkdir(parents=True, exist_ok=True)
    return path


def read_or_create_secret(path: Path, size: int = 50) -> str:
    """Return the secret in a file, created atomically from ``size`` random bytes."""
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        if not path.exists():
            fresh = path.with_suffix(".new")
            fresh.unlink(missing_ok=True)
            fresh.touch(0o600)
            fresh.write_text(secrets.token_urlsafe(size))
            fresh.replace(path)
    finally:
        os.close(folder)
    return path.read_text()


def socket_path() -> Path:
    """Return the embedded server's socket, under /tmp if the path is too long (107 bytes)."""
    path = var_dir() / "run" / "valkey.sock"
    if len(str(path).encode()) < 100:
        return path
    import hashlib

    digest = hashlib.sha256(str(path).encode()).hexdigest()[:12]
    return Path("/tmp") / f"ampelpost-{os.getuid()}-{digest}" / "valkey.sock"  # noqa: S108


def _is_redis_url(url: str) -> bool:
    try:
        parts = urlsplit(url)
        named = parts.path if parts.scheme == "unix" else parts.hostname
        return parts.scheme in {"redis", "rediss", "unix"} and bool(named) and parts.port != 0
    except ValueError:
        return False


def redis_urls() -> tuple[str, str]:
    """Return the addresses of broker (kombu's spelling) and cache (redis-py's spelling)."""
    url = text("REDIS_URL")
    if url and not _is_redis_url(url):
        raise ValueError(
            "REDIS_URL: write redis://host:6379/0, rediss://…, unix:///path, or leave it unset"
        )
    if url.startswith("unix://"):
        path = url.removeprefix("unix://").split("?")[0]
        return f"redis+socket://{path}?virtual_host=0", f"unix://{path}?db=1"
    if url:
        return url, url
    path = quote(str(socket_path()))
    return f"redis+socket://{path}?virtual_host=0", f"unix://{path}?db=1"
