"""Building blocks of the organisers' forms: dates, fields, parsing, drafts."""
