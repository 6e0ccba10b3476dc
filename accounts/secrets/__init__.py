"""What must not be guessed or read: passwords, sealed secrets."""
