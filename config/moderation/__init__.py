"""Reports about names, profiles and chat, and the operators' decisions."""
