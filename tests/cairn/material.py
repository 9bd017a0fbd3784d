"""What is in the box (§1)."""

from __future__ import annotations

VALUES = 6  # a stone shows 1 to 6 ...
COPIES = 4  # ... and there are so many of each
STONES = VALUES * COPIES
DISPLAY = 2  # open stones
SEATS = (2, 3)
HIGHEST = (STONES - DISPLAY) // min(SEATS)  # one stone for each turn of a seat (§4)
