"""The pictures of the rule page (`guide.*.md`): one small position in each. The tests hold their numbers to the rules."""

from __future__ import annotations

from ziggurat.drawing.guide_picture import Draw, Drawn
from ziggurat.drawing.isometric import num
from ziggurat.drawing.shapes import box, disc, text_width, write
from ziggurat.drawing.theme import THEMES
from ziggurat.games.blueprints.material import CARD_NAMES, CARD_POINTS, MATERIAL_LETTERS, Die
from ziggurat.games.blueprints.pictures.dice import camera, dice_defs, token
from ziggurat.games.blueprints.pictures.layout import CARD, COLUMN_WIDTH, COLUMN_X, TOP, Picture, Site
from ziggurat.games.blueprints.pictures.panels import building_panel
from ziggurat.games.blueprints.pictures.table import DIE, solid_building, solid_die, solid_pool
from ziggurat.games.blueprints.types import Points, View
from ziggurat.text import words

Rows = list[list[str]]

PLAN = ["X1", "31", "1X"]
PLAN_ID = 14
NOTHING: Rows = [["", ""], ["", ""], ["", ""]]
BUILDING: Rows = [["", "W3"], ["R5 G5 S6", "W4"], ["R1", ""]]
"""The building of the examples: it follows its plan and holds all four materials."""
POINTS = {"bonus": 6, "wood": 6, "recycled": 5, "stone": 5, "glass": 5, "total": 27}
WOOD_DICE = [2, 4]
"""The points of each wood die."""
WOOD_PLAN, WOOD_PLAN_ID = ["X2", "12", "1X"], 10
WOOD: Rows = [["", "G2 S4"], ["S3", "W2 R4"], ["R5", ""]]
"""A wood die that touches three others."""
POOL: list[Die] = ["W1", "R2", "G3", "S3", "R4", "W5", "G6", "S6"]
DEMAND = "SW"
RIGHT, WRONG = ["R2", "G2", "S5"], ["W4", "R1"]
"""Dice from bottom to top: each equal to or higher than the one below; and one that is not."""


def picture_of(theme: str, language: str, name: str, pool: list[Die] | None = None) -> Picture:
    """A view that holds nothing but this."""
    view = View(
        options={"plans": "reconstructed"},
        seat=None,
        ply=0,
        to_move=None,
        over=True,
        legal=[],
        log=[],
        movers=[],
        phase="build",
        round=1,
        start=0,
        demand=[],
        pool=pool or [],
        bag_left=22,
        removed=[],
        plan=None,
        building=None,
        seats=[],
        rounds=[],
        final=[],
    )
    return Picture(view, THEMES[theme], words("blueprints", language), name, frozenset())


def building_picture(plan: list[str], number: int, building: Rows) -> Draw:
    """A plan with its building."""

    def draw(theme: str, language: str, name: str) -> Drawn:
        picture = picture_of(theme, language, name)
        site = Site(number, plan, building)
        dice = [die for stack in site.stacks for die in stack]
        highest = max(map(len, site.stacks))
        rise = 150 if not highest else 62 + 84 * highest
        scene = {"plan_id": number, "plan": plan, "building": building}
        return Drawn(solid_building(picture, site, choices=False), -290, -rise, 580, rise + 172, dice_defs(picture, dice), scene)

    return draw


def draw_dice(theme: str, language: str, name: str) -> Drawn:
    """A die of each material with its name."""
    picture = picture_of(theme, language, name)
    out, dice, step = "", [f"{letter}{value}" for letter, value in zip(MATERIAL_LETTERS, (3, 5, 6, 4), strict=True)], 170.0
    for number, die in enumerate(dice):
        out += f'<use href="#{name}-{die}" x="{num(number * step)}" y="0" data-tip="about.material.{die[0]}"/>'
        text = picture.w(f"material.{die[0]}")
        out += write(number * step, 74, text[:1].upper() + text[1:], picture.theme.ink, 21, anchor="middle")
    return Drawn(out, -88, -136, 3 * step + 176, 222, dice_defs(picture, dice), {"dice": dice})


def draw_stacking(theme: str, language: str, name: str) -> Drawn:
    """A stack as it may stand, and one that may not."""
    picture, out = picture_of(theme, language, name), ""
    good, bad = ("#8fd19b", "#ff9d8f") if theme == "dark" else ("#2f6b3a", "#a3342b")
    signs = ((0.0, RIGHT, "M-10 0L-3 8 10-9", good), (250.0, WRONG, "M-9-9L9 9M9-9L-9 9", bad))
    for x, dice, path, colour in signs:
        for level, die in enumerate(dice):
            drawn = solid_die(picture, die, 0, 0, level * DIE)
            out += f'<g transform="translate({num(x)} 0)">{drawn}</g>'
            _, y = camera(theme).at(0, 0, level * DIE)
            out += write(x + 86, y - 40, die[1], picture.theme.ink, 24, weight=700)
        line = f'fill="none" stroke="{colour}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"'
        out += f'<path d="{path}" transform="translate({num(x)} 80)" {line}/>'
    return Drawn(out, -90, -300, 250 + 216, 404, dice_defs(picture, [*RIGHT, *WRONG]), {"right": RIGHT, "wrong": WRONG})


def draw_pool(theme: str, language: str, name: str) -> Drawn:
    """The pool of a game for two."""
    picture = picture_of(theme, language, name, POOL)
    return Drawn(solid_pool(picture), 36, 492, 390, 296, dice_defs(picture, POOL), {"pool": POOL})


def draw_points(theme: str, language: str, name: str) -> Drawn:
    """What the building of the examples scores, line by line."""
    picture = picture_of(theme, language, name)
    drawn = building_panel(picture, Points(**POINTS), WOOD_DICE, Site(PLAN_ID, PLAN, BUILDING).stacks, TOP)
    return Drawn(drawn, COLUMN_X - 4, TOP - 4, COLUMN_WIDTH + 8, 204, scene={"points": POINTS})


def draw_cards(theme: str, language: str, name: str) -> Drawn:
    """The awards and the prizes with their points."""
    picture, out = picture_of(theme, language, name), ""
    for number, card in enumerate(CARD_NAMES):
        award, points = card in CARD, str(int(CARD_POINTS[number]))
        x, y = (0.0, number * 52.0) if award else (200.0, (number - 3) * 39.0)
        text = picture.w(f"short.{card}" if award else f"score.{card}")
        if award:
            body = disc(x + 20, y + 20, 20, CARD[card], stroke="#fffaf0", stroke_opacity=0.6, stroke_width=2)
            body += write(x + 20, y + 27, points, "#241d14", 20, weight=700, anchor="middle")
            body += write(x + 52, y + 26, text[:1].upper() + text[1:], picture.theme.ink, 17)
        else:
            width = text_width(text, 15) + 24
            body = box(x, y + 2, width, 29, 14.5, picture.theme.accent)
            body += write(x + width / 2, y + 22, text, picture.theme.on_accent, 15, weight=600, anchor="middle")
            body += write(x + width + 14, y + 23, points, picture.theme.ink, 17, weight=700)
        out += picture.piece(body, picture.w(f"card.{card}"), tip=f"about.card.{card}")
    return Drawn(out, -10, -10, 440, 170, scene={"cards": CARD_NAMES})


def draw_demand(theme: str, language: str, name: str) -> Drawn:
    """Two materials in demand, the first one first."""
    picture, out = picture_of(theme, language, name), ""
    for number, letter in enumerate(DEMAND):
        out += token(picture, number * 170, 0, 52, letter) + write(
            number * 170 + 66, 33, f"{number + 1}. {picture.w(f'material.{letter}')}", picture.theme.ink, 19
        )
    return Drawn(out, -10, -10, 330, 72, scene={"demand": list(DEMAND)})


PICTURES: dict[str, Draw] = {
    "dice": draw_dice,
    "plan": building_picture(PLAN, PLAN_ID, NOTHING),
    "pool": draw_pool,
    "stacking": draw_stacking,
    "building": building_picture(PLAN, PLAN_ID, BUILDING),
    "points": draw_points,
    "wood": building_picture(WOOD_PLAN, WOOD_PLAN_ID, WOOD),
    "demand": draw_demand,
    "cards": draw_cards,
}
