"""The API's URLs, assembled from all packages; version 1 is stable."""

from __future__ import annotations

from django.urls import include, path

from games.api import urls as games
from tournaments.api import urls as tournaments
from tournaments.referees.api import urls as referees

app_name = "api"
v1 = [*games.v1, *tournaments.v1, *referees.v1, games.not_found]
urlpatterns = [*games.documents, path("v1/", include(v1)), games.not_found]
