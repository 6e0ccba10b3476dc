"""The acts that a referee can order: their input, their effect, their undoing."""
