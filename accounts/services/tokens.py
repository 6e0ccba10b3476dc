"""The key with which programs play for a person."""

from __future__ import annotations

from django.db import transaction
from rest_framework.authtoken.models import Token

from accounts.models import User


@transaction.atomic
def issue_token(user: User) -> str:
    """Make a new key and return it; an earlier one stops working."""
    Token.objects.filter(user=user).delete()
    token: str = Token.objects.create(user=user).key
    return token


def revoke_token(user: User) -> bool:
    """Make the key stop working; False where there was none."""
    deleted, _rows = Token.objects.filter(user=user).delete()
    return deleted > 0
