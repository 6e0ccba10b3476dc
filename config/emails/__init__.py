"""Common parts of the e-mails of all packages at sending time."""
