"""Registers the application with Django."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """The games room of the house."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"
