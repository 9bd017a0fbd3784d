"""How fast this machine plays, and what it lacks."""
