"""The command `play`."""

from __future__ import annotations

from typing import Annotated

import typer

from ziggurat.cli import completion
from ziggurat.cli.console import compiling, out, usage_errors
from ziggurat.cli.options import BOT_HELP, GameName, Language, OptionList, Seed, chosen_language


def play(
    game: GameName,
    bots: Annotated[
        list[str] | None, typer.Argument(help=f"Bots for the other seats: {BOT_HELP}. None: people only.", metavar="[BOT]…", autocompletion=completion.bots)
    ] = None,
    option: OptionList = None,
    seed: Seed = None,
    seat: Annotated[int, typer.Option(help="Your seat when you play alone against bots; 1 begins.", min=1)] = 1,
    language: Language = None,
) -> None:
    """Play in the terminal."""
    from ziggurat.cli.terminal_table import TerminalTable, make_players
    from ziggurat.game import Game
    from ziggurat.options import parse_assignments
    from ziggurat.registry import game_spec
    from ziggurat.search.bots import check_bots, make_bot

    with usage_errors():
        chosen = chosen_language(language)
        spec = game_spec(game)
        with compiling(spec.folder, chosen):
            options = parse_assignments(option or [])
            if "seats" not in options:  # room for the bots and one person
                options["seats"] = min(max(len(bots or []) + 1, spec.option_set.defaults["seats"]), spec.seats[1])
            made = Game(spec, options, seed=seed)
            players = make_players(made.seats, bots or [], seat - 1)
            check_bots(bots or [], spec)
            made.players = [f"bot:{bot}" if bot else made.name_of(place, chosen) for place, bot in enumerate(players)]
            seated = {place: make_bot(bot, spec, f"{made.seed}/seat/{place}") for place, bot in enumerate(players) if bot}
    TerminalTable(made, seated, out, out.input, chosen).play()
