"""Which static files are collected, and how they are compressed."""

from __future__ import annotations

from typing import Any

import brotli
import rcssmin
import rjsmin
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.core.files.base import ContentFile, File
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

LARGE_FILE_BYTES = 60_000  # bytes, more than htmx; compressing these fully is slow and saves little
LARGE_FILE_QUALITY = 9


class UsedFilesConfig(StaticFilesConfig):
    """Skips library files that no page uses: the second schema viewer, ReDoc."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "redoc"]


def minify(name: str, content: bytes) -> bytes:
    """Return a style sheet or script minified, any other file unchanged."""
    if name.endswith(".css"):
        return bytes(rcssmin.cssmin(content))
    if name.endswith(".js") and ".min." not in name:
        return bytes(rjsmin.jsmin(content))
    return content


class QuickCompressor(Compressor):  # type: ignore[misc]
    """Compresses large files a little less, and source maps not at all."""

    SKIP_COMPRESS_EXTENSIONS = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        quality = LARGE_FILE_QUALITY if len(data) > LARGE_FILE_BYTES else 11
        return bytes(brotli.compress(data, quality=quality))


class QuicklyCompressedStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Hashed, minified and compressed files, without a minute's work at the first start."""

    def _save(self, name: str, content: File[bytes]) -> str:
        if name.endswith((".css", ".js")):
            content.seek(0)  # it was read for its hash
            content = ContentFile(minify(name, content.read()))
        return str(super()._save(name, content))

    def create_compressor(self, **kwargs: Any) -> Compressor:
        return QuickCompressor(**{**kwargs, "extensions": QuickCompressor.SKIP_COMPRESS_EXTENSIONS})
