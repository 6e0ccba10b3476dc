"""Limits for parsing; a message that exceeds one is truncated and marked doubtful."""

from typing import Final

MAX_BYTES: Final = 256 * 1024
"""A message above this size is not read; its headers are."""

MAX_HEADERS: Final = 2000
MAX_HEADER_LENGTH: Final = 8000  # characters of one header, unfolded
MAX_CONTENT_HEADER_LENGTH: Final = 1000  # characters of a Content-* header
MAX_LINES: Final = 24_000  # of the raw message
MAX_PARTS: Final = 60
MAX_DEPTH: Final = 20  # of nested parts
MAX_ELEMENTS: Final = 20_000  # of HTML
MAX_TYPED_LINES: Final = 400  # lines
MAX_TYPED_TEXT: Final = 20_000  # characters
