"""The admin without its own login and password pages."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, URLResolver, path, reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode


class OneLoginAdmin(AdminSite):
    """Redirects to the site's login, which limits attempts and asks for the second factor."""

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Add the operators' own pages."""
        from config.moderation.web.pages import reports
        from config.offices.web.pages import offices
        from config.texts.web import edit
        from config.web.deliveries import deliveries  # needs loaded apps
        from config.web.health_page import site_health
        from config.web.tables import tables

        return [
            path("deliveries/", self.admin_view(deliveries), name="deliveries"),
            path("health/", self.admin_view(site_health), name="health"),
            path("offices/", self.admin_view(offices), name="offices"),
            path("pages/", self.admin_view(edit), name="site_pages"),
            path("reports/", self.admin_view(reports), name="reports"),
            path("tables/", self.admin_view(tables), name="tables"),
            path(
                "r/<path:content_type_id>/<path:object_id>/",
                self.admin_view(self.view_on_site),
                name="view_on_site",
            ),
            *super().get_urls(),
        ]

    def view_on_site(
        self, request: HttpRequest, content_type_id: str, object_id: str
    ) -> HttpResponse:
        """Redirect to the page of a row, only where its list offers that.

        Django does it for every model, so an operator would learn secret links.
        """
        from django.contrib.contenttypes.models import ContentType

        if not content_type_id.isdecimal():
            raise Http404
        model = get_object_or_404(ContentType, pk=content_type_id).model_class()
        page = self._registry.get(model) if model else None
        row = page.get_object(request, object_id) if page and page.view_on_site else None
        if page is None or row is None or not page.has_view_permission(request, row):
            raise Http404
        return redirect(row.get_absolute_url())

    def login(self, request: HttpRequest, _extra_context: object = None) -> HttpResponse:
        """Redirect to the site's login page, or on if logged in.

        Raises PermissionDenied for people who are not operators.
        """
        target = _safe_next(request) or reverse("admin:index")
        if not request.user.is_authenticated:
            return redirect(f"{settings.LOGIN_URL}?{urlencode({'next': target})}")
        if not self.has_permission(request):
            raise PermissionDenied
        return redirect(target)

    def password_change(self, _request: HttpRequest, _extra_context: object = None) -> Any:
        """Redirect to the page that also asks for the second factor."""
        return redirect("account_change_password")


def _safe_next(request: HttpRequest) -> str:
    """Return the requested page if it is on this site, else an empty string."""
    target = request.GET.get("next") or request.POST.get("next") or ""
    safe = url_has_allowed_host_and_scheme(target, None) and target.startswith("/")
    return target if safe and not target.startswith(reverse("admin:login")) else ""
