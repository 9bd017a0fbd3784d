"""What a decision of another seat served, in words, as one seat can see it: points at once, what it works towards, what it is worth, what it denied.

Everything is read off games that the seat imagines (`Game.imagine`): whole games that look to it like the real one. So nothing hidden can be told.
"""

from __future__ import annotations

from dataclasses import dataclass

from ziggurat.game import Game
from ziggurat.search.expected_points import expected_points
from ziggurat.search.gain_at_once import differences
from ziggurat.search.game_review import rewound
from ziggurat.search.review_text import sources_in_words
from ziggurat.text import decimal
from ziggurat.view import Telling

DEALS = 24  # imagined games: what holds in all of them is told
JUDGED = 3  # of them in which the net judges all moves
OTHERS = 6  # other moves that the decision is compared with
LEAST = 1.5  # points worth a sentence
BLUNDER = 4.0  # points: so much worse than the best move is worth a word


@dataclass(frozen=True)
class Imagined:
    """An imagined game before and after the decision."""

    game: Game
    ply: int
    """How many decisions had been taken after it."""

    @property
    def code(self) -> int:
        """The decision as the rules number it."""
        return self.game.code(self.ply - 1)

    def before(self) -> Game:
        """The game in which the decision was taken."""
        return rewound(self.game, self.ply - 1)


def reasons(game: Game, seat: int, ply: int, language: str, *, points: bool = True, judged: bool = True) -> list[str]:
    """Why the seat that took a decision did so, as another seat can see it.

    Where a table hides scores, without `points` and without what the learned estimate says (`judged`), which knows them.
    """
    mover, secret = game.movers[ply - 1], game.view(seat)["log"][ply - 1] != game.moves[ply - 1]
    count = DEALS if game.spec.secrets else JUDGED
    worlds = [Imagined(game.imagine(seat, f"why/{ply}/{number}"), ply) for number in range(count)]
    sentences = [*obliged(worlds[0], language), *(at_once(worlds[0], seat, mover, language) if points else []), *served(worlds, mover, language)]
    if judged and not secret:
        sentences += worth(worlds[:JUDGED], mover, seat, language)
    return [*sentences, *denied(worlds[:JUDGED], seat, language)] if judged else sentences


def obliged(world: Imagined, language: str) -> list[str]:
    """What the rules ask for where such a decision must be taken, if the game has words for it: `why.` and the kind of the choice."""
    words, key = world.game.words(language), f"why.{getattr(world.before().choice(world.code), 'kind', '')}"
    return [words(key)] if key in words else []


def at_once(world: Imagined, seat: int, mover: int, language: str) -> list[str]:
    """The points that the decision brought at once, by source, as the views of the seat show them."""
    before, after = (rewound(world.game, ply).view(seat)["seats"][mover].get("breakdown", {}) for ply in (world.ply - 1, world.ply))
    gained = differences([before], [after])[0]
    words = world.game.words(language)
    return [words("why.at_once", gains=sources_in_words(gained, words))] if gained else []


def served(worlds: list[Imagined], mover: int, language: str) -> list[str]:
    """What the game itself says of the decision, as far as it holds in all imagined games; what would be so after any other move is no reason."""
    game, tellings_by_world = worlds[0].game, [tellings(world, mover) for world in worlds]
    words, others = game.words(language), [tellings(worlds[0], mover, code) for code in other_moves(worlds[0])]
    common = [telling for telling in tellings_by_world[0] if all(telling in other for other in tellings_by_world[1:])]
    if others:
        common = [telling for telling in common if not all(telling in other for other in others)]
    return [game.sentence(own if (own := f"why.{key}") in words else key, values, language) for key, values in common]


def other_moves(world: Imagined) -> list[int]:
    """Some other moves that the seat had, spread over all of them."""
    codes = [code for code in world.before().legal_codes() if code != world.code]
    return codes[:: max(1, len(codes) // OTHERS)]


def tellings(world: Imagined, mover: int, code: int | None = None) -> list[Telling]:
    """What `move_notes.py` of the game's folder says of the decision, or of another one in its place, in one imagined game."""
    spec, states = world.game.spec, world.game.spec.blank(2)
    states[0] = states[1] = world.game.state_at(world.ply - 1)
    move = world.code if code is None else code
    spec.rules.apply(states[1], move)
    tellings_of_move: list[Telling] = []
    for what in ("notes", "serves"):
        if ask := spec.optional("move_notes", what):
            tellings_of_move += ask(states[0], states[1], mover, move)
    return tellings_of_move


def worth(worlds: list[Imagined], mover: int, seat: int, language: str) -> list[str]:
    """What the net expects of the decision, against the best one, and what it costs the best opponent."""
    points, rivals, behind, most = 0.0, 0.0, 0.0, 1
    for world in worlds:
        before = world.before()
        judged, codes = expected_points(before, "why"), before.legal_codes()
        if judged is None or len(codes) < 2:
            return []
        place, most = codes.index(world.code), len(codes)
        values = [own - other for own, other in zip(judged.points, judged.rivals, strict=True)]
        points += judged.points[place] / len(worlds)
        rivals -= judged.rivals[place] / len(worlds)
        behind += (max(values) - values[place]) / len(worlds)
    words, sentences = worlds[0].game.words(language), []
    if points >= LEAST:
        sentences.append(words("why.expected", points=decimal(points, language), n=round(points, 1)))
    if rivals >= LEAST:
        of = "you" if worlds[0].game.seats == 2 and seat != mover else "rival"
        sentences.append(words(f"why.costs.{of}", points=decimal(rivals, language), n=round(rivals, 1)))
    if behind >= BLUNDER:
        sentences.append(words("why.worse", points=decimal(behind, language), n=round(behind, 1)))
    elif behind < 0.5:
        sentences.append(words("why.best", n=most))
    return sentences


def denied(worlds: list[Imagined], seat: int, language: str) -> list[str]:
    """How much more the piece that was taken would have been worth to the seat than the next best one."""
    lost, text = 0.0, ""
    for world in worlds:
        before = world.before()
        own = before.suppose_turn(seat, "why")
        judged = expected_points(own, "why") if own is not None and before.to_move != seat and len(own.legal_codes()) > 1 else None
        if own is None or judged is None:
            return []
        choices, codes = own.spec.choices, before.legal_codes()
        row = before.move_parts()[codes.index(world.code)]
        piece, rows = choices.piece_keys(row)[0], own.move_parts()
        same = [points for points, mine in zip(judged.points, rows, strict=True) if choices.piece_keys(mine)[0] == piece]
        other = [points for points, mine in zip(judged.points, rows, strict=True) if choices.piece_keys(mine)[0] != piece]
        if not same or not other:
            return []
        lost += (max(same) - max(other)) / len(worlds)
        (key, values), _ = choices.pieces(before.state, row)[0]
        text = before.sentence(key, values, language)
    words = worlds[0].game.words(language)
    return [words("why.denied", piece=text, points=decimal(lost, language), n=round(lost, 1))] if lost >= LEAST else []
