"""The table of the picture: the pool, plans with their buildings, screens, the materials in demand; as solids or from above."""

from __future__ import annotations

from functools import lru_cache

from ziggurat.drawing.flat import box, choice_box, group, text_width, write
from ziggurat.drawing.iso import Point, Point3, clip, grow, num, rect, shade, up
from ziggurat.drawing.theme import THEMES
from ziggurat.games.blueprints.material import COLUMNS, ROWS, SPACE_NAMES, SPACES
from ziggurat.games.blueprints.pictures.dice import SCALE, camera, token
from ziggurat.games.blueprints.pictures.page import COLUMN_X, HEIGHT, LOOK, MARGIN, PAPER, SHADOW, Sheet, Site, site_of
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


def solid_die(page: Sheet, die: str, x: float, y: float, z: float, size: float = DIE) -> str:
    """A die standing at a point of the plan."""
    at = camera(page.theme.name).at(x, y, z)
    return f'<use href="#{page.name}-{die}" transform="translate({num(at[0])} {num(at[1])}) scale({size:g})" data-tip="about.material.{die[0]}"/>'


def on_paper(page: Sheet, x: float, y: float, text: str, size: float, opacity: float, spacing: float | None = None) -> str:
    """Letters that lie on the plan."""
    letters = write(0, size * 0.35, text, page.paper["line"], size, anchor="middle", title=True, spacing=spacing)
    return f'<g transform="{camera(page.theme.name).plane(x, y, 0)}" opacity="{opacity:g}">{letters}</g>'


# ---- a plan and its building ---------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _paper(theme: str) -> str:
    """An empty blueprint about the origin: the sheet, its squared lines, its frame; `@` is the picture's name."""
    t, paper, cam, sheet = THEMES[theme], PAPER[theme], camera(theme), rect(PLAN_W, PLAN_D)
    out = f'<g opacity="{0.55 if t.is_dark else 0.3}" filter="url(#@-soft)">{cam.flat(up(cam.cast(grow(sheet, 1.015), 0.22), -0.09), t.shadow)}</g>'
    out += cam.prism(sheet, -PAPER_THICK, 0, paper["rim"], paper["top"])
    step, w, d = 0.16, PLAN_W / 2, PLAN_D / 2
    lines: list[tuple[int, list[Point3]]] = [(i, [(-w + i * step, -d, 0), (-w + i * step, d, 0)]) for i in range(1, int(2 * w / step) + 1)]
    lines += [(i, [(-w, -d + i * step, 0), (w, -d + i * step, 0)]) for i in range(1, int(2 * d / step) + 1)]
    for i, ends in lines:
        out += f'<polyline points="{cam.points(ends)}" stroke="{paper["line"]}" stroke-opacity="{0.16 if i % 5 == 0 else 0.07}" fill="none"/>'
    return out + cam.flat(up(grow(sheet, 0.95), 0), "none", f'stroke="{paper["line"]}" stroke-opacity=".55" stroke-width="1.4"')


def _hatching(x: float, y: float) -> list[list[Point3]]:
    """Slanting lines over a space."""
    h, lines = CELL * 0.47, []
    for k in range(-6, 7):
        s = k * 2 * h / 7
        a, b = (max(-h, s - h), min(h, s + h)), (min(h, s + h), max(-h, s - h))
        lines.append([(x + a[0], y + a[1], 0.0), (x + b[0], y + b[1], 0.0)])
    return lines


def _space(page: Sheet, space: int, mark: str, dice: int) -> str:
    """A space of the plan: its frame with the planned height, or hatched."""
    paper, cam, (x, y) = page.paper, camera(page.theme.name), spot(space)
    frame = up(rect(CELL * 0.94, CELL * 0.94, 0, x, y), 0)
    line = f'stroke="{paper["line"]}"'
    if mark == "X":
        out = "".join(f'<polyline points="{cam.points(ends)}" {line} stroke-opacity=".4" stroke-width="1.4"/>' for ends in _hatching(x, y))
        whole = cam.flat(frame, paper["top"], f'fill-opacity="0" {line} stroke-opacity=".4" stroke-width="1.4" stroke-dasharray="4 5"')
        return group(out + whole, data_tip="about.hatched")
    out = cam.flat(frame, paper["line"], f'fill-opacity=".07" {line} stroke-opacity=".9" stroke-width="1.6"')
    return out + ("" if dice else on_paper(page, x, y, mark, 52, 0.95))


def _shadows(page: Sheet, stacks: list[list[str]], lower: int, level: int, window: list[Point]) -> str:
    """The shadows of all stacks higher than `level` on one level, clipped to a window; the stack `lower` casts none."""
    cam, out = camera(page.theme.name), ""
    for space, stack in enumerate(stacks):
        if space != lower and len(stack) > level:
            cast = clip(cam.cast(rect(DIE, DIE, 0, *spot(space)), (len(stack) - level) * DIE), window)
            out += cam.flat(up(cast, level * DIE), SHADOW) if cast else ""
    return f'<g opacity="{0.34 if level == 0 else 0.3}">{out}</g>' if out else ""


def _space_label(page: Sheet, space: int, mark: str, stack: list[str]) -> str:
    """A space in words."""
    if mark == "X":
        return page.w("draw.space.hatched", space=SPACE_NAMES[space])
    dice = ", ".join(map(page.die, stack)) or "–"
    return page.w("draw.space", space=SPACE_NAMES[space], plan=mark, n=len(stack), dice=dice)


def solid_building(page: Sheet, site: Site, *, choices: bool) -> str:
    """A plan with its building about the origin."""
    marks, stacks, theme = "".join(site.plan), site.stacks, page.theme.name
    out = _paper(theme).replace("@", page.name)
    note = f"{page.w('draw.plan', id=site.plan_id)} · {page.plan_note()}"
    out += on_paper(page, 0, PLAN_D / 2 - 0.2, note.upper(), 14, 0.85, 1.5)
    out += "".join(_space(page, space, marks[space], len(stacks[space])) for space in range(SPACES))
    for space, name in enumerate(SPACE_NAMES):
        x, y = spot(space)
        if space % COLUMNS == 0:
            out += on_paper(page, x - CELL * 0.62, y, name[1], 15, 0.7)
        if space // COLUMNS == ROWS - 1:
            out += on_paper(page, x, y + CELL * 0.58, name[0], 15, 0.7)
    out += _shadows(page, stacks, -1, 0, rect(PLAN_W, PLAN_D))
    for space in ORDER:
        x, y = spot(space)
        dice = "".join(solid_die(page, die, x, y, level * DIE) for level, die in enumerate(stacks[space]))
        if stacks[space]:
            dice += _shadows(page, stacks, space, len(stacks[space]), rect(DIE * 0.96, DIE * 0.96, 0, x, y))
        out += page.piece(dice, _space_label(page, space, marks[space], stacks[space]))
    if choices:
        out += "".join(_solid_choice(page, space, len(stacks[space]) * DIE) for space in range(SPACES) if SPACE_NAMES[space] in page.pieces)
    return out + "".join(_height(page, space, marks[space], len(stacks[space])) for space in ORDER if stacks[space])


def _height(page: Sheet, space: int, mark: str, dice: int) -> str:
    """How many dice a stack has, of how many planned: at the left corner of its top."""
    x, y = spot(space)
    px, py = camera(page.theme.name).at(x - DIE / 2, y + DIE / 2, dice * DIE)
    text, theme = f"{dice}/{mark}", page.theme
    pill = box(px - 4, py - 22, 36, 20, 10, theme.accent if str(dice) == mark else theme.panel, theme.line)
    return pill + write(px + 14, py - 7.5, text, theme.on_accent if str(dice) == mark else theme.ink, 13, weight=700, anchor="middle")


def _solid_choice(page: Sheet, space: int, z: float) -> str:
    """The dashed frame of a space that accepts a die."""
    cam, theme = camera(page.theme.name), page.theme
    frame = up(rect(0.84, 0.84, 0, *spot(space)), z)
    content = cam.flat(frame, theme.focus, 'fill-opacity=".1"')
    content += cam.flat(frame, "none", f'stroke="{theme.focus}" stroke-width="2.4" stroke-dasharray="7 5" class="choice"')
    return page.piece(content, page.w("draw.place", space=SPACE_NAMES[space]), SPACE_NAMES[space])


def solid_place(stacks: list[list[str]], x: float, top: float, width: float, height: float) -> tuple[Point, float]:
    """Where the middle of a plan goes in a room about x, and how large it is drawn: high buildings are drawn smaller."""
    cam = camera("light")
    half = (PLAN_W + PLAN_D) / 2 / 2**0.5
    deep, rise = 2 * half * cam.rise, max([2, *map(len, stacks)]) * DIE * cam.lift * 0.9
    scale = min(LARGEST, height / SCALE / (deep + rise), width / SCALE / (2 * half))
    free = height - (deep + rise) * SCALE * scale
    return (x, top + height - free * 0.4 - deep / 2 * SCALE * scale), scale


def solid_table(page: Sheet) -> str:
    """The middle of the table: the own building, or everybody's screens, or (when the game is over) everybody's buildings."""
    view, own = page.view, page.own and site_of(page.own)
    if own and not view.over:
        at, scale = solid_place(own.stacks, MIDDLE_X, 84, 640, BOTTOM - 84)
        return group(put(solid_building(page, own, choices=True), at, scale), role="group", aria_label=page.w("draw.your_building"))
    room = (COLUMN_X - 430) / 2
    out = ""
    for seat, sheet in enumerate(view.seats):
        x, y = 430 + room * (seat % 2 + 0.5), 92 + 385 * (seat // 2)
        out += write(x, y + 12, page.player(seat), page.theme.ink, 16, anchor="middle", title=True)
        if site := site_of(sheet):
            content = put(solid_building(page, site, choices=False), *solid_place(site.stacks, x, y + 22, room - 30, 340))
        else:
            content = put(_screen(page, sheet), (x, y + 200), 0.56)
        out += group(content, role="group", aria_label=page.w("draw.building_of", player=page.player(seat)))
    return out


def _screen(page: Sheet, sheet: SeatView) -> str:
    """A player's screen about the origin, with the dice that went behind it in front."""
    cam, paper, theme = camera(page.theme.name), page.paper, page.theme
    foot = rect(4.2, 0.12, 0, 0, -0.6)
    ground = rect(4.6, 2.6, 0, 0, 0.35)
    out = f'<g opacity=".3" filter="url(#{page.name}-soft)">{cam.flat(up(cam.cast(foot, 1.6), 0), theme.shadow)}</g>'
    out += cam.flat(up(ground, 0), theme.board, 'fill-opacity=".5"')
    out += cam.prism(foot, 0, 1.7, paper["top"], shade(paper["line"], 0.9))
    gone = list(sheet.discarded)
    for i, die in enumerate(sheet.taken):
        away = die in gone
        if away:
            gone.remove(die)
        x, y = (i - 2.5) * 0.72, 0.45 + (0.55 if away else 0)
        body = cam.shadow(rect(0.6, 0.6, 0, x, y), 0, 0.5, strength=0.22) + solid_die(page, die, x, y, 0, 0.6)
        out += page.piece(f'<g opacity="{0.5 if away else 1}">{body}</g>', page.die(die))
    return out


# ---- the pool ------------------------------------------------------------------------------------------------------


def piece_of(page: Sheet, die: str) -> str:
    """What clicking a die of the pool spells: `R4>`, or `-R4` when one has to be removed."""
    return f"-{die}" if page.view.phase == "remove" else f"{die}>"


def solid_pool(page: Sheet) -> str:
    """The dice of the pool on a tray, lowest first."""
    cam, theme = camera(page.theme.name), page.theme
    wood, window = ("#6a4a32" if theme.is_dark else "#b98a5c"), rect(TRAY - 0.34, TRAY - 0.34)
    under = cam.flat(up(cam.cast(rect(TRAY, TRAY), 0.35), -0.1), theme.shadow)
    out = f'<g opacity="{0.5 if theme.is_dark else 0.26}" filter="url(#{page.name}-soft)">{under}</g>'
    out += cam.prism(rect(TRAY, TRAY), -0.1, 0.1, wood, shade(wood, 1.06)) + cam.face(up(window, 0.1), shade(wood, 0.82))
    places = [((i % 3 - 1) * 1.24, (i // 3 - 1) * 1.24, die) for i, die in enumerate(page.view.pool)]
    for x, y, die in sorted(places, key=lambda place: cam.depth((place[0], place[1]))):
        body = cam.flat(up(clip(cam.cast(rect(0.86, 0.86, 0, x, y), 0.7), window), 0.1), SHADOW, 'opacity=".26"')
        body += solid_die(page, die, x, y, 0.1, 0.86)
        if piece_of(page, die) in page.pieces:
            top = up(rect(0.74, 0.74, 0, x, y), 0.96)
            body += cam.flat(top, "none", f'stroke="{theme.focus}" stroke-width="3" stroke-opacity=".85" stroke-dasharray="8 6" class="choice"')
        out += page.piece(body, page.die(die), piece_of(page, die))
    return _pool_title(page, 514) + put(out, TRAY_AT, TRAY_SCALE)


def _pool_title(page: Sheet, y: float) -> str:
    pool = page.w("draw.pool")
    title = write(MARGIN, y, pool, page.theme.ink, 17, title=True, spacing=0.6)
    return title + write(MARGIN + text_width(pool, 17) + 14, y, page.w("count.bag", n=page.view.bag_left), page.theme.soft, 13)


def flat_pool(page: Sheet) -> str:
    """The dice of the pool side by side, lowest first."""
    size, step, y = 92.0, 106.0, 420.0
    out = _pool_title(page, y - 22)
    for i, die in enumerate(page.view.pool):
        x, top = MARGIN + (i % 3) * step, y + (i // 3) * step
        body = token(page, x, top, size, die)
        if piece_of(page, die) in page.pieces:
            body += choice_box(x - 5, top - 5, size + 10, size + 10, size * 0.22, page.theme)
        out += page.piece(body, page.die(die), piece_of(page, die), f"about.material.{die[0]}")
    return out


# ---- from above ----------------------------------------------------------------------------------------------------


def flat_building(page: Sheet, site: Site, x: float, y: float, cell: float, *, choices: bool) -> str:
    """A plan with its building from above: the uppermost die of each space, what lies beneath it in a row, and the heights."""
    marks, stacks, paper = "".join(site.plan), site.stacks, page.paper
    pad, gap = cell * 0.16, cell * 0.08
    width, height = COLUMNS * cell + 2 * pad, ROWS * cell + 2 * pad + cell * 0.2
    out = box(x, y, width, height, 10, paper["top"], paper["rim"], stroke_width=2)
    note = f"{page.w('draw.plan', id=site.plan_id)} · {page.plan_note()}"
    out += write(x + width / 2, y + height - cell * 0.12, note, paper["line"], max(9.0, cell * 0.075), anchor="middle", title=True)
    for space in range(SPACES):
        left, top = x + pad + (space % COLUMNS) * cell + gap / 2, y + pad + (space // COLUMNS) * cell + gap / 2
        out += _flat_space(page, left, top, cell - gap, marks[space], stacks[space], space, choices=choices)
    return out


def _flat_space(page: Sheet, x: float, y: float, side: float, mark: str, stack: list[str], space: int, *, choices: bool) -> str:
    paper, name = page.paper, SPACE_NAMES[space]
    body = box(x, y, side, side, 6, paper["line"], paper["line"], fill_opacity=0.0 if mark == "X" else 0.1, stroke_opacity=0.4 if mark == "X" else 0.9)
    if mark == "X":
        for k in range(1, 14):
            s = k * side / 7
            a, b = (x + max(0.0, s - side), y + min(s, side)), (x + min(s, side), y + max(0.0, s - side))
            body += f'<path d="M{num(a[0])} {num(a[1])}L{num(b[0])} {num(b[1])}" stroke="{paper["line"]}" stroke-opacity=".35"/>'
        return page.piece(body, _space_label(page, space, mark, stack))
    small = side * 0.16
    if stack:
        body += token(page, x + side * 0.19, y + side * 0.06, side * 0.62, stack[-1])
        for level, die in enumerate(stack):
            body += token(page, x + side * 0.03 + level * small * 0.98, y + side - small - side * 0.05, small * 0.88, die)
    else:
        body += write(x + side / 2, y + side * 0.62, mark, paper["line"], side * 0.36, anchor="middle", title=True)
    body += write(x + side - 4, y + side * 0.13, f"{len(stack)}/{mark}", paper["line"], max(9.0, side * 0.1), anchor="end", weight=600)
    body += write(x + 5, y + side * 0.13, name, paper["line"], max(8.0, side * 0.085))
    label = _space_label(page, space, mark, stack)
    if choices and name in page.pieces:
        body += choice_box(x + 3, y + 3, side - 6, side - 6, 6, page.theme)
        return page.piece(body, label, name)
    return page.piece(body, label)


def flat_table(page: Sheet) -> str:
    """The middle of the table from above."""
    view, own = page.view, page.own and site_of(page.own)
    if own and not view.over:
        cell = 222.0
        content = flat_building(page, own, MIDDLE_X - cell * 1.16 + 46, 84, cell, choices=True)
        return group(content, role="group", aria_label=page.w("draw.your_building"))
    out, room = "", (COLUMN_X - 430) / 2
    for seat, sheet in enumerate(view.seats):
        x, y = 430 + room * (seat % 2), 92 + 395 * (seat // 2)
        out += write(x + room / 2, y + 12, page.player(seat), page.theme.ink, 16, anchor="middle", title=True)
        if site := site_of(sheet):
            content = flat_building(page, site, x + room / 2 - 100 * 1.16, y + 26, 100, choices=False)
        else:
            content = _flat_screen(page, x + 20, y + 40, room - 40, sheet)
        out += group(content, role="group", aria_label=page.w("draw.building_of", player=page.player(seat)))
    return out


def _flat_screen(page: Sheet, x: float, y: float, width: float, sheet: SeatView) -> str:
    """A player's screen, with the dice that went behind it."""
    out = box(x, y, width, 70, 8, page.paper["top"], page.paper["rim"])
    out += write(x + width / 2, y + 42, page.w("draw.hidden"), page.paper["line"], 14, anchor="middle", title=True)
    gone, size = list(sheet.discarded), min(40.0, width / 7)
    for i, die in enumerate(sheet.taken):
        away = die in gone
        if away:
            gone.remove(die)
        out += page.piece(token(page, x + i * (size + 6), y + 84, size, die, faded=away), page.die(die))
    return out


# ---- materials in demand, and a die that fits nowhere ------------------------------------------------------------------


def demand(page: Sheet) -> str:
    """The two materials in demand, the first one first, and what they do."""
    theme, x, y = page.theme, MARGIN, 104.0
    out = write(x, y, page.w("draw.demand"), theme.ink, 17, title=True, spacing=0.6)
    for i, letter in enumerate(page.view.demand):
        top = y + 16 + i * 44
        body = token(page, x, top, 34, letter) + write(x + 46, top + 22, f"{i + 1}. {page.w(f'material.{letter}')}", theme.ink, 14.5)
        out += page.piece(body, page.w("draw.demanded", n=i + 1, material=page.w(f"material.{letter}")), tip="about.demand")
    return out + write(x, y + 122, page.w("draw.demand.about"), theme.soft, 12)


def removed(page: Sheet) -> str:
    """The dice that are out of the round, and the place for one that fits nowhere."""
    theme, x, y = page.theme, MARGIN, 268.0
    out, dice = "", page.view.removed
    if dice:
        out += write(x, y, page.w("draw.removed"), theme.soft, 13)
        for i, die in enumerate(dice):
            out += page.piece(token(page, x + (i % 12) * 25, y + 10 + (i // 12) * 25, 21, die), page.die(die))
    if "x" in page.pieces:
        text = page.w("draw.discard")
        width = text_width(text, 13.5) + 30
        body = box(x, y + 42, width, 34, 17, theme.panel, theme.line) + write(x + width / 2, y + 64, text, theme.ink, 13.5, anchor="middle")
        out += page.piece(body + choice_box(x, y + 42, width, 34, 17, theme), text, "x")
    return out


def all_dice(page: Sheet) -> list[str]:
    """Every die that stands on the table as a solid."""
    return [*page.view.pool, *(die for sheet in page.view.seats for die in sheet.taken)]
