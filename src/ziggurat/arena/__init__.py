"""Games between bots: matches and ratings."""
