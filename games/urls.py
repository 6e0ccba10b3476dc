"""Addresses of the games room."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path


def _soon(_request: HttpRequest, **_kwargs: object) -> HttpResponse:
    """Hold an address until its page is there (replaced by the page's own line)."""
    raise Http404


app_name = "games"
urlpatterns = [
    path("matches/<int:pk>/", _soon, name="match"),
    path("m/<str:token>/", _soon, name="move_link"),
    path("challenges/<int:pk>/", _soon, name="challenge"),
    path("invitations/<str:token>/", _soon, name="invitation"),
]
