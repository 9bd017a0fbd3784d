"""One folder for each game; `ziggurat.registry` finds them by itself."""
