"""What e-mails of all packages say when they are sent."""
