"""``python -m config.running.probe``: the health check for container engines.

It prints what fails and exits with 1 unless ``/healthz`` on this machine returns 200.
"""

from __future__ import annotations

import http.client
import json
import sys
from urllib.parse import urlsplit

from config import env

PATIENCE = 8.0  # seconds


def fetch_health(port: int, host: str) -> tuple[int, str]:
    """Return status and body; status 0 without a response."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        line.request("GET", "/healthz", headers={"Host": host} if host else {})
        answer = line.getresponse()
        return answer.status, answer.read().decode(errors="replace")
    except (OSError, http.client.HTTPException) as error:
        return 0, str(error)
    finally:
        line.close()


def failing_checks(body: str) -> str:
    """Return the names of the failing checks, or the whole body if it has none."""
    try:
        parts = json.loads(body)
        return ", ".join(name for name, part in parts.items() if name != "ok" and not part["ok"])
    except (ValueError, AttributeError, TypeError, KeyError):
        return body


def main() -> int:
    """Query the port in PORT, with the host of SITE_URL."""
    status, body = fetch_health(env.number("PORT", 8000), urlsplit(env.text("SITE_URL")).netloc)
    if status == 200:
        return 0
    print(f"{status or 'no answer'}: {failing_checks(body)}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
