"""What the forms of organisers are made of: dates, fields, readings, drafts."""
