"""What a referee can order about an event as a whole; the registry of acts below offers them."""
