"""The panels of the picture: the own building's points, the players with their dice and cards, finished rounds."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from ziggurat.drawing.isometric import num
from ziggurat.drawing.shapes import box, disc, panel, pawn, text_width, write
from ziggurat.games.blueprints.material import CARD_NAMES, CARD_POINTS, CHOSEN, MATERIAL_LETTERS, MATERIAL_NAMES, POINT_LINES, CardName
from ziggurat.games.blueprints.pictures.dice import token
from ziggurat.games.blueprints.pictures.layout import CARD, COLUMN_WIDTH, COLUMN_X, GAP, HEIGHT, TOP, Picture, site_of
from ziggurat.games.blueprints.types import Points, Round, SeatView

LETTERS = dict(zip(MATERIAL_NAMES, MATERIAL_LETTERS, strict=True))
EDGE = 16.0


def column(picture: Picture) -> str:
    """All panels, one below the other."""
    y, out, own = TOP, "", picture.own
    site = own and site_of(own)
    if own and site and own.points is not UNSET and own.wood_dice is not UNSET and not picture.view.over:
        out += building_panel(picture, own.points, [die.points for die in own.wood_dice], site.stacks, y)
        y += 190 + GAP
    out += players_panel(picture, y)
    y += players_height(picture) + GAP
    return out + (rounds_panel(picture, y) if picture.view.rounds else "")


def _heading(picture: Picture, y: float, text: str, right: str = "") -> str:
    out = write(COLUMN_X + EDGE, y, text, picture.theme.ink, 16, title=True, spacing=0.4)
    return out + (write(COLUMN_X + COLUMN_WIDTH - EDGE, y, right, picture.theme.soft, 12.5, anchor="end") if right else "")


def building_panel(picture: Picture, points: Points, wood: list[int], stacks: Sequence[list[str]], y: float) -> str:
    """What the own building scores so far; `wood` are the points of each wood die."""
    theme = picture.theme
    out = panel(COLUMN_X, y, COLUMN_WIDTH, 190, theme) + _heading(picture, y + 26, picture.w("draw.your_building"), picture.w("draw.now"))
    for i, line in enumerate(POINT_LINES[1:] + POINT_LINES[:1]):
        row, n = y + 52 + i * 23, getattr(points, line)
        if line in LETTERS:
            out += token(picture, COLUMN_X + EDGE, row - 12, 15, LETTERS[line])
        out += write(COLUMN_X + EDGE + 25, row, picture.w(f"score.{line}"), theme.ink, 14)
        out += write(COLUMN_X + 118, row, _why(picture, points, wood, stacks, line), theme.soft, 12)
        out += write(COLUMN_X + COLUMN_WIDTH - EDGE, row, str(n), theme.ink if n else theme.soft, 14, weight=600, anchor="end")
    row = y + 52 + len(POINT_LINES) * 23
    out += f'<path d="M{num(COLUMN_X + EDGE)} {num(row - 16)}H{num(COLUMN_X + COLUMN_WIDTH - EDGE)}" stroke="{theme.line}"/>'
    out += write(COLUMN_X + EDGE + 25, row + 5, picture.w("score.total"), theme.ink, 15, weight=700)
    return out + write(COLUMN_X + COLUMN_WIDTH - EDGE, row + 5, str(points.total), theme.ink, 16, weight=700, anchor="end")


def _why(picture: Picture, points: Points, wood: list[int], stacks: Sequence[list[str]], line: str) -> str:
    """Where the points of a line come from, in short."""
    if line == "wood":
        return " + ".join(map(str, wood)) if len(wood) > 1 else ""
    if line == "bonus":
        return "" if points.bonus else picture.w("draw.bonus_open")
    dice = [die for stack in stacks for die in stack if die[0] == LETTERS[line]]
    return picture.w("count.dice", n=len(dice)) if dice else ""


def players_height(picture: Picture) -> float:
    """How much room the players need."""
    return 38.0 + len(picture.view.seats) * 74


def players_panel(picture: Picture, y: float) -> str:
    """Every player: name, points of the cards, the cards, and the dice chosen in this round."""
    theme, view = picture.theme, picture.view
    out = panel(COLUMN_X, y, COLUMN_WIDTH, players_height(picture), theme) + _heading(picture, y + 26, picture.status())
    for seat, player in enumerate(view.seats):
        top = y + 42 + seat * 74
        if view.to_move == seat:
            out += box(COLUMN_X + 6, top - 4, COLUMN_WIDTH - 12, 70, 9, theme.focus, fill_opacity=0.13)
        out += pawn(COLUMN_X + EDGE + 6, top + 11, 6, seat, theme)
        name = picture.player(seat)
        out += write(COLUMN_X + EDGE + 22, top + 16, name, theme.ink, 14, weight=600)
        if view.start == seat:
            out += write(COLUMN_X + EDGE + 30 + text_width(name, 14.5), top + 16, picture.w("draw.start"), theme.soft, 11.5)
        if player.score is not UNSET:  # else the cards lie face down
            out += write(COLUMN_X + COLUMN_WIDTH - EDGE, top + 16, picture.w("count.points", n=player.score), theme.ink, 14, weight=700, anchor="end")
        out += _dice(picture, COLUMN_X + EDGE + 22, top + 23, player) + _cards(picture, COLUMN_X + EDGE + 22, top + 50, player.cards)
    return out


def _dice(picture: Picture, x: float, y: float, player: SeatView) -> str:
    """The dice chosen in this round; those that fitted nowhere are faded."""
    gone, out = list(player.discarded), ""
    for i in range(CHOSEN):
        if i < len(player.taken):
            die = player.taken[i]
            away = die in gone
            if away:
                gone.remove(die)
            out += picture.piece(token(picture, x + i * 27, y, 22, die, faded=away), picture.die(die))
        else:
            out += box(x + i * 27 + 0.5, y + 0.5, 21, 21, 4.5, "none", picture.theme.line, stroke_dasharray="2 3")
    return out


def _cards(picture: Picture, x: float, y: float, cards: list[CardName]) -> str:
    """The cards won: a disc for an award, a ribbon with its name for a prize."""
    out = ""
    for card in cards:
        text = picture.w(f"short.{card}")
        points = int(CARD_POINTS[CARD_NAMES.index(card)])
        if card in CARD:
            body = disc(x + 7, y + 6, 7, CARD[card], stroke="#fffaf0", stroke_opacity=0.6)
            body += write(x + 7, y + 9.6, str(points), "#241d14", 10, weight=700, anchor="middle")
            width = 18.0
        else:
            width = text_width(text, 10) + 12
            body = box(x, y - 1, width, 14.5, 7, picture.theme.accent) + write(
                x + width / 2, y + 9.6, text, picture.theme.on_accent, 10, weight=600, anchor="middle"
            )
            width += 4
        out += picture.piece(body, picture.w(f"card.{card}"), tip=f"about.card.{card}")
        x += width
    return out


def rounds_panel(picture: Picture, y: float) -> str:
    """Finished rounds: the buildings' scores in their order, and each card that a tie-break decided."""
    line, ties = 19.0, [_ties(picture, finished) for finished in picture.view.rounds]
    if 48 + sum(line * (1 + len(rows)) for rows in ties) > HEIGHT - 12 - y:  # no room for all: the scores stay
        ties = [[] for _ in ties]
    height = 44 + sum(line * (1 + len(rows)) for rows in ties)
    out = panel(COLUMN_X, y, COLUMN_WIDTH, height, picture.theme) + _heading(picture, y + 26, picture.w("draw.rounds"))
    at = y + 49
    for finished, rows in zip(picture.view.rounds, ties, strict=True):
        out += _round_scores(picture, finished, at)
        for left, right in rows:
            at += line
            size = round(min(12.0, 12.0 * (COLUMN_WIDTH - 2 * EDGE - 24) / text_width(left + right, 12.5)), 1)
            out += write(COLUMN_X + EDGE + 10, at, left, picture.theme.ink, size)
            out += write(COLUMN_X + COLUMN_WIDTH - EDGE, at, right, picture.theme.soft, size, anchor="end")
        at += line
    return out


def _ties(picture: Picture, finished: Round) -> list[tuple[str, str]]:
    """The cards of a round that a tie-break decided: who won, and by what."""
    won = [(card, won) for card, won in finished.cards.items() if won.by not in {"score", "only"}]
    return [(f"{picture.w(f'short.{card}')}{picture.w('sign.colon')} {picture.player(by.seat)}", picture.w(f"draw.by.{by.by}")) for card, by in won]


def _round_scores(picture: Picture, finished: Round, y: float) -> str:
    """The buildings of a round from the best to the worst (by seat, where awards lie face down): whose, and how many points."""
    out = write(COLUMN_X + EDGE, y, picture.w("word.round", round=finished.round).capitalize(), picture.theme.ink, 12.5, weight=600)
    for place, seat in enumerate(finished.ranking or range(len(finished.seats))):
        x, points = COLUMN_X + 104 + place * 48, finished.seats[seat].points.total
        body = pawn(x, y - 4, 5, seat, picture.theme) + write(x + 11, y, str(points), picture.theme.ink, 12.5)
        out += picture.piece(body, picture.w("table.score", player=picture.player(seat), n=points))
    return out
