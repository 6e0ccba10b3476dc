"""The application for the site's own commands and checks."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        from config import celery, checks, sqlite_numbers  # noqa: F401 (tasks are sent by every process)
        from config.formats import first_day

        first_day.install()
        sqlite_numbers.install()
