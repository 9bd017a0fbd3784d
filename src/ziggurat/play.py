"""The game in the terminal: people and bots at one keyboard, with help, undo, hints and save."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ziggurat.errors import BotError, GameError, IllegalMove, InvalidMove
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
        self.advised: list[str] = []
        self.hinted = 0
        """What the adviser thinks of the position after the moves `advised`, and the last step that was told."""
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
        """One line; backticks become bold."""
        line = Text(style=style)
        for place, part in enumerate(printable(text).split("`")):
            line.append(part, "bold" if place % 2 else "")
        self.console.print(line)

    def hand_over(self, seat: int) -> None:
        """Where a game has secrets and several people share the screen: clear it and wait for the next one."""
        if self.alone or not self.game.spec.secrets or self.watcher == seat:
            return
        self.watcher = None
        self.console.clear()
        self.read(self.words("cli.hand_over", player=self.game.name_of(seat, self.language)) + " ")
        self.watcher = seat

    def read(self, prompt: str) -> str:
        """A line from the keyboard; its end means leaving."""
        try:
            return self.ask(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            raise Leave from None

    def bot_moves(self, seat: int) -> None:
        """A bot plays, and what it did is told."""
        try:
            move = self.bots[seat].choose(self.game)
        except BotError as error:
            self.say(str(error), "red")
            raise Leave from None
        self.game.push_unchecked(move)
        self.tell_last()

    def tell_last(self) -> None:
        """The last move in words."""
        ply = self.game.ply - 1
        told = self.game.log(self.language, since=ply, seat=self.watcher)[0]
        self.say(f"`{self.game.typed_view(self.watcher).log[ply]}`  {'; '.join(told)}.")

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
            code = self.game.spec.moves.from_text(self.game.state, typed)
            self.say(self.words("cli.illegal", move=typed, reason=self.game.reason(code, self.language)), "red")
        else:
            self.tell_last()

    # --- commands ----------------------------------------------------------------------------------------------------

    def help(self, rest: str) -> None:
        """How to type moves and commands."""
        self.say(self.words("help.moves"))
        for name in ("help", "score", "undo", "hint", "save", "quit"):
            self.say(self.words(f"cli.{name}"), "dim")

    def list_moves(self, rest: str) -> None:
        """The legal moves; with a beginning (`moves b2`), only those."""
        legal = [move for move in self.game.legal_moves if move.lower().startswith(rest.lower())]
        self.say(f"{self.words('table.moves', n=len(legal))}: {' '.join(legal)}")

    def show_board(self, rest: str) -> None:
        """The table."""
        self.console.print()
        self.console.print(self.game.board(self.language, self.watcher if self.game.spec.secrets else self.game.to_move))
        self.console.print()

    def show_score(self, rest: str) -> None:
        """The points of each seat by source."""
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
        """Step by step: where to look, a good move, why; a number asks for that step."""
        if self.advice is None or self.advice.ply != self.game.ply or self.advised != self.game.moves:
            with self.console.status(self.words("cli.thinking", player=self.words("cli.adviser"))):
                self.advice = analyse_position(self.game, ms=HINT_MS, seed=f"hint/{self.game.ply}")
            self.advised, self.hinted = list(self.game.moves), 0
        asked = int(rest) if rest.isdecimal() and int(rest) in STEPS else None
        self.hinted = asked or min(self.hinted + 1, STEPS[-1])
        self.say(hint(self.game, self.hinted, self.language, analysis=self.advice))
        if self.hinted < STEPS[-1] and not self.advice.forced:
            self.say(self.words("hint.more"), "dim")

    def save(self, rest: str) -> None:
        """Write the game to a file."""
        path = Path(rest or f"{self.game.spec.name}.zig.json").expanduser()
        try:
            save(self.game, path)
        except OSError as error:
            self.say(self.words("cli.save.failed", file=path, reason=error.strerror or error), "red")
        else:
            self.saved = list(self.game.moves)
            self.say(self.words("cli.saved", file=path))

    def quit(self, rest: str) -> None:
        """Leave; an unsaved game asks once more."""
        if self.game.moves != self.saved and self.game.moves and not self.leaving:
            self.leaving = True
            self.say(self.words("cli.quit.unsaved"))
            return
        raise Leave

    def offer_save(self) -> None:
        """After the end: save or leave."""
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
