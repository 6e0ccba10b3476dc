"""The API: read and play matches under /api/v1/, through the same services as the pages."""
