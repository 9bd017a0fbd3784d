"""The table of the picture: the pool, plans with their buildings, screens, the materials in demand; as solids or from above."""

from __future__ import annotations

from functools import lru_cache

from ziggurat.drawing.isometric import Point, Point3, clip, grow, num, rect, shade, up
from ziggurat.drawing.shapes import box, choice_box, group, text_width, write
from ziggurat.drawing.theme import THEMES
from ziggurat.games.blueprints.material import COLUMNS, ROWS, SPACE_NAMES, SPACES
from ziggurat.games.blueprints.pictures.dice import SCALE, camera, token
from ziggurat.games.blueprints.pictures.layout import COLUMN_X, HEIGHT, LOOK, MARGIN, PAPER, SHADOW, Picture, Site, site_of
from ziggurat.games.blueprints.types import SeatView

CELL, DIE = float(LOOK["step"]), float(LOOK["die"])  # the step between spaces and the edge of a die, in units of the camera
PLAN_W, PLAN_D, PAPER_THICK = COLUMNS * CELL + 0.9, ROWS * CELL + 1.0, 0.07
LARGEST = 1.04  # of SCALE
BOTTOM = HEIGHT - 52.0
MIDDLE_X = 680.0
TRAY_AT, TRAY_SCALE, TRAY = (228.0, 672.0), 0.6, 4.2
ORDER = sorted(range(SPACES), key=lambda space: (space // COLUMNS) + (space % COLUMNS))  # far to near for a camera turned by 45 degrees


def spot(space: int) -> Point:
    """The middle of a space on the plan."""
    return (space % COLUMNS - (COLUMNS - 1) / 2) * CELL, (space // COLUMNS - (ROWS - 1) / 2) * CELL


def put(content: str, at: Point, scale: float = 1.0) -> str:
    """A drawing about the origin, put at a point."""
    return f'<g transform="translate({num(at[0])} {num(at[1])}) scale({scale:.4g})">{content}</g>'


def solid_die(picture: Picture, die: str, x: float, y: float, z: float, size: float = DIE) -> str:
    """A die standing at a point of the plan."""
    at = camera(picture.theme.name).at(x, y, z)
    return f'<use href="#{picture.name}-{die}" transform="translate({num(at[0])} {num(at[1])}) scale({size:g})" data-tip="about.material.{die[0]}"/>'


def on_paper(picture: Picture, x: float, y: float, text: str, size: float, opacity: float, spacing: float | None = None) -> str:
    """Letters that lie on the plan."""
    letters = write(0, size * 0.35, text, picture.paper["line"], size, anchor="middle", title=True, spacing=spacing)
    return f'<g transform="{camera(picture.theme.name).plane(x, y, 0)}" opacity="{opacity:g}">{letters}</g>'


# ---- a plan and its building ---------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _paper(theme: str) -> str:
    """An empty blueprint about the origin: the sheet, its squared lines, its frame; `@` is the picture's name."""
    t, paper, cam, blank = THEMES[theme], PAPER[theme], camera(theme), rect(PLAN_W, PLAN_D)
    out = f'<g opacity="{0.55 if t.is_dark else 0.3}" filter="url(#@-soft)">{cam.flat(up(cam.cast(grow(blank, 1.015), 0.22), -0.09), t.shadow)}</g>'
    out += cam.prism(blank, -PAPER_THICK, 0, paper["rim"], paper["top"])
    step, w, d = 0.16, PLAN_W / 2, PLAN_D / 2
    lines: list[tuple[int, list[Point3]]] = [(i, [(-w + i * step, -d, 0), (-w + i * step, d, 0)]) for i in range(1, int(2 * w / step) + 1)]
    lines += [(i, [(-w, -d + i * step, 0), (w, -d + i * step, 0)]) for i in range(1, int(2 * d / step) + 1)]
    for i, ends in lines:
        out += f'<polyline points="{cam.points(ends)}" stroke="{paper["line"]}" stroke-opacity="{0.16 if i % 5 == 0 else 0.07}" fill="none"/>'
    return out + cam.flat(up(grow(blank, 0.95), 0), "none", f'stroke="{paper["line"]}" stroke-opacity=".55" stroke-width="1.4"')


def _hatching(x: float, y: float) -> list[list[Point3]]:
    """Slanting lines over a space."""
    h, lines = CELL * 0.47, []
    for k in range(-6, 7):
        s = k * 2 * h / 7
        a, b = (max(-h, s - h), min(h, s + h)), (min(h, s + h), max(-h, s - h))
        lines.append([(x + a[0], y + a[1], 0.0), (x + b[0], y + b[1], 0.0)])
    return lines


def _space(picture: Picture, space: int, mark: str, dice: int) -> str:
    """A space of the plan: its frame with the planned height, or hatched."""
    paper, cam, (x, y) = picture.paper, camera(picture.theme.name), spot(space)
    frame = up(rect(CELL * 0.94, CELL * 0.94, 0, x, y), 0)
    line = f'stroke="{paper["line"]}"'
    if mark == "X":
        out = "".join(f'<polyline points="{cam.points(ends)}" {line} stroke-opacity=".4" stroke-width="1.4"/>' for ends in _hatching(x, y))
        whole = cam.flat(frame, paper["top"], f'fill-opacity="0" {line} stroke-opacity=".4" stroke-width="1.4" stroke-dasharray="4 5"')
        return group(out + whole, data_tip="about.hatched")
    out = cam.flat(frame, paper["line"], f'fill-opacity=".07" {line} stroke-opacity=".9" stroke-width="1.6"')
    return out + ("" if dice else on_paper(picture, x, y, mark, 52, 0.95))


def _shadows(picture: Picture, stacks: list[list[str]], lower: int, level: int, window: list[Point]) -> str:
    """The shadows of all stacks higher than `level` on one level, clipped to a window; the stack `lower` casts none."""
    cam, out = camera(picture.theme.name), ""
    for space, stack in enumerate(stacks):
        if space != lower and len(stack) > level:
            cast = clip(cam.cast(rect(DIE, DIE, 0, *spot(space)), (len(stack) - level) * DIE), window)
            out += cam.flat(up(cast, level * DIE), SHADOW) if cast else ""
    return f'<g opacity="{0.34 if level == 0 else 0.3}">{out}</g>' if out else ""


def _space_label(picture: Picture, space: int, mark: str, stack: list[str]) -> str:
    """A space in words."""
    if mark == "X":
        return picture.w("draw.space.hatched", space=SPACE_NAMES[space])
    dice = ", ".join(map(picture.die, stack)) or "–"
    return picture.w("draw.space", space=SPACE_NAMES[space], plan=mark, n=len(stack), dice=dice)


def solid_building(picture: Picture, site: Site, *, choices: bool) -> str:
    """A plan with its building about the origin."""
    marks, stacks, theme = "".join(site.plan), site.stacks, picture.theme.name
    out = _paper(theme).replace("@", picture.name)
    note = f"{picture.w('draw.plan', id=site.plan_id)} · {picture.plan_note()}"
    out += on_paper(picture, 0, PLAN_D / 2 - 0.2, note.upper(), 14, 0.85, 1.5)
    out += "".join(_space(picture, space, marks[space], len(stacks[space])) for space in range(SPACES))
    for space, name in enumerate(SPACE_NAMES):
        x, y = spot(space)
        if space % COLUMNS == 0:
            out += on_paper(picture, x - CELL * 0.62, y, name[1], 15, 0.7)
        if space // COLUMNS == ROWS - 1:
            out += on_paper(picture, x, y + CELL * 0.58, name[0], 15, 0.7)
    out += _shadows(picture, stacks, -1, 0, rect(PLAN_W, PLAN_D))
    for space in ORDER:
        x, y = spot(space)
        dice = "".join(solid_die(picture, die, x, y, level * DIE) for level, die in enumerate(stacks[space]))
        if stacks[space]:
            dice += _shadows(picture, stacks, space, len(stacks[space]), rect(DIE * 0.96, DIE * 0.96, 0, x, y))
        out += picture.piece(dice, _space_label(picture, space, marks[space], stacks[space]))
    if choices:
        out += "".join(_solid_choice(picture, space, len(stacks[space]) * DIE) for space in range(SPACES) if SPACE_NAMES[space] in picture.pieces)
    return out + "".join(_height(picture, space, marks[space], len(stacks[space])) for space in ORDER if stacks[space])


def _height(picture: Picture, space: int, mark: str, dice: int) -> str:
    """How many dice a stack has, of how many planned: at the left corner of its top."""
    x, y = spot(space)
    px, py = camera(picture.theme.name).at(x - DIE / 2, y + DIE / 2, dice * DIE)
    text, theme = f"{dice}/{mark}", picture.theme
    pill = box(px - 4, py - 22, 36, 20, 10, theme.accent if str(dice) == mark else theme.panel, theme.line)
    return pill + write(px + 14, py - 7.5, text, theme.on_accent if str(dice) == mark else theme.ink, 13, weight=700, anchor="middle")


def _solid_choice(picture: Picture, space: int, z: float) -> str:
    """The dashed frame of a space that accepts a die."""
    cam, theme = camera(picture.theme.name), picture.theme
    frame = up(rect(0.84, 0.84, 0, *spot(space)), z)
    content = cam.flat(frame, theme.focus, 'fill-opacity=".1"')
    content += cam.flat(frame, "none", f'stroke="{theme.focus}" stroke-width="2.4" stroke-dasharray="7 5" class="choice"')
    return picture.piece(content, picture.w("draw.place", space=SPACE_NAMES[space]), SPACE_NAMES[space])


def solid_place(stacks: list[list[str]], x: float, top: float, width: float, height: float) -> tuple[Point, float]:
    """Where the middle of a plan goes in a room about x, and how large it is drawn: high buildings are drawn smaller."""
    cam = camera("light")
    half = (PLAN_W + PLAN_D) / 2 / 2**0.5
    deep, rise = 2 * half * cam.rise, max([2, *map(len, stacks)]) * DIE * cam.lift * 0.9
    scale = min(LARGEST, height / SCALE / (deep + rise), width / SCALE / (2 * half))
    free = height - (deep + rise) * SCALE * scale
    return (x, top + height - free * 0.4 - deep / 2 * SCALE * scale), scale


def solid_table(picture: Picture) -> str:
    """The middle of the table: the own building, or everybody's screens, or (when the game is over) everybody's buildings."""
    view, own = picture.view, picture.own and site_of(picture.own)
    if own and not view.over:
        at, scale = solid_place(own.stacks, MIDDLE_X, 84, 640, BOTTOM - 84)
        return group(put(solid_building(picture, own, choices=True), at, scale), role="group", aria_label=picture.w("draw.your_building"))
    room = (COLUMN_X - 430) / 2
    out = ""
    for seat, player in enumerate(view.seats):
        x, y = 430 + room * (seat % 2 + 0.5), 92 + 385 * (seat // 2)
        out += write(x, y + 12, picture.player(seat), picture.theme.ink, 16, anchor="middle", title=True)
        if site := site_of(player):
            content = put(solid_building(picture, site, choices=False), *solid_place(site.stacks, x, y + 22, room - 30, 340))
        else:
            content = put(_screen(picture, player), (x, y + 200), 0.56)
        out += group(content, role="group", aria_label=picture.w("draw.building_of", player=picture.player(seat)))
    return out


def _screen(picture: Picture, player: SeatView) -> str:
    """A player's screen about the origin, with the dice that went behind it in front."""
    cam, paper, theme = camera(picture.theme.name), picture.paper, picture.theme
    foot = rect(4.2, 0.12, 0, 0, -0.6)
    ground = rect(4.6, 2.6, 0, 0, 0.35)
    out = f'<g opacity=".3" filter="url(#{picture.name}-soft)">{cam.flat(up(cam.cast(foot, 1.6), 0), theme.shadow)}</g>'
    out += cam.flat(up(ground, 0), theme.board, 'fill-opacity=".5"')
    out += cam.prism(foot, 0, 1.7, paper["top"], shade(paper["line"], 0.9))
    gone = list(player.discarded)
    for i, die in enumerate(player.taken):
        away = die in gone
        if away:
            gone.remove(die)
        x, y = (i - 2.5) * 0.72, 0.45 + (0.55 if away else 0)
        body = cam.shadow(rect(0.6, 0.6, 0, x, y), 0, 0.5, strength=0.22) + solid_die(picture, die, x, y, 0, 0.6)
        out += picture.piece(f'<g opacity="{0.5 if away else 1}">{body}</g>', picture.die(die))
    return out


# ---- the pool ------------------------------------------------------------------------------------------------------


def piece_of(picture: Picture, die: str) -> str:
    """What clicking a die of the pool spells: `R4>`, or `-R4` when one has to be removed."""
    return f"-{die}" if picture.view.phase == "remove" else f"{die}>"


def solid_pool(picture: Picture) -> str:
    """The dice of the pool on a tray, lowest first."""
    cam, theme = camera(picture.theme.name), picture.theme
    wood, window = ("#6a4a32" if theme.is_dark else "#b98a5c"), rect(TRAY - 0.34, TRAY - 0.34)
    under = cam.flat(up(cam.cast(rect(TRAY, TRAY), 0.35), -0.1), theme.shadow)
    out = f'<g opacity="{0.5 if theme.is_dark else 0.26}" filter="url(#{picture.name}-soft)">{under}</g>'
    out += cam.prism(rect(TRAY, TRAY), -0.1, 0.1, wood, shade(wood, 1.06)) + cam.face(up(window, 0.1), shade(wood, 0.82))
    places = [((i % 3 - 1) * 1.24, (i // 3 - 1) * 1.24, die) for i, die in enumerate(picture.view.pool)]
    for x, y, die in sorted(places, key=lambda place: cam.depth((place[0], place[1]))):
        body = cam.flat(up(clip(cam.cast(rect(0.86, 0.86, 0, x, y), 0.7), window), 0.1), SHADOW, 'opacity=".26"')
        body += solid_die(picture, die, x, y, 0.1, 0.86)
        if piece_of(picture, die) in picture.pieces:
            top = up(rect(0.74, 0.74, 0, x, y), 0.96)
            body += cam.flat(top, "none", f'stroke="{theme.focus}" stroke-width="3" stroke-opacity=".85" stroke-dasharray="8 6" class="choice"')
        out += picture.piece(body, picture.die(die), piece_of(picture, die))
    return _pool_title(picture, 514) + put(out, TRAY_AT, TRAY_SCALE)


def _pool_title(picture: Picture, y: float) -> str:
    pool = picture.w("draw.pool")
    title = write(MARGIN, y, pool, picture.theme.ink, 17, title=True, spacing=0.6)
    return title + write(MARGIN + text_width(pool, 17) + 14, y, picture.w("count.bag", n=picture.view.bag_left), picture.theme.soft, 13)


def flat_pool(picture: Picture) -> str:
    """The dice of the pool side by side, lowest first."""
    size, step, y = 92.0, 106.0, 420.0
    out = _pool_title(picture, y - 22)
    for i, die in enumerate(picture.view.pool):
        x, top = MARGIN + (i % 3) * step, y + (i // 3) * step
        body = token(picture, x, top, size, die)
        if piece_of(picture, die) in picture.pieces:
            body += choice_box(x - 5, top - 5, size + 10, size + 10, size * 0.22, picture.theme)
        out += picture.piece(body, picture.die(die), piece_of(picture, die), f"about.material.{die[0]}")
    return out


# ---- from above ----------------------------------------------------------------------------------------------------


def flat_building(picture: Picture, site: Site, x: float, y: float, cell: float, *, choices: bool) -> str:
    """A plan with its building from above: the uppermost die of each space, what lies beneath it in a row, and the heights."""
    marks, stacks, paper = "".join(site.plan), site.stacks, picture.paper
    pad, gap = cell * 0.16, cell * 0.08
    width, height = COLUMNS * cell + 2 * pad, ROWS * cell + 2 * pad + cell * 0.2
    out = box(x, y, width, height, 10, paper["top"], paper["rim"], stroke_width=2)
    note = f"{picture.w('draw.plan', id=site.plan_id)} · {picture.plan_note()}"
    out += write(x + width / 2, y + height - cell * 0.12, note, paper["line"], max(9.0, cell * 0.075), anchor="middle", title=True)
    for space in range(SPACES):
        left, top = x + pad + (space % COLUMNS) * cell + gap / 2, y + pad + (space // COLUMNS) * cell + gap / 2
        out += _flat_space(picture, left, top, cell - gap, marks[space], stacks[space], space, choices=choices)
    return out


def _flat_space(picture: Picture, x: float, y: float, side: float, mark: str, stack: list[str], space: int, *, choices: bool) -> str:
    paper, name = picture.paper, SPACE_NAMES[space]
    body = box(x, y, side, side, 6, paper["line"], paper["line"], fill_opacity=0.0 if mark == "X" else 0.1, stroke_opacity=0.4 if mark == "X" else 0.9)
    if mark == "X":
        for k in range(1, 14):
            s = k * side / 7
            a, b = (x + max(0.0, s - side), y + min(s, side)), (x + min(s, side), y + max(0.0, s - side))
            body += f'<path d="M{num(a[0])} {num(a[1])}L{num(b[0])} {num(b[1])}" stroke="{paper["line"]}" stroke-opacity=".35"/>'
        return picture.piece(body, _space_label(picture, space, mark, stack))
    small = side * 0.16
    if stack:
        body += token(picture, x + side * 0.19, y + side * 0.06, side * 0.62, stack[-1])
        for level, die in enumerate(stack):
            body += token(picture, x + side * 0.03 + level * small * 0.98, y + side - small - side * 0.05, small * 0.88, die)
    else:
        body += write(x + side / 2, y + side * 0.62, mark, paper["line"], side * 0.36, anchor="middle", title=True)
    body += write(x + side - 4, y + side * 0.13, f"{len(stack)}/{mark}", paper["line"], max(9.0, side * 0.1), anchor="end", weight=600)
    body += write(x + 5, y + side * 0.13, name, paper["line"], max(8.0, side * 0.085))
    label = _space_label(picture, space, mark, stack)
    if choices and name in picture.pieces:
        body += choice_box(x + 3, y + 3, side - 6, side - 6, 6, picture.theme)
        return picture.piece(body, label, name)
    return picture.piece(body, label)


def flat_table(picture: Picture) -> str:
    """The middle of the table from above."""
    view, own = picture.view, picture.own and site_of(picture.own)
    if own and not view.over:
        cell = 222.0
        content = flat_building(picture, own, MIDDLE_X - cell * 1.16 + 46, 84, cell, choices=True)
        return group(content, role="group", aria_label=picture.w("draw.your_building"))
    out, room = "", (COLUMN_X - 430) / 2
    for seat, player in enumerate(view.seats):
        x, y = 430 + room * (seat % 2), 92 + 395 * (seat // 2)
        out += write(x + room / 2, y + 12, picture.player(seat), picture.theme.ink, 16, anchor="middle", title=True)
        if site := site_of(player):
            content = flat_building(picture, site, x + room / 2 - 100 * 1.16, y + 26, 100, choices=False)
        else:
            content = _flat_screen(picture, x + 20, y + 40, room - 40, player)
        out += group(content, role="group", aria_label=picture.w("draw.building_of", player=picture.player(seat)))
    return out


def _flat_screen(picture: Picture, x: float, y: float, width: float, player: SeatView) -> str:
    """A player's screen, with the dice that went behind it."""
    out = box(x, y, width, 70, 8, picture.paper["top"], picture.paper["rim"])
    out += write(x + width / 2, y + 42, picture.w("draw.hidden"), picture.paper["line"], 14, anchor="middle", title=True)
    gone, size = list(player.discarded), min(40.0, width / 7)
    for i, die in enumerate(player.taken):
        away = die in gone
        if away:
            gone.remove(die)
        out += picture.piece(token(picture, x + i * (size + 6), y + 84, size, die, faded=away), picture.die(die))
    return out


# ---- materials in demand, and a die that fits nowhere ------------------------------------------------------------------


def demand(picture: Picture) -> str:
    """The two materials in demand, the first one first, and what they do."""
    theme, x, y = picture.theme, MARGIN, 104.0
    out = write(x, y, picture.w("draw.demand"), theme.ink, 17, title=True, spacing=0.6)
    for i, letter in enumerate(picture.view.demand):
        top = y + 16 + i * 44
        body = token(picture, x, top, 34, letter) + write(x + 46, top + 22, f"{i + 1}. {picture.w(f'material.{letter}')}", theme.ink, 14.5)
        out += picture.piece(body, picture.w("draw.demanded", n=i + 1, material=picture.w(f"material.{letter}")), tip="about.demand")
    return out + write(x, y + 122, picture.w("draw.demand.about"), theme.soft, 12)


def removed(picture: Picture) -> str:
    """The dice that are out of the round, and the place for one that fits nowhere."""
    theme, x, y = picture.theme, MARGIN, 268.0
    out, dice = "", picture.view.removed
    if dice:
        out += write(x, y, picture.w("draw.removed"), theme.soft, 13)
        for i, die in enumerate(dice):
            out += picture.piece(token(picture, x + (i % 12) * 25, y + 10 + (i // 12) * 25, 21, die), picture.die(die))
    if "x" in picture.pieces:
        text = picture.w("draw.discard")
        width = text_width(text, 13.5) + 30
        body = box(x, y + 42, width, 34, 17, theme.panel, theme.line) + write(x + width / 2, y + 64, text, theme.ink, 13.5, anchor="middle")
        out += picture.piece(body + choice_box(x, y + 42, width, 34, 17, theme), text, "x")
    return out


def all_dice(picture: Picture) -> list[str]:
    """Every die that stands on the table as a solid."""
    return [*picture.view.pool, *(die for player in picture.view.seats for die in player.taken)]
