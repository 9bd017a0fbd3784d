"""Pictures as SVG text, shared by the games: a camera with solids, little buildings, flat things, two themes."""
