"""Pages of tournaments; thin views over the services."""
