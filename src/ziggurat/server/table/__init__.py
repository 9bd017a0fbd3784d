"""What happens at a table: its events, what they lead to, and what may happen next."""
