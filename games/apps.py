from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers, and add ``has_new_turn`` to every query that loads a reader."""
        import_module("games.receivers")
        facts = import_module("accounts.queries").READER_ANNOTATIONS
        facts["has_new_turn"] = import_module("games.seat_queries").has_new_turn
