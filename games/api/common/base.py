"""The base of all API views: reader, language, strict bodies, one error shape."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar, TypeVar

from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.naming import has_controls
from games import queries
from games.api.common.permissions import require_scope
from games.rules.base import JSON, JSONObject
from games.services.errors import Refused

Body = TypeVar("Body", bound="StrictSerializer")
MAX_OFFSET = 1_000_000


class StrictSerializer(serializers.Serializer[Any]):
    """A body whose unknown fields are named back instead of being overlooked."""

    def to_internal_value(self, data: JSON) -> JSON:
        """Reject unknown fields."""
        if isinstance(data, dict):
            known = ", ".join(self.fields) or "–"
            words = _("There is no such field. Known fields: %(known)s.") % {"known": known}
            unknown = {
                str(name): [serializers.ErrorDetail(words, "unknown_field")]
                for name in data
                if name not in self.fields
            }
            if unknown:
                raise serializers.ValidationError(unknown)
        return super().to_internal_value(data)

    def get_fields(self) -> dict[str, serializers.Field[object, object, object, object]]:
        """Reject control characters in text fields, unless these keep whitespace."""
        fields = super().get_fields()
        for field in fields.values():
            text = getattr(field, "child", field)
            if type(text) is serializers.CharField and text.trim_whitespace:
                text.validators = [*text.validators, _reject_controls]
        return fields


def _reject_controls(text: str) -> None:
    if has_controls(text, lines=True):
        words = _("Remove the control characters.")
        raise serializers.ValidationError(words, "control_characters")


class InstantField(serializers.DateTimeField):
    """A day and time; without an offset in the caller's zone, where UTC may not have its year."""

    def enforce_timezone(self, value: datetime) -> datetime:
        """Reject dates that are out of range after conversion."""
        try:
            return super().enforce_timezone(value)
        except OverflowError:
            self.fail("overflow")


class NoBodySerializer(StrictSerializer):
    """An action without a body."""


class PageSerializer(StrictSerializer):
    """A page of a list: ``offset`` and ``limit``."""

    offset = serializers.IntegerField(min_value=0, max_value=MAX_OFFSET, default=0)
    limit = serializers.IntegerField(min_value=1, max_value=100, default=50)


class ApiView(APIView):
    """An API view; ``writing_needs`` is the scope an API key needs for anything but reading."""

    writing_needs: ClassVar[str] = "play"

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        require_scope(request, self)

    @property
    def reader(self) -> Any:
        """The player (person or guest) who sent the request, or None."""
        return getattr(self.request._request, "reader", None)  # noqa: SLF001 (DRF offers no other way)

    @property
    def now(self) -> datetime:
        return timezone.now()

    def body(self, shape: type[Body]) -> JSONObject:
        """Return the validated body, or raise 400 listing invalid fields."""
        return _validate(shape, self.request.data)

    def read_query(self, shape: type[Body]) -> JSONObject:
        """Return the validated query string, or raise 400 listing invalid fields."""
        return _validate(shape, self.request.query_params.dict())

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Set the language and caching headers: responses are private to the caller."""
        response = super().finalize_response(request, response, *args, **kwargs)
        response["Content-Language"] = get_language() or "en"
        response.headers.setdefault("Cache-Control", "private, no-store")
        patch_vary_headers(response, ["Accept-Language", "Authorization", "Cookie"])
        return response

    def handle_exception(self, exc: Exception) -> Response:
        """Hide private matches: for those who may not see one, it does not exist."""
        if isinstance(exc, Refused) and exc.code == "not_your_match":
            pk = self.kwargs.get("pk")
            if pk is not None and queries.match_for(self.reader, pk) is None:
                exc = Refused("no_such_match")
        return super().handle_exception(exc)


def _validate(shape: type[Body], data: JSON) -> JSONObject:
    serializer = shape(data=data)
    serializer.is_valid(raise_exception=True)
    found: JSONObject = dict(serializer.validated_data)
    return found


class NotFoundView(ApiView):
    """Answers 404 in the shape of all errors for every URL that does not exist."""

    permission_classes = ()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise NotFound(_("There is nothing at this address. Addresses end with a slash."))
