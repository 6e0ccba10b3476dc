"""Encryption of stored secrets, with keys derived from SECRET_KEY."""

from __future__ import annotations

import base64

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings


class DecryptionError(ValueError):
    """The text was encrypted with another key, or has been changed."""


def encrypt(text: str, *, purpose: str) -> str:
    """Return the text encrypted and authenticated, for one purpose only."""
    return _fernet(purpose).encrypt(text.encode()).decode()


def decrypt(encrypted: str, *, purpose: str) -> str:
    """Return the decrypted text; raise Unreadable if no key fits."""
    try:
        return _fernet(purpose).decrypt(encrypted.encode()).decode()
    except InvalidToken as error:
        raise DecryptionError(purpose) from error


def _fernet(purpose: str) -> MultiFernet:
    """Return the cipher: SECRET_KEY encrypts, the keys of SECRET_KEY_FALLBACKS still decrypt."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([Fernet(_derive_key(key, purpose)) for key in keys])


def _derive_key(key: str, purpose: str) -> bytes:
    kdf = HKDF(algorithm=SHA256(), length=32, salt=None, info=f"ampelpost.{purpose}".encode())
    return base64.urlsafe_b64encode(kdf.derive(key.encode()))
