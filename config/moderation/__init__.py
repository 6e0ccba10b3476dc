"""What people report about names, profiles and chat, and what operators do about it."""
