"""The time of signing up with an address that has an account, beside one that has none.

    python -m tests.bench.sign_up [--number 40]

Whoever measures answers must not learn who has an account: the ratio of the medians is to be near
one. Turn and turn about, in one process on PostgreSQL, with the password hasher of real sites;
processor time of this process counts.
"""

from __future__ import annotations

import argparse
import statistics
import time

from tests.bench.emails import prepare

NEW = "/account/signup/"
FORM = {"password1": "green lights only", "time_zone": "Europe/Zurich", "language": "it"}
KNOWN = "known@example.org"


def main() -> None:
    """Print both medians in milliseconds, and their ratio."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--number", type=int, default=40, help="sign-ups a side")
    asked = words.parse_args()
    prepare()
    from django.conf import settings

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    settings.ALLOWED_HOSTS = ["testserver"]
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
    spent(KNOWN, "Known")
    known, unknown = [], []
    for number in range(asked.number):
        known.append(spent(KNOWN, f"Dora {number}"))
        unknown.append(spent(f"new{number}@example.org", f"Emil {number}"))
    for side, times in (("known", known), ("unknown", unknown)):
        low, high = min(times), max(times)
        print(f"{side:8}: {statistics.median(times):6.1f} ms  ({low:.1f} to {high:.1f})")
    print(f"ratio   : {statistics.median(known) / statistics.median(unknown):6.2f}")


def spent(address: str, name: str) -> float:
    """Return the milliseconds of processor time one sign-up takes."""
    from django.core.cache import cache
    from django.test import Client

    cache.clear()
    client = Client()
    client.get(NEW)
    began = time.process_time()
    answer = client.post(NEW, FORM | {"email": address, "name": name})
    lasted = time.process_time() - began
    assert answer.headers.get("Location") == "/account/confirm-email/", answer.content
    return 1000 * lasted


if __name__ == "__main__":
    main()
