"""``manage.py messages``: collects all messages, updates the catalogues and compiles them."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    """Needs babel (requirements-dev.txt), not gettext; the running site needs neither."""

    help = "Gather every sentence of code and templates and renew and compile the catalogues."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--missing", action="store_true", help="list what has no translation, and fail"
        )

    def handle(self, *_args: object, **options: object) -> None:
        try:
            from config import catalogues
        except ImportError as error:
            raise CommandError(
                "babel is missing: python -m pip install -r requirements-dev.txt"
            ) from error
        template = catalogues.build_template()
        lacking = 0
        for language in catalogues.LANGUAGES:
            catalog = catalogues.update_catalogue(language, template)
            catalogues.write_catalogue(language, catalog)
            missing = catalogues.find_untranslated(catalog)
            lacking += len(missing)
            self.stdout.write(f"{language}: {len(catalog)} sentences, {len(missing)} untranslated")
            for message in missing if options["missing"] else ():
                self.stdout.write(f"  {message.locations[0][0]}: {message.id!r}")
        if lacking and options["missing"]:
            raise CommandError(f"{lacking} translations are missing")
