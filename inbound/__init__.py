"""E-mails that people send back: reading them, doing what they say, and answering."""
