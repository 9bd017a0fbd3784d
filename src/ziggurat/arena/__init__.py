"""Games between bots: records, matches, speed."""
