"""Template tags about e-mails that came in."""
