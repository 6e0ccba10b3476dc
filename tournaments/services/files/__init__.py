"""Files: JSON, report files, calendars, the record of random draws."""
