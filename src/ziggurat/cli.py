"""The command line. Every command exits 0 when all is well, 1 when the input or the game is wrong, 2 when it was called wrongly."""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from ziggurat import __version__
from ziggurat.errors import BotError, GameError, OptionError, RecordError, UnknownGame, listed

if TYPE_CHECKING:
    from ziggurat.game import Game
    from ziggurat.search.analyse import Budget, Review

app = typer.Typer(
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Play, study and teach computers games about architects who build upwards.",
)
out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)

WRONG_INPUT, WRONG_CALL, INTERRUPTED = 1, 2, 130
REMARKS = {"id", "title", "why", "expect"}  # fields of a position that are notes for people: a file of worked examples can be scored as it is

GameName = Annotated[str, typer.Argument(help="The game: `amytis`, `akropolis` or `blueprints`.", metavar="GAME", show_default=False)]
InFile = Annotated[str, typer.Argument(help="A file, or `-` for standard input.", metavar="FILE", show_default=False)]
OptionList = Annotated[list[str] | None, typer.Option("--option", "-o", help="An option of the game, NAME=VALUE; may be repeated.", metavar="K=V")]
Seed = Annotated[str | None, typer.Option(help="The seed of the deal: the same seed, the same deal.")]
BOT_HELP = "`random`, `greedy`, `mcts:ms=1000`, `mcts:sims=2000`, `py:FILE.py:NAME`"
Json = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]
Language = Annotated[str | None, typer.Option(help="`en` or `fr`.")]
Upto = Annotated[int | None, typer.Option(help="Stop after so many moves.", min=0)]


class CalledWrongly(Exception):
    """The command line itself asks for something impossible."""


@contextmanager
def asked_for() -> Iterator[None]:
    """Errors in here are errors of the command line, not of an input file."""
    try:
        yield
    except GameError as error:
        raise CalledWrongly(str(error)) from None


def read_input(name: str) -> bytes:
    """The bytes of a file, or of standard input."""
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise RecordError(f"cannot read `{name}`: {error.strerror or error}") from None


def filled_lines(name: str, what: str) -> list[tuple[int, bytes]]:
    """The JSON objects of a file with their line numbers; at least one."""
    from ziggurat.record import lines_of

    found = list(lines_of(read_input(name)))
    if not found:
        raise RecordError(f"`{name}` holds no {what}")
    return found


@contextmanager
def open_output(name: str) -> Iterator[Callable[[str], None]]:
    """A function that writes a line to standard output (`-`), or to a file that appears when it is complete."""
    if name == "-":
        yield emit
        return
    from ziggurat.record import write_whole

    lines: list[str] = []
    yield lines.append
    try:
        write_whole(Path(name), "".join(f"{line}\n" for line in lines))
    except OSError as error:
        raise CalledWrongly(f"cannot write `{name}`: {error.strerror or error}") from None


def emit(line: str) -> None:
    """One line on standard output; when the reader has enough (`| head`), we are done."""
    try:
        print(line, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit from None


def print_json(value: Any) -> None:
    """One JSON object on one line; what is invisible in it is escaped, so that no name in it can steer a terminal."""
    from ziggurat.text import is_invisible

    text = json.dumps(value, ensure_ascii=False)
    emit(text if text.isprintable() else "".join(json.dumps(sign)[1:-1] if is_invisible(sign) else sign for sign in text))


def fail(message: str) -> None:
    """One line on standard error; a message may quote a file, so nothing invisible in it reaches the terminal."""
    from ziggurat.text import printable

    err.print("[bold red]error:[/] ", end="")
    err.print(printable(message.splitlines()[0]) if message else "unknown", markup=False)


@app.callback(invoke_without_command=True)
def main_command(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Without a command: the table opens in the browser, as with `serve`."""
    if version:
        print(f"ziggurat {__version__}")
    elif context.invoked_subcommand is None:
        serve()


@app.command()
def serve(
    port: Annotated[int, typer.Option(help="The port; 0 takes a free one.", min=0, max=65535)] = 8000,
    host: Annotated[str, typer.Option(help="The address to listen on; `0.0.0.0` lets others in.")] = "127.0.0.1",
    data: Annotated[Path | None, typer.Option(help="The file of all tables; by default in the user's data folder.")] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the browser.")] = False,
    bot: Annotated[list[str] | None, typer.Option(help="Offer a bot of yours by a name; may be repeated.", metavar="NAME=py:FILE.py:CLASS")] = None,
    bot_threads: Annotated[int | None, typer.Option(help="How many bots think at once.", min=1)] = None,
    expire_days: Annotated[float, typer.Option(help="Remove tables that nobody visited for so long.", min=0.001)] = 60.0,
    origin: Annotated[list[str] | None, typer.Option(help="Another site whose pages may use this server; may be repeated.", metavar="URL")] = None,
    allowed_host: Annotated[
        list[str] | None, typer.Option(help="A name by which this server may be called, such as a proxy's; `*`: any. May be repeated.", metavar="NAME")
    ] = None,
    connections: Annotated[int | None, typer.Option(help="How many connections one address may hold at once; 400 by default.", min=1)] = None,
    wait: Annotated[float, typer.Option(help="Wait so many seconds for another server to let go of the data file.", min=0)] = 0.0,
    private_webhooks: Annotated[bool, typer.Option("--private-webhooks", help="Let webhooks go to private and loopback addresses.")] = False,
    no_limits: Annotated[bool, typer.Option("--no-limits", help="No limits per address, for tests and closed networks.")] = False,
    log_level: Annotated[str, typer.Option(help="`info`, `warning` or `error`.")] = "warning",
) -> None:
    """Open the table: a server for people and bots, with everything in one file."""
    from ziggurat.server.json_logs import set_up
    from ziggurat.server.serve import serve as run_server
    from ziggurat.server.settings import THREADS, ServerSettings, default_data, own_bots
    from ziggurat.server.web.host_names import host_names, site_origins
    from ziggurat.server.web.limits import NO_RATES, Rates

    with asked_for():
        if log_level not in {"debug", "info", "warning", "error"}:
            raise OptionError(f"there is no log level `{log_level}`: choose `info`, `warning` or `error`")
        rates = NO_RATES if no_limits else Rates()
        settings = ServerSettings(
            data=data or default_data(),
            host=host,
            port=port,
            bots=own_bots(bot or []),
            expire_days=expire_days,
            rates=rates if connections is None else replace(rates, connections=connections),
            origins=site_origins(origin or []),
            hosts=host_names(allowed_host or []),
            wait=wait,
            private_hooks=private_webhooks,
            bot_threads=bot_threads or THREADS,
        )
    set_up(log_level)
    if not run_server(settings, browser=not no_browser, say=lambda address: emit(f"The table is open at {address} (Ctrl+C closes it)")):
        raise typer.Exit(WRONG_INPUT)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The file to write.", metavar="FILE", show_default=False)],
    data: Annotated[Path | None, typer.Option(help="The data file of the server.")] = None,
) -> None:
    """Copy the data file of a server, which may be running."""
    from ziggurat.server.settings import default_data
    from ziggurat.server.store.sqlite import backup_file

    out.print(f"copied {backup_file(data or default_data(), file)} tables to {file}", markup=False)


@app.command()
def play(
    game: GameName,
    bots: Annotated[list[str] | None, typer.Argument(help=f"Bots for the other seats: {BOT_HELP}. None: people only.", metavar="[BOT]…")] = None,
    option: OptionList = None,
    seed: Seed = None,
    seat: Annotated[int, typer.Option(help="Your seat when you play alone against bots; 1 begins.", min=1)] = 1,
    language: Language = None,
) -> None:
    """Play in the terminal."""
    from ziggurat.game import Game
    from ziggurat.options import parse_assignments
    from ziggurat.play import TerminalTable, make_players
    from ziggurat.registry import game_spec
    from ziggurat.search.bots import make_bot

    with asked_for():
        chosen = language_for(language)
        spec = game_spec(game)
        with compiling(spec.folder, chosen):
            options = parse_assignments(option or [])
            if "seats" not in options:  # room for the bots and one person
                options["seats"] = min(max(len(bots or []) + 1, spec.option_set.defaults["seats"]), spec.seats[1])
            made = Game(spec, options, seed=seed)
            players = make_players(made.seats, bots or [], seat - 1)
            made.players = [f"bot:{bot}" if bot else made.name_of(place, chosen) for place, bot in enumerate(players)]
            seated = {place: make_bot(bot, spec, f"{made.seed}/seat/{place}") for place, bot in enumerate(players) if bot}
    TerminalTable(made, seated, out, out.input, chosen).play()


def language_for(asked: str | None) -> str:
    """The language asked for, or that of this machine."""
    from ziggurat.text import LANGUAGES, language_of_this_machine

    chosen = asked or language_of_this_machine()
    if chosen not in LANGUAGES:
        raise OptionError(f"there is no language `{chosen}`: choose one of {listed(LANGUAGES)}")
    return chosen


@contextmanager
def compiling(folder: Path, language: str) -> Iterator[None]:
    """Say that the rules are being compiled when they are not in the cache yet."""
    from ziggurat.kernel import COMPILED, cache_folder
    from ziggurat.text import words

    if COMPILED and not any(cache_folder(folder).rglob("*.nbi")):
        with err.status(words(None, language)("cli.compiling")):
            yield
    else:
        yield


@app.command()
def record(
    game: GameName,
    bots: Annotated[str | None, typer.Option(help="A bot for each seat, separated by commas.")] = None,
    seats: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    option: OptionList = None,
    seed: Seed = None,
    games: Annotated[int, typer.Option(help="How many games.", min=0)] = 1,
    file: Annotated[str, typer.Option("--out", help="The file to write, or `-`.")] = "-",
) -> None:
    """Let bots play and write records; the same seed gives the same file, byte for byte."""
    from ziggurat.arena.match import check_seats, record_games
    from ziggurat.options import parse_assignments
    from ziggurat.record import dump
    from ziggurat.registry import game_spec

    with asked_for():
        options = parse_assignments(option or [])
        if seats is not None:
            options["seats"] = seats
        named = bots.split(",") if bots else ["random"] * game_spec(game).option_set.read(options)["seats"]
        check_seats(game_spec(game), named, options)
        with open_output(file) as write:
            for made in record_games(game, named, options, seed if seed is not None else secrets.token_hex(8), games):
                write(dump(made))


@app.command()
def replay(
    file: InFile,
    as_json: Json = False,
    upto: Upto = None,
    proof: Annotated[bool, typer.Option("--verify", help="Check the proof of a fair deal, too (`fair`).")] = False,
) -> None:
    """Replay records and check all of them: deal, every move, result."""
    from ziggurat.fair_deal import verify
    from ziggurat.record import parse
    from ziggurat.record import replay as play_again

    wrong = 0
    found = filled_lines(file, "record")
    for number, line in found:
        answer: dict[str, Any] = {"ok": False, "plies": 0, "scores": None, "ranks": None, "breakdown": None, "error": None}
        try:
            game = play_again(parsed := parse(line), upto=upto)
            if proof:
                verify(parsed)
        except GameError as error:
            wrong += 1
            answer["error"] = str(error).splitlines()[0]
        else:
            answer |= {"ok": True, "plies": game.ply, "scores": game.scores, "ranks": game.ranks, "breakdown": game.breakdown}
        if as_json:
            print_json(answer)
        elif not answer["ok"]:
            fail(f"record on line {number}: {answer['error']}")
        elif len(found) == 1:
            out.print(game.board())
    if not as_json and len(found) > 1:
        out.print(f"{len(found)} records, {len(found) - wrong} right, {wrong} wrong")
    if wrong:
        raise typer.Exit(WRONG_INPUT)


@app.command()
def legal(file: InFile, as_json: Json = False, upto: Upto = None) -> None:
    """The legal moves after the moves of a record, or after the first N of them."""
    from ziggurat.record import load

    wrong = 0
    for number, line in filled_lines(file, "record"):
        try:
            game = load(line, upto=upto)
        except GameError as error:
            wrong += 1
            print_json({"error": str(error).splitlines()[0]}) if as_json else fail(f"record on line {number}: {error}")
            continue
        answer = {"ply": game.ply, "to_move": game.to_move, "over": game.is_over, "legal": sorted(game.legal_moves)}
        print_json(answer) if as_json else out.print(" ".join(answer["legal"]) or "the game is over", markup=False)  # type: ignore[arg-type]
    if wrong:
        raise typer.Exit(WRONG_INPUT)


@app.command()
def score(game: GameName, file: InFile, as_json: Json = False) -> None:
    """Score positions typed in from a real table: one JSON object, or one a line."""
    from ziggurat.record import parse
    from ziggurat.registry import game_spec

    with asked_for():
        module = game_spec(game).module("position")
    wrong = 0
    for number, line in filled_lines(file, "position"):
        try:
            answer = module.score_position({name: value for name, value in parse(line).items() if name not in REMARKS})
        except GameError as error:
            wrong += 1
            print_json({"error": str(error)}) if as_json else fail(f"position on line {number}: {error}")
            continue
        if as_json:
            print_json(answer)
        else:
            out.print(", ".join(f"{name} {value}" for name, value in flatten(answer)), markup=False)
    if wrong:
        raise typer.Exit(WRONG_INPUT)


def flatten(answer: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The lines of a score sheet with nested ones in a row."""
    for name, value in answer.items():
        if isinstance(value, dict):
            yield from ((f"{name} {inner}", points) for inner, points in value.items())
        else:
            yield name, value


Jobs = Annotated[int | None, typer.Option(help="How many processes play; 1 is this one. Otherwise all cores but one.", min=1, show_default=False)]
Log = Annotated[Path | None, typer.Option(help="Write each finished deal to this file, and go on from what it holds.", show_default=False, metavar="FILE")]
SecondsPerMove = Annotated[float | None, typer.Option(help="Replaces every bot's own budget (`py:` bots have 10 s).", min=0.001)]


@app.command()
def match(
    game: GameName,
    bots: Annotated[list[str], typer.Argument(help=f"As many bots as seats: {BOT_HELP}.", metavar="BOT…", show_default=False)],
    games: Annotated[int, typer.Option(help="How many games, rounded up to whole rotations of the seats.", min=1)] = 100,
    seed: Seed = None,
    option: OptionList = None,
    seconds_per_move: SecondsPerMove = None,
    jobs: Jobs = None,
    log: Log = None,
    as_json: Json = False,
) -> None:
    """A match between bots: each deal is played once in every rotation of the seats."""
    from contextlib import closing, nullcontext

    from ziggurat.arena.journal import Journal, first_deal
    from ziggurat.arena.match import Match, match_deals, play_match
    from ziggurat.arena.pool import default_jobs
    from ziggurat.arena.report import percent, progress
    from ziggurat.arena.stats import mean_interval
    from ziggurat.options import parse_assignments

    with asked_for():
        options = parse_assignments(option or [])
        old = first_deal(log) if log else None
        seed = seed if seed is not None else old.seed if old else secrets.token_hex(8)
        deals = match_deals(game, bots, options, seed, games, seconds_per_move)
        check_bots(game, bots)
    played = Match(bots)
    total = len(deals) * len(bots)
    with Journal(log, deals[0]) if log else nullcontext() as journal:
        rounds = play_match(game, bots, options, seed, games, seconds_per_move, jobs or default_jobs(), journal)
        try:
            with progress(err, total) as tell, closing(rounds):
                for played in rounds:
                    if tell.is_due():
                        share, interval = played.points[0] / played.games, mean_interval(played.first_by_deal)
                        tell(played.games, f"{bots[0]} {share:.1%} ({percent(interval)})")
        except KeyboardInterrupt:
            show_match_result(played, as_json)
            stopped(played.games, total, log)
    show_match_result(played, as_json)


def check_bots(game: str, bots: list[str]) -> None:
    """Every name is a bot of this game."""
    from ziggurat.registry import game_spec
    from ziggurat.search.bots import make_bot

    for bot in bots:
        make_bot(bot, game_spec(game), "check")


def stopped(games: int, total: int, log: Path | None) -> None:
    """Say what an interruption cost, and leave with 130."""
    how = f"the same command goes on with `--log {log}`" if log else "with `--log FILE` the same command would go on from here"
    err.print(f"interrupted after {games} of {total} games: {how}", markup=False)
    raise typer.Exit(INTERRUPTED)


def show_match_result(played: Any, as_json: bool) -> None:
    """The result of a match, whole or not."""
    summary = played.summary()
    for reason in dict.fromkeys(played.forfeits):
        fail(f"a game was lost: {reason}")
    if as_json:
        print_json(summary)
    elif summary["games"]:
        show_match(summary)


def show_match(summary: dict[str, Any]) -> None:
    """The result of a match as a table."""
    from rich.table import Table

    table = Table(title=f"{summary['games']} games")
    for head in ("bot", "points", "wins", "mean score", "seconds a move"):
        table.add_column(head, justify="left" if head == "bot" else "right")
    for bot, points, wins, mean, seconds in zip(*(summary[key] for key in ("bots", "points", "wins", "mean_scores", "seconds_per_move")), strict=True):
        table.add_row(bot, f"{points:.1f}", str(wins), f"{mean:.1f}", f"{seconds:.5f}")
    out.print(table)
    low, high = summary["interval"]
    elo = "" if summary["elo_diff"] is None else f", Elo difference {summary['elo_diff']:+.0f}"
    out.print(f"{summary['bots'][0]} takes {summary['points'][0] / summary['games']:.1%} of the points (95 % interval {low:.1%} to {high:.1%}){elo}")


@app.command()
def ladder(
    game: GameName,
    bots: Annotated[list[str] | None, typer.Argument(help=f"The pool: {BOT_HELP}. None: `level:1` to `level:8`.", metavar="[BOT]…")] = None,
    games: Annotated[int, typer.Option(help="How many games for each pairing, rounded up to whole deals.", min=1)] = 100,
    seats: Annotated[int | None, typer.Option(help="How many seats a table has: 2, unless said otherwise.", show_default=False)] = None,
    neighbours: Annotated[int | None, typer.Option(help="Pair only bots up to K places apart in the order given; all otherwise.", min=1, metavar="K")] = None,
    seed: Seed = None,
    option: OptionList = None,
    seconds_per_move: SecondsPerMove = None,
    jobs: Jobs = None,
    log: Log = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the ratings to this file, `.svg` or `.png`.", metavar="FILE")] = None,
    as_json: Json = False,
) -> None:
    """Ratings of a pool of bots, with intervals: who is stronger, by how much, and how sure that is."""
    from contextlib import closing, nullcontext

    from ziggurat.arena.journal import Journal, first_deal
    from ziggurat.arena.ladder import LEVELS, Ladder, ladder_deals, ladder_identity, play_ladder, seed_of_ladder
    from ziggurat.arena.pool import default_jobs
    from ziggurat.arena.report import check_plot, progress
    from ziggurat.options import parse_assignments

    with asked_for():
        pool = bots or list(LEVELS)
        options = parse_assignments(option or [])
        old = first_deal(log) if log else None
        seed = seed if seed is not None else seed_of_ladder(old) if old else secrets.token_hex(8)
        deals = ladder_deals(game, pool, options, seed, games, seats=seats, neighbours=neighbours, seconds=seconds_per_move)
        check_bots(game, pool)
        if plot:
            check_plot(plot)
    played = Ladder(pool, deals)
    with Journal(log, deals[0], ladder_identity) if log else nullcontext() as journal:
        rounds = play_ladder(pool, deals, jobs or default_jobs(), journal)
        try:
            with progress(err, played.planned) as tell, closing(rounds):
                for played in rounds:
                    tell(played.games)
        except KeyboardInterrupt:
            show_ladder(played, plot, as_json)
            stopped(played.games, played.planned, log)
    show_ladder(played, plot, as_json)


def show_ladder(played: Any, plot: Path | None, as_json: bool) -> None:
    """The ladder as far as it was played: tables or JSON, then the plot."""
    from ziggurat.arena.report import ladder_tables, plot_ladder
    from ziggurat.registry import game_spec

    for reason in dict.fromkeys(played.failures):
        fail(f"a game was lost: {reason}")
    if not played.games and not as_json:
        return
    summary = played.summary()
    if as_json:
        print_json(summary)
    else:
        for table in ladder_tables(summary):
            out.print(table)
        out.print(f"Elo; the mean of the pool is 0. seed {summary['seed']}", markup=False)
    if plot and played.games:
        plot_ladder(summary, plot, game_spec(summary["game"]).option_set.defaults)


@app.command()
def analyse(
    file: InFile,
    as_json: Json = False,
    html: Annotated[str | None, typer.Option(help="Write one page with pictures to this file, for a single record.", metavar="OUT.html")] = None,
    ms: Annotated[
        int | None,
        typer.Option(
            help="Milliseconds of search a decision, 300 by default; at most twice as long where a move needs a search of its own, so 15 to 45 s a game.", min=1
        ),
    ] = None,
    sims: Annotated[int | None, typer.Option(help="Simulations a decision instead: the same review everywhere, byte for byte.", min=1)] = None,
    upto: Upto = None,
    seed: Annotated[str, typer.Option(help="The seed of the search.")] = "analyse",
    language: Language = None,
) -> None:
    """Review games move by move: what was expected, what each move cost, what was better. Ctrl-C ends with what is there so far."""
    from ziggurat.record import load
    from ziggurat.search.analyse import DEFAULT_MS, Budget

    with asked_for():
        chosen = language_for(language)
        if ms is not None and sims is not None:
            raise OptionError("`--ms` and `--sims` are two budgets: give one of them")
        budget = Budget(sims, ms if ms or sims else DEFAULT_MS)
        if html not in {None, "-"} and not Path(str(html)).absolute().parent.is_dir():
            raise OptionError(f"cannot write `{html}`: there is no such folder")
    found = filled_lines(file, "record")
    if html is not None and len(found) > 1:
        raise CalledWrongly(
            f"`--html` makes a page of one game, and `{file}` holds {len(found)} records: pick one, for instance `sed -n 1p {file}`, and give it as `-`"
        )
    wrong = 0
    for number, line in found:
        try:
            game = load(line, upto=upto)
        except GameError as error:
            wrong += 1
            reason = str(error).splitlines()[0]
            print_json({"error": reason}) if as_json else fail(f"record on line {number}: {reason}")
            continue
        review, interrupted = review_with_progress(game, budget, seed, chosen)
        if html is not None:
            write_page(review, html, chosen)
        if as_json:
            print_json(review.as_json())
        elif html is None:
            from ziggurat.review.text import show_review

            show_review(review, out, chosen)
        if interrupted:
            raise typer.Exit(INTERRUPTED)
    if wrong:
        raise typer.Exit(WRONG_INPUT)


def review_with_progress(game: Game, budget: Budget, seed: str, language: str) -> tuple[Review, bool]:
    """The review of a game with a bar on the terminal; interrupted, the decisions so far, and True."""
    from rich.progress import Progress

    from ziggurat.search.analyse import Review, decisions, rewound

    decided, interrupted = [], False
    with compiling(game.spec.folder, language):
        if game.moves:
            rewound(game, 0).analyse(sims=1)
    with Progress(console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task(game.words(language)("game.name"), total=game.ply)
        try:
            for decision in decisions(game, budget, seed):
                decided.append(decision)
                bar.advance(task)
        except KeyboardInterrupt:
            interrupted = True
    return Review(game, budget, seed, tuple(decided)), interrupted


def write_page(review: Review, file: str, language: str) -> None:
    """The page of a review as a file that appears when it is complete, and its size on standard error."""
    from rich.progress import Progress

    from ziggurat.review.page import review_page

    words = review.game.words(language)
    with Progress(console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task(words("review.drawing"), total=None)
        page = review_page(review, language, lambda done, plies: bar.update(task, completed=done, total=plies))
    with open_output(file) as write:
        write(page.rstrip("\n"))
    if file != "-":
        err.print(words("review.wrote", file=file, size=round(len(page.encode()) / 1024)), markup=False)


@app.command()
def bench(
    game: Annotated[str | None, typer.Option(help="Only this game.")] = None,
    option: OptionList = None,
    search: Annotated[bool, typer.Option("--search", help="Measure the tree search instead: imagined deals with a full playout.")] = False,
    server: Annotated[bool, typer.Option("--server", help="Measure the table instead: a server and its clients on this machine.")] = False,
    tables: Annotated[int, typer.Option(help="How many tables (`--server`).", min=1)] = 500,
    bare: Annotated[bool, typer.Option("--bare", help="Without previews and hints (`--server`).")] = False,
    seconds: Annotated[float, typer.Option(help="How long each part lasts (`--server`).", min=1)] = 10.0,
    as_json: Json = False,
) -> None:
    """How fast the rules are: uniformly random whole games on one core, every legal move listed."""
    if server:
        bench_server(game or "amytis", "bare" if bare else "page", tables, seconds, as_json)
        return
    from ziggurat.measure.kernels import measure_search, measure_speed
    from ziggurat.options import parse_assignments
    from ziggurat.registry import game_names, game_spec

    with asked_for():
        names = [game_spec(game).name] if game else list(game_names())
        options = parse_assignments(option or [])
        for name in names:
            game_spec(name).option_set.read({**dict(game_spec(name).bench), **options})
    results = {}
    for name in names:
        if search:
            results[name] = found = measure_search(name, options)
            if not as_json:
                out.print(
                    f"[bold]{name}[/]  {found['simulations_per_s']:,.0f} imagined deals with full playout a second from the opening, "
                    f"{found['judged_per_s']:,.0f} judged by the estimate"
                )
            continue
        results[name] = found = measure_speed(name, options)
        if not as_json:
            out.print(
                f"[bold]{name}[/]  {found['plies_per_s']:,.0f} plies/s  {found['games_per_s']:,.0f} games/s  "
                f"state {found['state_bytes']} bytes  mean score {found['mean_score']:.2f}  mean legal moves {found['mean_legal']:.1f}  "
                f"compiled or loaded in {found['compile_s']:.2f} s"
            )
    if as_json:
        print_json(results)


def bench_server(game: str, settings: str, tables: int, seconds: float, as_json: bool) -> None:
    """How much the table carries."""
    from ziggurat.measure.server import bench as measure
    from ziggurat.registry import game_spec

    with asked_for():
        game_spec(game)
    found = measure(game, settings, tables, seconds)
    if as_json:
        print_json(found)
        return
    how = "previews, hints and live scores on" if settings == "page" else "without previews and hints"
    out.print(f"[bold]{game}[/], {tables} tables of two seats, each seat on a socket, {how}; every move is durable before it is told")
    out.print(
        f"a move at each table every two seconds: p50 {found['p50_ms']} ms  p99 {found['p99_ms']} ms  "
        f"{found['cpu_ms_per_move']} ms of processor time a move  memory {found['memory_mb'] or 0:.0f} MB"
    )
    out.print(f"saturated: {found['moves_per_s']:,} moves/s")


@app.command()
def warm() -> None:
    """Compile every game ahead, so that the first game starts at once."""
    from ziggurat.measure.warm import warm_up
    from ziggurat.server.compile_ahead import warm_tables

    for name, seconds in warm_up():
        out.print(f"{name}: ready after {seconds:.1f} s")
    warm_tables()


@app.command()
def doctor() -> None:
    """Say what is installed, found and missing."""
    from ziggurat.measure.doctor import findings

    broken = False
    for good, name, what in findings():
        broken |= good is False
        mark = {True: "[green]ok[/]", False: "[bold red]missing[/]", None: "[dim]–[/]"}[good]
        out.print(f"{mark} [bold]{name}[/] ", end="")
        out.print(what, markup=False)
    if broken:
        raise typer.Exit(WRONG_INPUT)


def main() -> None:
    """The command `ziggurat`: runs it, and turns errors into one line and a status."""
    try:
        app()
    except CalledWrongly as error:
        fail(str(error))
        sys.exit(WRONG_CALL)
    except GameError as error:
        fail(str(error))
        sys.exit(WRONG_CALL if isinstance(error, UnknownGame | BotError | OptionError) else WRONG_INPUT)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
