"""Parser for untrusted JSON: limited size and depth, finite numbers, storable text."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser

from games.rules.base import JSON

MAX_BODY_BYTES = 64 * 1024
MAX_DEPTH = 12


class BodyTooLarge(APIException):
    """The body is too large."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"


class LimitedJSONParser(JSONParser):
    """JSON of at most 64 kB and 12 levels; rejects values that JSON output could not repeat."""

    def parse(
        self,
        stream: Any,
        media_type: str | None = None,
        parser_context: Mapping[str, object] | None = None,
    ) -> JSON:
        raw = stream.read(MAX_BODY_BYTES + 1)
        if len(raw) > MAX_BODY_BYTES:
            words = _("The body is too large. The limit is %(limit)s bytes.")
            raise BodyTooLarge(words % {"limit": MAX_BODY_BYTES})
        try:
            found = json.loads(raw.decode("utf-8"), parse_constant=_reject_constant)
            _check(found, MAX_DEPTH)
        except UnicodeDecodeError as error:
            raise ParseError(_("The body is not UTF-8.")) from error
        except RecursionError as error:
            raise ParseError(_("The body is nested too deeply.")) from error
        except ValueError as error:
            words = _("The body is not JSON: %(error)s.")
            raise ParseError(words % {"error": error}) from error
        return found


def _reject_constant(name: str) -> JSON:
    """Reject NaN and infinities, which are not JSON."""
    raise ValueError(name)


def _check(value: JSON, levels: int) -> None:
    """Raise ValueError or RecursionError for values that a response could not repeat."""
    if levels < 0:
        raise RecursionError
    if isinstance(value, dict):
        for name, item in value.items():
            _reject_lone_surrogates(name)
            _check(item, levels - 1)
    elif isinstance(value, list):
        for item in value:
            _check(item, levels - 1)
    elif isinstance(value, str):
        _reject_lone_surrogates(value)
    elif isinstance(value, float) and not math.isfinite(value):
        raise ValueError("number out of range")


def _reject_lone_surrogates(text: str) -> None:
    if any("\ud800" <= sign <= "\udfff" for sign in text):
        raise ValueError("lone surrogate")
