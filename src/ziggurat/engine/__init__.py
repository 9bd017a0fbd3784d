"""The analysis engine: questions as JSON lines in, answers as JSON lines out, in the manner of KataGo's (`docs/reference/engine.md`)."""
