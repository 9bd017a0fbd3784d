"""A game in the terminal: people and bots at one keyboard, with help, undo, hints and save."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ziggurat.errors import BotError, GameError, IllegalMove, InvalidMove, RecordError
from ziggurat.game import Game
from ziggurat.record import save
from ziggurat.search.analyse import Analysis, analyse_position
from ziggurat.search.bots import Bot
from ziggurat.search.hint_text import HINT_MS, STEPS, hint
from ziggurat.text import printable


class Leave(Exception):
    """The player leaves the table."""


class TerminalTable:
    """One game at one terminal: `bots` sit on their seats, people have the others."""

    def __init__(self, game: Game, bots: dict[int, Bot], console: Console, ask: Callable[[str], str], language: str) -> None:
        self.game = game
        self.bots = bots
        self.console = console
        self.ask = ask
        self.language = language
        self.words = game.words(language)
        self.saved: list[str] = []
        people = [seat for seat in range(game.seats) if seat not in bots]
        self.alone = len(people) == 1
        self.watcher: int | None = people[0] if self.alone else None
        """The seat whose view is on the screen; None: what everybody sees."""
        self.leaving = False
        self.advice: Analysis | None = None
        """What the adviser thinks of the position after `advice_moves`."""
        self.advice_moves: list[str] = []
        self.hint_step = 0
        """The last step of the hint that was shown."""
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self.help,
            "moves": self.list_moves,
            "board": self.show_board,
            "score": self.show_score,
            "undo": self.undo,
            "hint": self.hint,
            "save": self.save,
            "quit": self.quit,
        }

    def play(self) -> None:
        """Play until the end, or until someone leaves."""
        self.say(self.words("cli.welcome", game=self.words("game.name")), "bold")
        shown_for: int | None = None
        try:
            while (seat := self.game.to_move) is not None:
                if seat in self.bots:
                    self.bot_moves(seat)
                    continue
                if shown_for != self.game.ply:
                    self.hand_over(seat)
                    self.show_board("")
                    shown_for = self.game.ply
                self.person_moves(seat)
            self.watcher = None
            self.show_board("")
            self.show_score("")
            if self.game.seed is not None:
                self.say(self.words("table.seed", seed=self.game.seed), "dim")
            self.offer_save()
        except Leave:
            self.say(self.words("cli.bye"))

    def say(self, text: str, style: str = "") -> None:
        """Print one line; what stands in backticks becomes bold."""
        line = Text(style=style)
        for place, part in enumerate(printable(text).split("`")):
            line.append(part, "bold" if place % 2 else "")
        self.console.print(line)

    def hand_over(self, seat: int) -> None:
        """Clear the screen and wait for the next player, where a game has secrets and several people share the screen."""
        if self.alone or not self.game.spec.secrets or self.watcher == seat:
            return
        self.watcher = None
        self.console.clear()
        self.read(self.words("cli.hand_over", player=self.game.name_of(seat, self.language)) + " ")
        self.watcher = seat

    def read(self, prompt: str) -> str:
        """Read a line from the keyboard; at the end of the input the player leaves."""
        try:
            return self.ask(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            raise Leave from None

    def bot_moves(self, seat: int) -> None:
        """Let a bot play, and print what it did."""
        try:
            move = self.bots[seat].choose(self.game)
        except BotError as error:
            self.say(str(error), "red")
            raise Leave from None
        self.game.push_unchecked(move)
        self.print_last_move()

    def print_last_move(self) -> None:
        """Print the last move in words."""
        ply = self.game.ply - 1
        sentences = self.game.log(self.language, since=ply, seat=self.watcher)[0]
        self.say(f"`{self.game.typed_view(self.watcher).log[ply]}`  {self.words('sign.semicolon').join(sentences)}.")

    def person_moves(self, seat: int) -> None:
        """Ask a person for a move or a command, and do it."""
        prompt = (
            self.words("cli.prompt")
            if len(self.bots) == self.game.seats - 1
            else self.words("cli.prompt.player", player=self.game.name_of(seat, self.language))
        )
        typed = self.read(f"{prompt}> ")
        command, _, rest = typed.partition(" ")
        if command.lower() != "quit":
            self.leaving = False
        if command.lower() in self.commands:
            self.commands[command.lower()](rest.strip())
            return
        if not typed:
            return
        try:
            self.game.push(typed)
        except InvalidMove:
            self.say(self.words("cli.unknown", text=typed), "red")
        except IllegalMove:
            code = self.game.spec.move_text.from_text(self.game.state, typed)
            self.say(self.words("cli.illegal", move=typed, reason=self.game.reason(code, self.language)), "red")
        else:
            self.print_last_move()

    # --- commands ----------------------------------------------------------------------------------------------------

    def help(self, rest: str) -> None:
        """Explain how to type moves and commands."""
        self.say(self.words("help.moves"))
        for expansion in self.game.spec.own_options:
            self.say(self.words(f"help.moves.{expansion}"))
        for name in ("help", "score", "undo", "hint", "save", "quit"):
            self.say(self.words(f"cli.{name}"), "dim")

    def list_moves(self, rest: str) -> None:
        """List the legal moves, or those that begin as typed (`moves b2`)."""
        legal = [move for move in self.game.legal_moves if move.lower().startswith(rest.lower())]
        self.say(f"{self.words('table.moves', n=len(legal))}{self.words('sign.colon')}{' '.join(legal)}")

    def show_board(self, rest: str) -> None:
        """Print the table."""
        self.console.print()
        self.console.print(self.game.board(self.language, self.watcher if self.game.spec.secrets else self.game.to_move))
        self.console.print()

    def show_score(self, rest: str) -> None:
        """Print the points of each seat by source."""
        table = Table(title=self.words("table.final") if self.game.is_over else None)
        table.add_column("")
        for seat in range(self.game.seats):
            table.add_column(Text(self.game.name_of(seat, self.language)), justify="right")
        seats = self.game.typed_view(self.watcher).seats
        sheets = [seat.breakdown for seat in seats]
        for line in self.game.spec.scoring.LINES:
            if any(sheet.get(line) for sheet in sheets):
                kind, _, card = line.partition(":")
                table.add_row(self.words(f"score.{kind}", id=card), *(str(sheet.get(line, 0)) for sheet in sheets))
        table.add_section()
        table.add_row(self.words("score.total"), *(str(seat.score) for seat in seats), style="bold")
        self.console.print(table)

    def undo(self, rest: str) -> None:
        """Take back until the last decision of a person."""
        undone: list[str] = []
        earlier = self.game.copy()
        while earlier.ply:
            undone.append(earlier.undo())
            if earlier.to_move not in self.bots:
                self.game = earlier
                self.say(self.words("cli.undone", move=" ".join(reversed(undone))))
                return
        self.say(self.words("cli.undo.nothing"))

    def hint(self, rest: str) -> None:
        """Print the next step of a hint: where to look, a good move, why; a number asks for that step."""
        if self.advice is None or self.advice.ply != self.game.ply or self.advice_moves != self.game.moves:
            with self.console.status(self.words("cli.thinking", player=self.words("cli.adviser"))):
                self.advice = analyse_position(self.game, ms=HINT_MS, seed=f"hint/{self.game.ply}")
            self.advice_moves, self.hint_step = list(self.game.moves), 0
        typed = int(rest) if rest.isdecimal() and int(rest) in STEPS else None
        self.hint_step = typed or min(self.hint_step + 1, STEPS[-1])
        self.say(hint(self.game, self.hint_step, self.language, analysis=self.advice))
        if self.hint_step < STEPS[-1] and not self.advice.forced:
            self.say(self.words("hint.more"), "dim")

    def save(self, rest: str) -> None:
        """Write the game to a file."""
        path = Path(rest or f"{self.game.spec.name}.zig.json").expanduser()
        try:
            save(self.game, path)
        except RecordError as error:
            self.say(self.words("cli.save.failed", file=path, reason=getattr(error.__cause__, "strerror", None) or error), "red")
        else:
            self.saved = list(self.game.moves)
            self.say(self.words("cli.saved", file=path))

    def quit(self, rest: str) -> None:
        """Leave; asks once more if the game is not saved."""
        if self.game.moves != self.saved and self.game.moves and not self.leaving:
            self.leaving = True
            self.say(self.words("cli.quit.unsaved"))
            return
        raise Leave

    def offer_save(self) -> None:
        """Offer to save the game after its end."""
        while True:
            self.say(f"{self.words('cli.save')} {self.words('cli.quit')}")
            typed = self.read("> ")
            command, _, rest = typed.partition(" ")
            if command.lower() == "save":
                self.save(rest.strip())
            elif command.lower() == "score":
                self.show_score("")
            else:
                raise Leave


def make_players(seats: int, bots: list[str], seat: int) -> list[str | None]:
    """For each seat its bot, or None for a person; a single person sits on `seat`."""
    if len(bots) > seats:
        raise GameError(f"{len(bots)} bots are named, but the game has {seats} seats")
    if seat >= seats:
        raise GameError(f"there is no seat {seat + 1}: the game has {seats} seats")
    people = seats - len(bots)
    if people == 1:
        return [*bots[:seat], None, *bots[seat:]]
    return [*([None] * people), *bots]
