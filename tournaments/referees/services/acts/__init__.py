"""The acts that a referee can order: how each reads its input, is applied and is undone."""
