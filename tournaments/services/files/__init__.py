"""Events for other programs: JSON, report files, calendars, the record of random draws."""
