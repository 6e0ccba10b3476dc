"""Settings, addresses, the supervisor and the commands that concern the whole house."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
