"""Removes the second factor of somebody who lost app and recovery codes, and notifies them."""

from __future__ import annotations

from argparse import ArgumentParser

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.models import User
from notifications.services.security import player_by_email, post_security


class Command(BaseCommand):
    """``manage.py second_factor remove ADDRESS``, after the owner has proved their identity."""

    help = (
        "Remove the second factor of a login whose owner lost it; the owner is notified by e-mail."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("verb", choices=["remove"])
        parser.add_argument("address", help="the e-mail address of the login")

    @transaction.atomic
    def handle(self, *, address: str, **_options: object) -> None:
        """Delete app and recovery codes; then the password is enough to log in."""
        user = User.objects.filter(email__iexact=address.strip()).first()
        if user is None:
            raise CommandError("There is no account with this address.")
        if not Authenticator.objects.filter(user_id=user.pk).delete()[0]:
            raise CommandError("This login has no second factor.")
        player = player_by_email(user.email)
        language = player.language if player else settings.LANGUAGE_CODE
        with translation.override(language):
            subject = _("Your second factor was removed")
            removed = _(
                "An operator of this site has removed the second factor of your account, "
                "including its recovery codes. From now on you log in with your password "
                "alone. You can set up a new second factor in your settings."
            )
            unasked = _(
                "If you did not ask for this, change your password now and reply to this e-mail."
            )
            text = f"{removed}\n\n{unasked}"
        post_security(user.email, subject, text, language=language, now=timezone.now())
        self.stdout.write("Removed; the owner is notified by e-mail.")
