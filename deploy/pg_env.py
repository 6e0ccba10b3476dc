"""Prints DATABASE_URL as the variables that pg_dump and psql read, for a shell to evaluate.

Given as an argument, the address with its password would be visible to everybody on the machine.
"""

from __future__ import annotations

import os
import shlex
import sys
from urllib.parse import parse_qsl, unquote, urlsplit

OPTIONS = {"sslmode", "sslrootcert", "sslcert", "sslkey", "connect_timeout"}


def variables(url: str) -> dict[str, str]:
    """Return libpq's variables for an address such as postgres://user:password@host:5432/name."""
    parts = urlsplit(url)
    if parts.scheme not in {"postgres", "postgresql", "pgsql"}:
        raise ValueError(f"DATABASE_URL begins with {parts.scheme}:, not with postgres:")
    login, _, place = parts.netloc.rpartition("@")
    user, _, password = login.partition(":")
    if place.startswith("["):
        host, _, port = place[1:].partition("]")
        port = port.removeprefix(":")
    else:
        host, _, port = place.partition(":")
    found = {
        "PGHOST": unquote(host),
        "PGPORT": port,
        "PGUSER": unquote(user),
        "PGPASSWORD": unquote(password),
        "PGDATABASE": unquote(parts.path.removeprefix("/")),
    }
    for name, value in parse_qsl(parts.query):
        if name in OPTIONS:
            found[f"PG{name.replace('_', '').upper()}"] = value
    if "PGCONNECTTIMEOUT" in found:
        found["PGCONNECT_TIMEOUT"] = found.pop("PGCONNECTTIMEOUT")
    return {name: value for name, value in found.items() if value}


def main() -> int:
    """Print the export lines."""
    try:
        found = variables(os.environ.get("DATABASE_URL", ""))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    for name, value in found.items():
        print(f"export {name}={shlex.quote(value)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
