"""Building blocks of the organisers' forms: dates, fields, readings, drafts."""
