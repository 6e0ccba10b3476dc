"""The Celery application; tasks are thin doors, the truth lives in the database."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("ampelpost")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
