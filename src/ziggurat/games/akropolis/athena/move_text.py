"""Moves as text with the expansion (§10.12): those of the game above, `+3.68@0,2/5` to complete a card, `stop`. And why a move is illegal."""

from __future__ import annotations

import re
from typing import Any

from ziggurat.errors import InvalidMove
from ziggurat.games.akropolis.athena.choices import STOP_TEXT, completion_text, single_words
from ziggurat.games.akropolis.athena.material import AT_A_SLOT, CARD_NAMES, FACE_OF, FIRST_SINGLE, LAST_SINGLE, SECOND_KIND, SLOTS, WHOLE
from ziggurat.games.akropolis.athena.readings import HE_TAKES_FIRST
from ziggurat.games.akropolis.athena.rules import FIRST_COMPLETION, LONGEST, MOVE_CODES, STOP, can_be_his, east_of
from ziggurat.games.akropolis.athena.state import CITY_HEX
from ziggurat.games.akropolis.material import ARCHITECT_NAMES
from ziggurat.games.akropolis.move_text import FAR as BASE_FAR
from ziggurat.games.akropolis.move_text import FORM as CITY_TILE_FORM
from ziggurat.games.akropolis.move_text import MOVE as CITY_TILE
from ziggurat.games.akropolis.move_text import bounds_of
from ziggurat.games.akropolis.move_text import from_text as base_from_text
from ziggurat.games.akropolis.move_text import spell as base_spell
from ziggurat.games.akropolis.move_text import tell as base_tell
from ziggurat.games.akropolis.move_text import tell_architect as base_tell_architect
from ziggurat.games.akropolis.move_text import to_text as base_to_text
from ziggurat.games.akropolis.move_text import why_not as base_why_not
from ziggurat.games.akropolis.state import find, is_built
from ziggurat.geometry.hex import CELLS, NEIGHBOURS, SIDES, SIZE, cell_of
from ziggurat.view import Telling, Values

# Not moves, but text in the form of one: a city tile far from the city, as in the game above; a single tile far from it; one that does not lie at the
# slot; one that goes to the illustrious architect; none for him, or one that does not lie there; one for him where he does not play; one of two
# colours without its rotation.
FAR_TILE = MOVE_CODES
FAR_SINGLE = FAR_TILE + SIZE
NOT_THERE = FAR_SINGLE + SLOTS
GIVEN = NOT_THERE + SLOTS
NOT_HIS = GIVEN + SLOTS
NOT_SOLO = NOT_HIS + SLOTS
NO_ROTATION = NOT_SOLO + SLOTS
COMPLETION = re.compile(r"\+\s*(\d+)\s*[.\s]\s*(\d+)\s*[@\s]\s*\(?\s*([+-]?\d+)\s*[,;\s]\s*([+-]?\d+)\s*\)?\s*(?:[/\s]\s*(?:r\s*)?(\d+))?\s*(?:!\s*(\d+))?")
PIECES = re.compile(r"(\+\d\.)(\d+)(@-?\d+,-?\d+)(/\d)((?:!\d+)?)")
FORM = "write `+3.68@0,2/5` (slot 1 to 4, single tile, place Q,R, rotation), in solo with the illustrious architect's tile behind it, `!82`; or `stop`"


def to_text(state: Any, move: int) -> str:
    """The one spelling of a move, with Q and R of the endless table."""
    if move >= FAR_SINGLE:
        return f"+{(move - FAR_SINGLE) % SLOTS + 1}.?@?,?/?"
    if move >= FAR_TILE:
        return base_to_text(state, BASE_FAR + move - FAR_TILE)
    if move < STOP:
        return base_to_text(state, move)
    return STOP_TEXT if move == STOP else completion_text(state, move, *bounds_of(state))


def from_text(state: Any, text: str) -> int:
    """The move, also from sloppy spellings (spaces, brackets)."""
    tidy = text.replace("−", "-").strip().lower()
    if tidy == STOP_TEXT:
        return STOP
    if not tidy.startswith("+"):
        return read_city_tile(state, text, tidy)
    match = COMPLETION.fullmatch(tidy)
    if match is None:
        raise InvalidMove(f"`{text}` is not a move: {FORM}")
    slot, tile, q, r, rotation, gift = (0 if part is None else int(part) for part in match.groups())
    if not 1 <= slot <= SLOTS or not FIRST_SINGLE <= tile <= LAST_SINGLE or rotation >= SIDES or (gift and not FIRST_SINGLE <= gift <= LAST_SINGLE):
        raise InvalidMove(f"`{text}` is not a move: {FORM}")
    if match[5] is None and int(SECOND_KIND[tile]) != WHOLE:
        return NO_ROTATION + slot - 1
    return read_completion(state, slot - 1, tile, (q, r), rotation, gift)


def read_city_tile(state: Any, text: str, tidy: str) -> int:
    """The number of a move that lays a city tile."""
    if CITY_TILE.fullmatch(tidy) is None:
        raise InvalidMove(f"`{text}` is not a move: {CITY_TILE_FORM}; to complete a card, a move of its own, {FORM}")
    move = base_from_text(state, text)
    return FAR_TILE + move - BASE_FAR if move >= BASE_FAR else move


def read_completion(state: Any, slot: int, tile: int, at: tuple[int, int], rotation: int, gift: int) -> int:
    """The number of a completion; of tiles that show the same, the first one counts."""
    his = 0
    if state["seats"] == 1:
        his = place_of(state, slot, gift, None) if gift else -1
        if his < 0:
            return NOT_HIS + slot
    elif gift:
        return NOT_SOLO + slot
    mine = place_of(state, slot, tile, his if state["seats"] == 1 else None)
    if mine < 0:
        if place_of(state, slot, tile, None) < 0:
            return NOT_THERE + slot
        return (GIVEN if can_be_his(state, slot, his) else NOT_HIS) + slot
    west, north = bounds_of(state)
    if not (0 <= at[0] - (west - 1) < SIZE and 0 <= at[1] - (north - 1) < SIZE):
        return FAR_SINGLE + slot
    if int(SECOND_KIND[tile]) == WHOLE:
        rotation = 0
    return FIRST_COMPLETION + (((AT_A_SLOT * slot + mine) * AT_A_SLOT + his) * SIDES + rotation) * CELLS + cell_of(*at)


def place_of(state: Any, slot: int, tile: int, gone: int | None) -> int:
    """Where the first tile lies at a slot that shows the same as this one; -1 if there is none."""
    row = state["offers"][slot].tolist()
    return next((place for place, other in enumerate(row) if other and place != gone and FACE_OF[other] == FACE_OF[tile]), -1)


def spell(text: str) -> list[str]:
    """The pieces that spell a move, as pictures name them."""
    if text == STOP_TEXT:
        return [text]
    if not text.startswith("+"):
        return base_spell(text)
    match = PIECES.fullmatch(text)
    assert match is not None, text
    return [piece for piece in match.groups() if piece]


# --- Why not ------------------------------------------------------------------------------------------------------------


def why_not(state: Any, move: int) -> Telling:
    """The reason why a move cannot be played here, as a key of `text/*.json` with its values."""
    is_city_tile = move < STOP or FAR_TILE <= move < FAR_SINGLE
    if is_city_tile:
        if state.open:
            return "reason.cards_now", {}
        return why_no_city_tile(state, move)
    if move == STOP:
        return "reason.no_stop", {}
    slot = (move - FAR_SINGLE) % SLOTS if move >= FAR_SINGLE else (move - FIRST_COMPLETION) // CELLS // SIDES // AT_A_SLOT // AT_A_SLOT
    if not (int(state.open) >> slot) & 1:
        return why_no_card(state, slot)
    if move >= NO_ROTATION:
        return "reason.no_rotation", {}
    if move >= NOT_SOLO:
        return "reason.not_solo", {}
    if move >= NOT_HIS:
        return why_not_his(state)
    if move >= GIVEN:
        return "reason.single_given", {}
    if move >= NOT_THERE:
        return "reason.single_gone", {"slot": slot + 1}
    if move >= FAR_SINGLE:
        return why_far(state, "reason.single_apart")
    his = (move - FIRST_COMPLETION) // CELLS // SIDES % AT_A_SLOT
    if state.seats == 1 and not can_be_his(state, slot, his):
        return why_not_his(state)
    return why_not_there(state.cities[state.to_move], (move - FIRST_COMPLETION) % CELLS)


def why_no_city_tile(state: Any, move: int) -> Telling:
    """The reason why a city tile cannot be laid there: as in the game above, or the table ends (D49)."""
    reason, values = base_why_not(state, BASE_FAR + move - FAR_TILE if move >= FAR_TILE else move)
    if reason == "reason.unknown":
        return "reason.too_long", {}
    return why_far(state, reason) if reason == "reason.touches_nothing" and move >= FAR_TILE else (reason, values)


def why_far(state: Any, reason: str) -> Telling:
    """The reason why a tile cannot lie so far that its place has no number: where the table ends, it may touch the city nevertheless (D49)."""
    city = state.cities[state.to_move]
    is_long = max(int(city.south) - int(city.north), int(east_of(city)) - int(city.west)) + 1 >= LONGEST - 1
    return ("reason.too_long" if is_long else reason), {}


def why_no_card(state: Any, slot: int) -> Telling:
    """§10.3  The reason why a card cannot be completed."""
    values: Values = {"slot": slot + 1, "card": f"=card.{CARD_NAMES[int(state.cards[slot]) - 1]}"}
    if (int(state.cities[state.to_move].statue) >> slot) & 1:
        return "reason.card_completed", values
    return ("reason.card_unfulfilled" if state.open else "reason.tile_first"), values


def why_not_his(state: Any) -> Telling:
    """§10.9  The reason why the illustrious architect cannot be given a tile: which one he gets."""
    return ("reason.not_his_first" if int(state.readings) & HE_TAKES_FIRST else "reason.not_his"), {}


def why_not_there(city: Any, cell: int) -> Telling:
    """§10.4  The reason why a single tile cannot lie on a cell."""
    if is_built(city, cell):
        return ("reason.on_single", {}) if city.tops[find(city, cell)] != CITY_HEX else ("reason.unknown", {})
    touches = any(is_built(city, int(NEIGHBOURS[cell, side])) for side in range(SIDES))
    return ("reason.too_long", {}) if touches else ("reason.single_apart", {})


# --- In words -----------------------------------------------------------------------------------------------------------


def tell(before: Any, move: int, after: Any, seat: int | None = None) -> list[Telling]:
    """The move and what came of it in words: keys of `text/*.json` with values."""
    mover = int(before["to_move"])
    if move < STOP:
        return base_tell(before, move, after, seat) if turn_ended(before, after) else tell_tile(before, move, after)
    sentences: list[Telling] = [("log.stop", {"player": mover})] if move == STOP else tell_completion(before, move, after)
    if turn_ended(before, after):
        if before["seats"] == 1:
            given = int(before.cities[1].tile_count) + (move != STOP)
            sentences += tell_his_turn(before, after, given)
        if laid_out := int(after["drawn"]) - int(before["drawn"]):
            sentences.append(("log.refill", {"n": laid_out}))
    return sentences


def turn_ended(before: Any, after: Any) -> bool:
    """Whether the turn ended with this move."""
    return int(before["turn"]) != int(after["turn"])


def tell_tile(before: Any, move: int, after: Any) -> list[Telling]:
    """The city tile, after which there is a card to complete."""
    sentences = [(key, values) for key, values in base_tell(before, move, after) if not key.startswith("log.architect")]
    return [*sentences, *tell_cards(after)]


def tell_cards(after: Any, known: int = 0) -> list[Telling]:
    """Which cards the player may complete now, but for those at the slots `known` (bits)."""
    mover = int(after["to_move"])
    cards = [int(card) for slot, card in enumerate(after["cards"]) if ((int(after["open"]) & ~known) >> slot) & 1]
    return [("log.fulfils", {"player": mover, "card": f"=card.{CARD_NAMES[card - 1]}"}) for card in cards]


def tell_completion(before: Any, move: int, after: Any) -> list[Telling]:
    """The card, what the illustrious architect is given, the single tile, the stone, and the cards that can be completed only now."""
    mover = int(before["to_move"])
    way, cell = divmod(move - FIRST_COMPLETION, CELLS)
    faces = way // SIDES
    slot, mine, his = faces // (AT_A_SLOT * AT_A_SLOT), faces // AT_A_SLOT % AT_A_SLOT, faces % AT_A_SLOT
    had, has = before["cities"][mover], after["cities"][mover]
    card = f"=card.{CARD_NAMES[int(before['cards'][slot]) - 1]}"
    sentences: list[Telling] = [("log.complete", {"player": mover, "card": card, "n": int(has["statue"]).bit_count()})]
    if before["seats"] == 1:
        name = f"=architect.{ARCHITECT_NAMES[before['architect']]}"
        sentences.append(single_words("log.gift", int(before["offers"][slot][his]), name=name))
    level = int(has["levels"][find(has, cell)])
    sentences.append(single_words("log.single", int(before["offers"][slot][mine]), player=mover, level=level))
    if gained := int(has["stones"]) - int(had["stones"]):
        sentences.append(("log.stones", {"player": mover, "n": gained}))
    return [*sentences, *tell_cards(after, int(before["open"]))]


def tell_his_turn(before: Any, after: Any, given: int) -> list[Telling]:
    """§9.2  What the illustrious architect did after the player's turn, beside the single tile that he was given."""
    if int(after.cities[1].tile_count) == given:
        return []
    return base_tell_architect(before, after, 0)
