"""Pages and addresses for e-mails that come in."""
