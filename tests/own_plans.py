"""A deck of plans of our own, for the tests of Blueprints."""

from __future__ import annotations

OWN = [
    "X1/31/1X",
    "33/XX/XX",
    "11/11/11",
    "2X/22/XX",
    "X1/22/1X",
    "1X/2X/12",
    "X1/X2/X3",
    "22/11/XX",
    "11/11/2X",
    "3X/XX/X3",
    "13/1X/1X",
    "21/1X/2X",
    "X1/31/1X",
]
