"""Registers the app with Django."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RefereesConfig(AppConfig):
    """Cases, rulings and the panel; above the tournaments and games they judge."""

    name = "tournaments.referees"
    label = "referees"
    verbose_name = _("Referees")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen for the end of matches, closed accounts and outages."""
        import_module("tournaments.referees.receivers")
