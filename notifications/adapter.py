"""Django-allauth's hooks."""

from allauth.account.adapter import DefaultAccountAdapter


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Sends the letters of login and sign-up through the outbox."""
