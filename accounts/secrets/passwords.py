"""Validator against predictable passwords."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

MIN_LENGTH = 12
MIN_UNPREDICTABLE_CHARACTERS = 9


def count_unpredictable(password: str) -> int:
    """Count characters that neither continue a sequence nor repeat a pair.

    1 in “1234”, 2 in “abab”.
    """
    found, seen = 0, set()
    for before, sign in zip(" " + password, password, strict=False):
        pair = before + sign
        if abs(ord(sign) - ord(before)) > 1 and pair not in seen:
            found += 1
        seen.add(pair)
    return found


class PredictablePasswordValidator:
    """Refuses sequences, repetitions, and passwords that are mostly the site's name."""

    def validate(self, password: str, _user: object = None) -> None:
        """Raise ValidationError if too few characters are unpredictable.

        Passwords that are too short are left to the length validator.
        """
        if len(password) < MIN_LENGTH:
            return
        plain = password.casefold()
        if count_unpredictable(plain) < MIN_UNPREDICTABLE_CHARACTERS:
            raise ValidationError(
                _(
                    "This password is a repetition or a simple sequence. Use several unrelated "
                    "words."
                ),
                code="password_repeats",
            )
        if (
            count_unpredictable(plain.replace(settings.SITE_NAME.casefold(), ""))
            < MIN_UNPREDICTABLE_CHARACTERS
        ):
            raise ValidationError(
                _(
                    "This password is little more than the name of this site. Use several "
                    "unrelated words."
                ),
                code="password_site_name",
            )

    def get_help_text(self) -> str:
        return _("Sequences, repetitions and the name of this site are easy to guess.")
