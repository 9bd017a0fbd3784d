"""What this machine can do: how fast it plays, what it lacks, and how to compile everything ahead."""
