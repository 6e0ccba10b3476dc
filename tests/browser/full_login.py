"""Somebody with every second factor, and the addresses of the pages about logins."""

from __future__ import annotations

import time
from typing import Any

from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.account.internal.flows.login import (
    _AUTHENTICATION_METHODS_USER_SESSION_KEY as WHOSE_METHODS,
)
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import (
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

FACTORS = "/account/second-factor"
FIRST = f"{FACTORS}/totp/activate/"  # leads on whoever has a code generator already


def fill_factors(player: Any) -> tuple[str, ...]:
    """Give a login a code generator, a passkey and recovery codes; return the pages about them."""
    TOTP.activate(player.user, generate_totp_secret())
    RecoveryCodes.activate(player.user)
    passkey = Authenticator.objects.create(
        user=player.user,
        type=Authenticator.Type.WEBAUTHN,
        data={"name": "My laptop", "credential": registered()},
    )
    return (
        *(f"{FACTORS}/", f"{FACTORS}/totp/deactivate/", f"{FACTORS}/recovery-codes/"),
        *(f"{FACTORS}/recovery-codes/generate/", f"{FACTORS}/webauthn/"),
        *(f"{FACTORS}/webauthn/add/", f"{FACTORS}/webauthn/keys/{passkey.pk}/edit/"),
        *(f"{FACTORS}/webauthn/keys/{passkey.pk}/remove/", f"{FACTORS}/reauthenticate/"),
        f"{FACTORS}/webauthn/reauthenticate/",
    )


def registered() -> dict[str, Any]:
    """Return what a browser sends when a passkey is added, as allauth keeps it."""
    key = ES256.from_cryptography_key(ec.generate_private_key(ec.SECP256R1()).public_key())
    credential = AttestedCredentialData.create(b"\0" * 16, b"passkey", key)
    flags = AuthenticatorData.FLAG.AT | AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV
    stated = AuthenticatorData.create(b"\0" * 32, flags, 1, credential)
    challenge, origin = b"challenge", "https://example.org"
    made = CollectedClientData.create(CollectedClientData.TYPE.CREATE, challenge, origin)
    return {
        "id": websafe_encode(b"passkey"),
        "rawId": websafe_encode(b"passkey"),
        "type": "public-key",
        "clientExtensionResults": {"credProps": {"rk": True}},
        "response": {
            "clientDataJSON": websafe_encode(made),
            "attestationObject": websafe_encode(AttestationObject.create("none", stated, {})),
        },
    }


def prove(client: Any, player: Any) -> None:
    """Let a session have shown the password and every factor just now."""
    found = Authenticator.objects.filter(user=player.user)
    lately = {"at": time.time(), "reauthenticated": True}
    session = client.session
    session[AUTHENTICATION_METHODS_SESSION_KEY] = [
        {"method": "password", **lately},
        *({"method": "mfa", "type": each.type, "id": each.pk, **lately} for each in found),
    ]
    session[WHOSE_METHODS] = str(player.user.pk)
    session.save()
