"""Two palettes: limestone by day, lapis by night. Every colour of the table that is not a game's own is here."""

from __future__ import annotations

from dataclasses import dataclass


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
    """Quiet text."""
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
        """Night?"""
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
    wall="#fbf3e2",
    door="#5a4a48",
    wood="#9a6b40",
    linen="#fff8e8",
    brick="#e0a088",
    marble="#faf5ea",
    rock="#a3a8ad",
    cube="#fffaf0",
    paving="#e9dfcb",
    water="#6db4d6",
    leaf="#63ae5e",
    leaf_dark="#3f8148",
    leaf_light="#95d084",
    cypress="#3f8a55",
    sand="#eed9b3",
    board="#c9ad86",
    rim="#a98c66",
    engraved="#7b6140",
    seats=("#f6f1e4", "#3a4350", "#b5533c", "#3f6f8f"),
    seat_lines=("#857c6a", "#20262e", "#7d3524", "#274a61"),
    ambient=0.66,
    diffuse=0.42,
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
    wall="#e6dccb",
    door="#ffd27a",
    wood="#7a5536",
    linen="#efe6d2",
    brick="#c98d78",
    marble="#e3ddd0",
    rock="#7d8494",
    cube="#e9e4d6",
    paving="#c9bfae",
    water="#4a8fb5",
    leaf="#4f9a56",
    leaf_dark="#2f6b41",
    leaf_light="#78bd72",
    cypress="#2f7248",
    sand="#d8c19a",
    board="#4d4037",
    rim="#3a2f28",
    engraved="#a08a6c",
    seats=("#f4efe2", "#6f7d93", "#d0745c", "#6aa3c4"),
    seat_lines=("#fffaf0", "#b4c0d4", "#f0a48f", "#a6d0e8"),
    ambient=0.58,
    diffuse=0.48,
)

THEMES: dict[str, Theme] = {"light": LIGHT, "dark": DARK}
