"""Settings, URLs, the supervisor and the commands for the whole site."""
