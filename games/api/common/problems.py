"""The format of all errors: ``code``, ``detail`` in the caller's language, and parameters."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, datetime

from django.conf import settings
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.core.signals import got_request_exception
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.exceptions import (
    APIException,
    ErrorDetail,
    NotFound,
    ParseError,
    PermissionDenied as Forbidden,
    ValidationError,
)
from rest_framework.response import Response

from games.orders.errors import BadOrder
from games.rules.base import JSON, IllegalMove, JSONObject, MalformedMove, RulesError
from games.services.errors import RETRY_SECONDS, Refused, is_database_down, is_deadlock
from games.services.refusals import status_of
from games.services.wording import explaining

CODE_ALIASES = {"permission_denied": "forbidden", "error": "failed"}


class Problem(APIException):
    """An error with additional parameters, such as the legal moves after an illegal one."""

    def __init__(self, code: str, detail: str, status_code: int, **params: JSON) -> None:
        super().__init__(detail, code)
        self.status_code = status_code
        self.params = params


class Unavailable(Problem):
    """The database is unreachable; ``wait`` is the number of seconds until a retry."""

    wait = RETRY_SECONDS

    def __init__(self, cause: Exception) -> None:
        super().__init__("unavailable", explaining.explain(Refused("unavailable")), 503)
        self.__cause__ = cause


def problem_from_error(error: Refused | RulesError, **more: JSON) -> Problem:
    """Convert a refusal or a rules error; ``kind`` classifies errors in moves."""
    params = {name: to_json(value) for name, value in error.params.items()}
    if isinstance(error, BadOrder):
        params |= {"kind": "order", "line": error.line, "order": error.order}
    elif isinstance(error, IllegalMove):
        params["kind"] = "illegal"
    elif isinstance(error, MalformedMove):
        params["kind"] = "malformed"
    sentence = explaining.explain(error)
    return Problem(error.code, sentence, status_of(error.code), **{**params, **more})


def to_json(value: JSON) -> JSON:
    """Return a parameter as JSON."""
    if isinstance(value, Mapping):
        return {str(name): to_json(each) for name, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset | range):
        return [to_json(each) for each in value]
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if value is None or isinstance(value, str | int | float | bool):
        return value
    return str(value)


def answer(error: Exception, context: Mapping[str, JSON]) -> Response | None:
    """Exception handler: convert any error to the one format; with DEBUG, show exceptions."""
    known = _to_api_exception(error)
    if known is None:
        return None if settings.DEBUG else _server_error(context)
    if isinstance(known, Unavailable):
        context["request"]._request.database_is_away = True  # noqa: SLF001 (for the log)
    if isinstance(known, ValidationError):
        body = _validation_body(known)
    else:
        code = str(known.get_codes())
        body = {"code": CODE_ALIASES.get(code, code), "detail": str(known.detail)}
        body |= {
            name: value for name, value in getattr(known, "params", {}).items() if name not in body
        }
    return Response(body, status=known.status_code, headers=_build_headers(known, body))


def _server_error(context: Mapping[str, JSON]) -> Response:
    """Log an unexpected exception and return 500 in the error format."""
    request = getattr(context.get("request"), "_request", None)
    got_request_exception.send(sender=None, request=request)
    detail = _("Something went wrong on our side. It has been logged.")
    return Response({"code": "error", "detail": detail}, status=500)


def _to_api_exception(error: Exception) -> APIException | None:
    """Return the error as an APIException; None if it is unexpected."""
    if isinstance(error, Refused | RulesError):
        return problem_from_error(error)
    if is_deadlock(error):
        return problem_from_error(Refused("gave_way"))
    if is_database_down(error):
        return Unavailable(error)
    if isinstance(error, Http404):
        return NotFound(_("There is nothing at this address."))
    if isinstance(error, PermissionDenied):
        return Forbidden()
    if isinstance(error, SuspiciousOperation):  # too many form fields, for example
        return ParseError()
    return error if isinstance(error, APIException) else None


def _build_headers(error: APIException, body: JSONObject) -> dict[str, str]:
    """Return the headers of an error response: how to log in, when to retry."""
    headers = {}
    if scheme := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = scheme
    if wait := getattr(error, "wait", None):
        body["wait"] = max(1, math.ceil(wait))
        headers["Retry-After"] = str(body["wait"])
    return headers


def _validation_body(error: ValidationError) -> JSONObject:
    """Return the body of a validation error: all fields, with the first error as ``detail``."""
    fields: dict[str, list[dict[str, str]]] = {}
    _collect(error.detail, "", fields)
    name, errors = next(iter(fields.items()))
    detail = f"{name}: {errors[0]['detail']}" if name else errors[0]["detail"]
    return {"code": "invalid", "detail": detail, "fields": fields}


def _collect(detail: object, path: str, fields: dict[str, list[dict[str, str]]]) -> None:
    """Flatten nested errors to ``field.inner`` names; "" is the body as a whole."""
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            own = "" if name == "non_field_errors" else str(name)
            _collect(inner, ".".join(part for part in (path, own) if part), fields)
    elif isinstance(detail, list):
        for inner in detail:
            _collect(inner, path, fields)
    else:
        code = detail.code if isinstance(detail, ErrorDetail) else "invalid"
        fields.setdefault(path, []).append({"code": str(code), "detail": str(detail)})
