"""The table: rooms, clocks, store, bus, sockets and the bot API. `rooms` holds the only logic; everything else carries messages."""
