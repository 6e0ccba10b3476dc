"""The processes of the site: supervisor, servers, ports, and what they share."""
