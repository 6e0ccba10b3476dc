from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

PLAIN = "text/plain; charset=utf-8"


def file_response(
    content: str | bytes, name: str, content_type: str = PLAIN, *, shown: bool = False
) -> HttpResponse:
    """Return a file as a download, or ``shown`` in the browser."""
    answer = HttpResponse(content, content_type=content_type)
    answer["Content-Disposition"] = f'{"inline" if shown else "attachment"}; filename="{name}"'
    return answer


def script_response(name: str) -> HttpResponse:
    """Return one of the scripts in docs/ for verifying without this site."""
    text = (Path(settings.BASE_DIR) / "docs" / name).read_text(encoding="utf-8")
    return file_response(text, name, "text/x-python; charset=utf-8")


def etag_response(request: HttpRequest, content: bytes, content_type: str) -> HttpResponse:
    """Return bytes with their digest as ETag; 304 if the client has them."""
    answer = HttpResponse(content, content_type=content_type)
    answer["ETag"] = f'"{blake2b(content, digest_size=12).hexdigest()}"'
    return get_conditional_response(request, answer["ETag"], response=answer) or answer
