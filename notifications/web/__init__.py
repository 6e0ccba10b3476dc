"""Pages about e-mails."""
