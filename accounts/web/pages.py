"""Settings, language and the key for programs."""

from __future__ import annotations

from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import forms, queries
from accounts.services import profile, registration, tokens
from accounts.services.errors import ProfileRefused, Refused

FRESH_TOKEN_KEY = "fresh_token"  # noqa: S105 (a session key)


def safe_next(request: HttpRequest, fallback: str) -> str:
    """Return where to go afterwards: an absolute path of this site, else the fallback."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    hosts = {request.get_host()}
    safe = url_has_allowed_host_and_scheme(target, hosts, require_https=request.is_secure())
    return target if safe and target.startswith("/") else fallback


@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: queries.PageRequest) -> HttpResponse:
    """Show and change the reader's profile; a login without a player gives its name."""
    if not request.user.is_authenticated:
        if request.reader is not None:
            return render(request, "accounts/guest.html")
        return redirect(f"{settings.LOGIN_URL}?next={request.path}")
    if request.reader is None:
        return _name_page(request)
    reader = request.reader
    form = forms.ProfileForm(
        request.POST if request.method == "POST" else None,
        reader=reader,
        initial={"name": reader.name, "about": reader.about, "language": reader.language},
    )
    if request.method == "POST" and form.is_valid():
        try:
            changed = profile.change_profile(reader, **form.cleaned_data)
        except Refused as refusal:
            form.add_error("name", str(refusal))
        else:
            with translation.override(changed.language):
                messages.success(request, _("Saved."))
            return redirect("accounts:settings")
    return _form_page(request, "accounts/settings.html", form)


def _name_page(request: queries.PageRequest) -> HttpResponse:
    """Ask a login made on the command line for the name of its player."""
    form = forms.NameForm(request.POST if request.method == "POST" else None)
    target = safe_next(request, "/")
    if request.method == "POST" and form.is_valid():
        now = timezone.now()
        try:
            registration.register(cast(Any, request.user), now=now, **form.cleaned_data)
        except Refused as refusal:
            form.add_error("name", str(refusal))
        else:
            return redirect(target)
    return _form_page(request, "accounts/name.html", form, next=target)


@require_POST
def set_language(request: queries.PageRequest) -> HttpResponse:
    """Change the language: of the profile for a login, of the browser (and the guest) otherwise."""
    code = request.POST.get("language", "")
    response = redirect(safe_next(request, "/"))
    try:
        profile.check_language(code)
    except ProfileRefused as refusal:
        messages.error(request, str(refusal))
        return response
    if request.reader is not None:
        profile.change_language(request.reader, code)
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=60 * 60 * 24 * 365,
        samesite="Lax",
        secure=request.is_secure(),
        httponly=True,
    )
    return response


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def token_page(request: queries.PageRequest) -> HttpResponse:
    """Make and revoke the key for programs; a fresh one is shown in full once."""
    user = cast(Any, request.user)
    if request.method == "POST":
        if request.POST.get("action") == "revoke":
            if tokens.revoke_token(user):
                messages.success(request, _("The key does not work any more."))
        else:
            request.session[FRESH_TOKEN_KEY] = tokens.issue_token(user)
        return redirect("accounts:token")
    context = {
        "fresh": request.session.pop(FRESH_TOKEN_KEY, None),
        "ending": queries.token_ending(user),
    }
    return render(request, "accounts/token.html", context)


def _form_page(request: HttpRequest, template: str, form: Any, **context: Any) -> HttpResponse:
    """Show a form; with errors the answer is 422, so that programs see it too."""
    status = 422 if form.errors else 200
    return render(request, template, {"form": form, **context}, status=status)
