"""The review of a game for people: as text, and as a page of its own."""
