"""The Celery application; tasks are thin doors, the truth lives in the database."""

from __future__ import annotations

import os
import warnings
from typing import Any

from celery import Celery
from celery.platforms import SecurityWarning  # type: ignore[attr-defined]
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# A worker under root is a danger with pickled tasks; ours are JSON, names without arguments.
warnings.filterwarnings("ignore", category=SecurityWarning)

app = Celery("ampelpost")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def keep_our_logging(**_: Any) -> None:
    """Leave logging as Django set it up: with a receiver here, Celery brings none of its own."""
