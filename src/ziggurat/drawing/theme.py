"""The light and the dark theme of pictures.

The colours of materials and pieces stand in `palette.json`, which the page reads too; those of the picture around them are here. A game's own colours
are in its `pictures/look.json`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any


def read(path: Path) -> Any:
    """Read a JSON file."""
    return json.loads(path.read_text(encoding="utf-8"))


PALETTE: dict[str, Any] = read(Path(__file__).with_name("palette.json"))
CAST: str = PALETTE["cast"]
"""The colour of a shadow that a piece throws."""


def pieces(name: str) -> dict[str, Any]:
    """The colours of materials and pieces in the light or the dark theme."""
    return {**PALETTE[name], "seats": tuple(PALETTE[name]["seats"])}


@dataclass(frozen=True)
class Theme:
    """One palette: the table and its panels, the building materials, the pieces of the seats, and how strong the lamp is."""

    name: str
    ground: str
    """The table under the light."""
    ground_edge: str
    """The table far from the light."""
    panel: str
    line: str
    ink: str
    soft: str
    """Text of less weight."""
    accent: str
    """Buttons and things won."""
    on_accent: str
    """Text on `accent`."""
    focus: str
    """Outline of what can be chosen."""
    shadow: str
    shadow_strength: float
    wall: str
    door: str
    wood: str
    linen: str
    brick: str
    marble: str
    rock: str
    cube: str
    paving: str
    water: str
    leaf: str
    leaf_dark: str
    leaf_light: str
    cypress: str
    sand: str
    stone: str
    """Storeys and drums."""
    lip: str
    """The paved rim of a storey."""
    cream: str
    """Signs on a coloured ground."""
    board: str
    rim: str
    engraved: str
    """Letters cut into the board."""
    seats: tuple[str, str, str, str]
    """The pieces of up to four seats; their shapes differ too."""
    seat_lines: tuple[str, str, str, str]
    """The outline of those pieces where they lie flat."""
    ambient: float
    diffuse: float

    @property
    def is_dark(self) -> bool:
        """Whether this is the dark theme."""
        return self.name == "dark"


LIGHT = Theme(
    name="light",
    ground="#f0e8d9",
    ground_edge="#e2d6c0",
    panel="#fbf7ee",
    line="#d9ccb4",
    ink="#2b2a33",
    soft="#6d655b",
    accent="#a9691f",
    on_accent="#fffaf0",
    focus="#cf8a14",
    shadow="#1e140a",
    shadow_strength=0.26,
    engraved="#7b6140",
    seat_lines=("#857c6a", "#20262e", "#7d3524", "#274a61"),
    ambient=0.66,
    diffuse=0.42,
    **pieces("light"),
)

DARK = Theme(
    name="dark",
    ground="#1d2537",
    ground_edge="#10151f",
    panel="#232b3d",
    line="#3a4661",
    ink="#f1ead9",
    soft="#a9b1c2",
    accent="#e3ac56",
    on_accent="#221a0c",
    focus="#ffcf6b",
    shadow="#05070c",
    shadow_strength=0.42,
    engraved="#a08a6c",
    seat_lines=("#fffaf0", "#b4c0d4", "#f0a48f", "#a6d0e8"),
    ambient=0.58,
    diffuse=0.48,
    **pieces("dark"),
)

THEMES: dict[str, Theme] = {"light": LIGHT, "dark": DARK}
