"""Pages of organisers: who organises, who plays, in which order, and answers to invitations."""
