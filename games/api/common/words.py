"""Helpers that describe views in the OpenAPI schema."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import (
    OpenApiParameter,
    OpenApiResponse,
    extend_schema,
    inline_serializer,
)
from rest_framework import serializers

from games.api import shapes
from games.api.common.permissions import scope_for
from games.rules.base import JSON

View = TypeVar("View", bound=Callable[..., object])
AnySerializer: TypeAlias = serializers.Serializer[Any]
Shape: TypeAlias = AnySerializer | type[AnySerializer]
PROBLEMS: dict[int, OpenApiResponse] = {
    400: OpenApiResponse(shapes.InvalidSerializer, "The request cannot be read; fields are named."),
    401: OpenApiResponse(shapes.ProblemSerializer, "A key or a session is needed."),
    403: OpenApiResponse(shapes.ProblemSerializer, "Not yours."),
    404: OpenApiResponse(shapes.ProblemSerializer, "There is none, or none you may see."),
    406: OpenApiResponse(shapes.ProblemSerializer, "Answers are JSON."),
    409: OpenApiResponse(shapes.StaleSerializer, "Overtaken: stale, over, or not your turn."),
    413: OpenApiResponse(shapes.ProblemSerializer, "More than 64 kB."),
    415: OpenApiResponse(shapes.ProblemSerializer, "Not JSON."),
    422: OpenApiResponse(shapes.UnplayableSerializer, "Readable, but not possible."),
    429: OpenApiResponse(
        shapes.ProblemSerializer, "Too often; `wait` says how many seconds to wait."
    ),
}
READ = (400, 401, 404, 406, 429)
WRITE = (400, 401, 403, 404, 406, 409, 413, 415, 422, 429)
LANGUAGE = OpenApiParameter(
    "Accept-Language",
    str,
    OpenApiParameter.HEADER,
    description="de, en, fr or it; without it the key's owner's language.",
)


class KeyScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Authentication by API key."""

    target_class = "accounts.api.authentication.ApiKeyAuthentication"
    name = "key"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        words = (
            "`Authorization: Bearer <key>`, with a key from /settings/token/. A key has a scope: "
            "`read`, `play` or `organise`, each containing the ones before; `x-scope` says which "
            "one an operation needs. The word `Token` does as well as `Bearer`."
        )
        return {"type": "http", "scheme": "bearer", "description": words}


class ScopedSchema(AutoSchema):
    """Adds the required API key scope to every operation."""

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        operation = super().get_operation(*args, **kwargs)
        if operation is not None and hasattr(self.view, "writing_needs"):
            operation["x-scope"] = scope_for(self.method, self.view)
        return operation


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Authentication by session cookie."""

    target_class = "accounts.api.authentication.PageAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}


def reads(
    shape: Shape,
    summary: str,
    *,
    asks: Shape | None = None,
    also: tuple[int, ...] = (),
    name: str | None = None,
    group: str | None = None,
) -> Callable[[View], View]:
    """Describe a read-only view; ``group`` is needed if its URL does not imply a tag."""
    parameters = [LANGUAGE] if asks is None else [LANGUAGE, asks]
    responses = {200: shape, **{code: PROBLEMS[code] for code in sorted({*READ, *also})}}
    return extend_schema(
        operation_id=name,
        summary=summary,
        parameters=parameters,
        responses=responses,
        tags=[group] if group else None,
    )


def writes(
    body: Shape, shape: Shape, summary: str, *, status: int = 200, filling: JSON = None
) -> Callable[[View], View]:
    """Describe a writing view; ``filling`` is the 202 response while seats are still open."""
    responses = {status: shape, **{code: PROBLEMS[code] for code in WRITE}}
    if filling is not None:
        responses[202] = filling
    return extend_schema(summary=summary, parameters=[LANGUAGE], request=body, responses=responses)


def page_shape(shape: type[AnySerializer]) -> Shape:
    """Return the serializer of one page of a list."""
    name = shape.__name__.removesuffix("Serializer")
    return inline_serializer(
        f"{name}List",
        {
            "results": shape(many=True),
            "next": serializers.URLField(allow_null=True),
        },
    )
