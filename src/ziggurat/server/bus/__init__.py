"""How those who watch a table hear that it changed."""
