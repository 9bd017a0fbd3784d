"""Pictures of positions for one page: each drawn for day and night at once, and stored in pieces that pictures share.

A picture by day and the same by night differ in colours only. Every pair of colours becomes a variable of the page's style sheet, so the
system chooses between them. Consecutive pictures share most of their groups: each group is stored once, and all of them are packed together.
"""

from __future__ import annotations

import base64
import json
import re
import zlib

from ziggurat.game import Game

VALUE = re.compile(r'="([^"]*)"')
NAME = "zPICTURE"
"""Stands for the name of a picture, which every id in it begins with; the page puts the name of the place where it is shown."""
PAINT = frozenset(("fill", "stroke", "stop-color", "opacity", "fill-opacity", "stroke-opacity", "stop-opacity", "flood-color"))
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')


class Album:
    """The pictures of one page."""

    def __init__(self) -> None:
        self.colors: dict[tuple[str, str], str] = {}
        self.parts: dict[str, int] = {}
        self.pictures: dict[str, list[int]] = {}

    def add(self, name: str, game: Game, seat: int | None, look: str, language: str) -> None:
        """Draw a position as a seat sees it and store the picture under a name."""
        day, night = (game.svg(seat, theme=theme, look=look, language=language) for theme in ("light", "dark"))
        merged = self.merge(plain(day), plain(night))
        self.pictures[name] = [self.parts.setdefault(part, len(self.parts)) for part in re.split(r"(?=<g[ >])", merged)]

    def merge(self, day: str, night: str) -> str:
        """Merge two pictures into one for day and night; the one by day stands alone where they differ in more than paint."""
        if VALUE.sub("", day) != VALUE.sub("", night):
            return day
        values = iter(ATTRIBUTE.findall(night))

        def both(match: re.Match[str]) -> str:
            attribute, light = match.groups()
            dark = next(values)[1]
            if light == dark or attribute not in PAINT:
                return match[0]
            return f'{attribute}="var(--{self.colors.setdefault((light, dark), f"k{len(self.colors)}")})"'

        return ATTRIBUTE.sub(both, day)

    def style(self) -> str:
        """The colours by day and by night, as variables."""
        day, night = ("".join(f"--{name}:{pair[which]};" for pair, name in self.colors.items()) for which in (0, 1))
        return f":root{{{day}}}@media (prefers-color-scheme:dark){{:root{{{night}}}}}"

    def packed(self) -> str:
        """Everything as text for the page: JSON, compressed, in base64."""
        stored = json.dumps({"parts": list(self.parts), "pictures": self.pictures}, ensure_ascii=False, separators=(",", ":"))
        return base64.b64encode(zlib.compress(stored.encode(), 9)).decode()


def plain(picture: str) -> str:
    """Strip a picture for use inside a page: as large as its place, nothing to click, ids that begin with NAME."""
    own_id = re.search(r'<svg[^>]* id="([^"]*)"', picture)
    if own_id:
        picture = picture.replace(own_id[1], NAME)
    picture = re.sub(r"<style>.*?</style>", "", picture, flags=re.DOTALL)
    picture = re.sub(r'(<svg[^>]*?) width="\d+" height="\d+"', r"\1", picture, count=1)
    return picture.replace(' xmlns="http://www.w3.org/2000/svg"', "").replace('role="button"', 'role="img"').strip()
