"""The page of API keys: list, create (shown once), revoke."""

from __future__ import annotations

import secrets

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import queries
from accounts.forms import KeyForm
from accounts.numbers import parse_number
from accounts.secrets.encryption import DecryptionError, decrypt, encrypt
from accounts.services import keys
from accounts.services.errors import Refused

NEW_KEY = "fresh_key"


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def keys_page(request: queries.PageRequest) -> HttpResponse:
    """List, create and revoke the reader's keys; the middleware has reauthenticated them."""
    action = request.POST.get("action", "") if request.method == "POST" else ""
    if action == "end":
        return _revoke_key(request)
    form = KeyForm(request.POST if action == "create" else None)
    if form.is_valid() and _create_key(request, form):
        return redirect("accounts:keys")
    now = timezone.now()
    rows = [(key, key.is_valid_at(now)) for key in queries.api_keys_of(queries.login_of(request))]
    context = {"form": form, "fresh": _pop_new_key(request), "rows": rows}
    return render(request, "accounts/keys.html", context, status=422 if form.errors else 200)


def _create_key(request: queries.PageRequest, form: KeyForm) -> bool:
    """Create a key and store it, encrypted, in the session until the next page shows it."""
    user = queries.login_of(request)
    try:
        secret = keys.issue_key(
            user, form.key_request(), chance=secrets.SystemRandom(), now=timezone.now()
        )
    except Refused as refusal:
        form.add_error(None, str(refusal))
        return False
    request.session[NEW_KEY] = encrypt(secret, purpose=NEW_KEY)
    return True


def _pop_new_key(request: queries.PageRequest) -> str | None:
    """Return the key just created, once; None if there is none."""
    encrypted = request.session.pop(NEW_KEY, None)
    try:
        return decrypt(encrypted, purpose=NEW_KEY) if encrypted else None
    except DecryptionError:
        return None


def _revoke_key(request: queries.PageRequest) -> HttpResponse:
    number = parse_number(request.POST.get("key"))
    if number is not None and keys.revoke_key(queries.login_of(request), number):
        messages.success(request, _("The key no longer works."))
    else:
        messages.error(request, _("Key not found. It may already have been deleted."))
    return redirect("accounts:keys")
