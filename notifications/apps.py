"""Registers the application with Django."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    """The notifications room of the house."""

    name = "notifications"
    default_auto_field = "django.db.models.BigAutoField"
