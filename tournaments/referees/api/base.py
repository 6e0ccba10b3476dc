from __future__ import annotations

from rest_framework.response import Response

from games.api.common.base import ApiView
from games.api.common.problems import Problem, to_json
from games.services.errors import Refused
from tournaments.referees.services import refusals


class RefereesView(ApiView):
    """A view that answers refusals of referees, tournaments and games like all errors."""

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, Refused):
            params = {name: to_json(value) for name, value in exc.params.items()}
            exc = Problem(exc.code, refusals.explain(exc), refusals.status_of(exc.code), **params)
        return super().handle_exception(exc)
