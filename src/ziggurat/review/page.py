"""A review as one HTML page that loads nothing from elsewhere: the page of the web client, with the review and every position inside.

The client's build makes the page (`web/one_file.config.ts`); here its data are filled in, packed, so that no name of a player can end its script.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from ziggurat.errors import OptionError
from ziggurat.game import Game
from ziggurat.kernel import PACKAGE
from ziggurat.search.game_review import Review, rewound
from ziggurat.text import LANGUAGES, words

TEMPLATE = PACKAGE / "static/one_file/review.html"
PLACE = 'id="held">'
"""After it the page holds its data."""
SHARED_TEXTS = ("bot.", "seat.", "level.", "sign.")
"""Of the texts that all games share, those that the page shows."""
NOT_BUILT = "the page of a review is not built yet: `./run analyse …` builds it; or leave out `--html`, and the review is printed"


def review_page(review: Review, language: str, progress: Callable[[int, int], None] = lambda done, plies: None, template: Path = TEMPLATE) -> str:
    """The review as one HTML document, shown first in a language."""
    if not template.is_file():
        raise OptionError(NOT_BUILT)
    held = msgspec.json.encode(data_of(review, progress))
    packed = base64.b64encode(zlib.compress(held, 9)).decode()
    page = template.read_text(encoding="utf-8")
    return page.replace('<html lang="en">', f'<html lang="{language}">', 1).replace(PLACE, PLACE + packed, 1)


def data_of(review: Review, progress: Callable[[int, int], None]) -> dict[str, Any]:
    """What the page shows: fields of `Held` in `web/src/review_file/held.ts`."""
    game = review.game
    moments: list[dict[str, Any]] = []
    for decision in review.decisions:
        progress(len(moments), len(review.decisions))
        moments.append(moment(game, decision.ply, decision.seat))
    if review.decisions:
        moments += [moment(game, game.ply, seat) for seat in range(game.seats)]
    return {
        "review": review.report(),
        "moments": moments,
        "words": {language: lexicon(game, language) for language in LANGUAGES},
        "names": {language: [game.name_of(seat, language) for seat in range(game.seats)] for language in LANGUAGES},
    }


def moment(game: Game, ply: int, seat: int) -> dict[str, Any]:
    """A position as a seat saw it: fields of `Moment` in `web/src/lib/messages.ts`."""
    past = rewound(game, ply)
    view = past.typed_view(seat)
    view.legal = []
    for place, shown in enumerate(view.seats):
        if shown.name:
            shown.name = game.name_of(place)  # without invisible signs
    move, mover = (view.log[-1], past.movers[-1]) if ply else ("", None)
    return {"ply": ply, "plies": game.ply, "seat": seat, "view": view, "log": [], "move": move, "mover": mover}


def lexicon(game: Game, language: str) -> dict[str, Any]:
    """The texts of a game in a language: fields of `Lexicon` in `web/src/lib/messages.ts`."""
    common, own = words(language=language).texts, game.words(language).texts
    shared = {key: text for key, text in common.items() if key.startswith(SHARED_TEXTS)}
    return {"language": language, "shared": shared, "games": {game.spec.name: {key: text for key, text in own.items() if common.get(key) != text}}}
