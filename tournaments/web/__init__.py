"""Pages of events; thin doors to the services."""
