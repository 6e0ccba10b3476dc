"""``/privacy/``, ``/imprint/``, ``/conduct/``, and where operators write them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import get_language, gettext, gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.numbers import parse_number
from config.texts import queries
from config.texts.markup import to_html
from config.texts.services import MAX_TEXT_LENGTH, TextRefused, write_text


class TextForm(forms.Form):
    """A text, and the number of the version that was edited."""

    text = forms.CharField(
        label=_("Text"),
        required=False,
        max_length=MAX_TEXT_LENGTH,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 30, "cols": 90}),
        help_text=_(
            "Markdown: a blank line ends a paragraph, headings begin with “## ” and list items "
            "with “- ”; links are written as [words](address). HTML is shown as plain text. An "
            "empty text restores the default."
        ),
    )
    seen = forms.IntegerField(min_value=0, max_value=10**6, widget=forms.HiddenInput)


@require_safe
def site_page(request: HttpRequest, page: str) -> HttpResponse:
    """Show a page, or one of its former versions (``?language=de&version=2``)."""
    language = request.GET.get("language", "")
    if language not in dict(settings.LANGUAGES):
        language = get_language() or settings.LANGUAGE_CODE
    shown = queries.get_page_text(page, language)
    former = None
    if "version" in request.GET:
        number = parse_number(request.GET["version"], 6)
        former = queries.page_text_version(page, language, number) if number is not None else None
        if former is None:
            raise Http404
    text = former.text or queries.default_text(page, language) if former else shown.text
    context = {
        "page": page,
        "shown": shown,
        "former": former,
        "body": to_html(text),
        "may_edit": request.user.is_authenticated and request.user.is_staff,
    }
    return render(request, "config/site_page.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest) -> HttpResponse:
    """List the pages, or edit one in one language (``?page=privacy&language=de``)."""
    page, language = request.GET.get("page", ""), request.GET.get("language", "")
    context: dict[str, Any] = {
        **admin.site.each_context(request),
        "title": gettext("Pages"),
        "pages": queries.overview(),
    }
    if page not in queries.PAGES.values or language not in dict(settings.LANGUAGES):
        return render(request, "admin/site_pages.html", context)
    shown = queries.get_page_text(page, language)
    mine = shown.language == language
    initial = {"text": shown.text if mine else "", "seen": shown.number if mine else 0}
    form = TextForm(request.POST if request.method == "POST" else None, initial=initial)
    preview = None
    if request.method == "POST" and form.is_valid():
        if "preview" in request.POST:
            preview = to_html(form.cleaned_data["text"])
        elif _save_text(request, page, language, form):
            return redirect(f"{reverse('admin:site_pages')}?{urlencode(request.GET.dict())}")
    context |= {
        "title": f"{shown.title} ({dict(settings.LANGUAGES)[language]})",
        "page": page,
        "language": language,
        "shown": shown if mine else None,
        "form": form,
        "preview": preview,
    }
    return render(request, "admin/site_page.html", context)


def _save_text(request: HttpRequest, page: str, language: str, form: TextForm) -> bool:
    """Save the text; add an error to the form and return False if it is refused."""
    given = form.cleaned_data
    text = "" if "default" in request.POST else given["text"]
    if text.replace("\r\n", "\n").strip() == queries.default_text(page, language):
        text = ""  # so that a later version of the default is shown
    by = getattr(request.user, "player", None)
    try:
        write_text(page, language, text, seen=given["seen"], by=by, now=timezone.now())
    except TextRefused as refusal:
        form.add_error("text", str(refusal))
        return False
    messages.success(request, gettext("Saved."))
    return True
