"""``python -m tests.rehearsal``: seasons in an empty database; fails where anything is lost."""

from __future__ import annotations

import logging
import os
import sys

import django


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()

    from tests.rehearsal.seasons import Failed, Rehearsal, cast_of, read

    asked = read()
    if asked.timings:
        logger = logging.getLogger("tournaments.services.rounds.publishing")
        logger.addHandler(logging.StreamHandler(sys.stdout))
        logger.setLevel(logging.INFO)
    try:
        Rehearsal(cast_of(asked), seed=asked.seed, share=asked.kill).run()
    except Failed as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
