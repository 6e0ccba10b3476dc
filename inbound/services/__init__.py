"""Processes incoming messages: carries out all commands or none, and replies."""
