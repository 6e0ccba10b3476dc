"""The profile page and the language switch."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import forms, queries
from accounts.services import profile, registration
from accounts.services.errors import ProfileRefused, Refused

FIELD_OF = {"about_controls": "about", "about_long": "about", "language": "language"}


def safe_next_url(request: HttpRequest, fallback: str) -> str:
    """Return the page to go to next: an absolute path of this site, else the fallback."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    hosts = {request.get_host()}
    safe = url_has_allowed_host_and_scheme(target, hosts, require_https=request.is_secure())
    return target if safe and target.startswith("/") else fallback


@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: queries.PageRequest) -> HttpResponse:
    """Show and change the reader's profile; ask a login without a player for a name."""
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
            form.add_error(FIELD_OF.get(refusal.code, "name"), str(refusal))
        else:
            with translation.override(changed.language):
                messages.success(request, _("Saved."))
            return redirect("accounts:settings")
    return _form_page(request, "accounts/settings.html", form)


def _name_page(request: queries.PageRequest) -> HttpResponse:
    """Ask a login without a player for a name: an operator, or one whose name was taken."""
    form = forms.NameForm(request.POST if request.method == "POST" else None)
    target = safe_next_url(request, "/")
    if request.method == "POST" and form.is_valid():
        now = timezone.now()
        try:
            registration.create_player(queries.login_of(request), now=now, **form.cleaned_data)
        except Refused as refusal:
            form.add_error("name", str(refusal))
        else:
            return redirect(target)
    return _form_page(request, "accounts/name.html", form, next=target)


@require_POST
def set_language(request: queries.PageRequest) -> HttpResponse:
    """Change the player's language, and remember it in the browser."""
    code = request.POST.get("language", "")
    response = redirect(safe_next_url(request, "/"))
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


def _form_page(request: HttpRequest, template: str, form: Form, **context: object) -> HttpResponse:
    """Render a form, with status 422 if it has errors."""
    status = 422 if form.errors else 200
    return render(request, template, {"form": form, **context}, status=status)
