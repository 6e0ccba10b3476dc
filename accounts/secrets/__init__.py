"""What must not be guessed or read: passwords, encrypted secrets."""
