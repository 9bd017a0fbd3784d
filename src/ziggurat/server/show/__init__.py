"""What a client is shown of a table: views, messages, previews, hints, history."""
