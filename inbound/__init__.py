"""Incoming e-mail: parsing, executing commands, replying."""
