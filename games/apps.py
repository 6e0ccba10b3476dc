"""Registers the app with Django."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Matches, challenges, bots, ratings and puzzles."""

    name = "games"
    verbose_name = _("Games")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen for the end of attempts at a puzzle of the day."""
        import_module("games.receivers")
