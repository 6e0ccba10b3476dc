"""Forms about people."""

from __future__ import annotations

from django import forms


class SignupForm(forms.Form):
    """What a new player tells us beside address and password."""
