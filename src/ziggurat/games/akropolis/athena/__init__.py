"""The Athena expansion (§10): what differs from the game in the folder above. `GAME` of that folder names it."""
