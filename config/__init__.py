"""Settings, URLs, the supervisor and the commands for the whole site."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
