"""A review as one HTML page that loads nothing from elsewhere: it works from a file, by day and by night, with keyboard and pointer.

Every text goes through `escape`, because players choose their names freely.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

from ziggurat import __version__
from ziggurat.review.graph import GLYPHS, NARROW, WIDE, graph
from ziggurat.review.pictures import Album
from ziggurat.review.text import budget_in_words, loss_in_words
from ziggurat.search.decision import Choice, Decision
from ziggurat.search.game_review import PHASES, Review
from ziggurat.search.review_text import gains_in_words_of, source_name
from ziggurat.text import Words, decimal

HERE = Path(__file__).resolve().parent
LARGE_LOSS, MIDDLE_LOSS = 3.0, 1.0  # points
RULE = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


class Page:
    """Builds the page of one review."""

    def __init__(self, review: Review, language: str, progress: Callable[[int, int], None]) -> None:
        self.review = review
        self.game = review.game
        self.language = language
        self.w: Words = review.game.words(language)
        self.album = Album()
        self.pieces: dict[int, tuple[list[str], list[str]]] = {}
        """For each ply the pieces of the move played and of the best one, as the picture spells them."""
        self.draw_all(progress)

    def draw_all(self, progress: Callable[[int, int], None]) -> None:
        """Draw every position from above, and those before the mistakes also in perspective."""
        worst = {decision.ply for decisions in self.review.mistakes for decision in decisions}
        for done, decision in enumerate(self.review.decisions):
            progress(done, len(self.review.decisions))
            position, seat = self.review.at(decision.ply), decision.seat
            self.album.add(str(decision.ply), position, seat, "top", self.language)
            spell = position.spec.move_text.spell
            self.pieces[decision.ply] = (spell(decision.played.move), spell(decision.best.move))
            if decision.ply in worst:
                self.album.add(f"mistake-{decision.ply}", position, seat, "isometric", self.language)
        if self.review.complete and self.review.decisions:
            self.album.add("end", self.game, None, "top", self.language)

    def text(self, key: str, **values: Any) -> str:
        """Words of the game, ready for the page."""
        return escape(self.w(key, **values))

    def name(self, seat: int) -> str:
        """A player with the sign of the seat."""
        return f'<span class="seat s{seat}"><i aria-hidden="true">{GLYPHS[seat]}</i> {escape(self.game.name_of(seat, self.language))}</span>'

    def number(self, value: float, digits: int = 1, *, signed: bool = False) -> str:
        """A number as the language writes it."""
        return decimal(value, self.language, digits, signed=signed)

    def percent(self, share: float) -> str:
        """A share in percent."""
        return f"{self.number(100 * share, 0)}\u00a0%"

    # --- the whole ---------------------------------------------------------------------------------------------------

    def html(self) -> str:
        """The document."""
        title = f"{self.text('review.title')} · {self.text('game.name')}"
        body = self.header() + self.course() + self.table() + self.mistakes() + self.sources() + self.footer()
        style, script = ((HERE / name).read_text(encoding="utf-8") for name in ("page.css", "page.js"))
        return (
            f'<!doctype html>\n<html lang="{self.language}">\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="color-scheme" content="light dark">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{RULE}">\n<title>{title}</title>\n<style>{style}{self.album.style()}</style>\n</head>\n'
            f'<body>\n{body}\n<script type="text/plain" id="album">{self.album.packed()}</script>\n<script>{script}</script>\n</body>\n</html>\n'
        )

    def header(self) -> str:
        """Title, players and scores."""
        ranks = self.game.ranks
        cards = "".join(
            f"<li{' class=won' if self.game.is_over and ranks[seat] == 1 else ''}>{self.name(seat)} <b>{score}</b></li>"
            for seat, score in enumerate(self.game.scores)
        )
        partial = ""
        if not self.review.complete:
            partial = f'<p class="partial">{self.text("review.partial", n=len(self.review.decisions), plies=self.game.ply)}</p>'
        return f'<header><h1>{self.text("game.name")}</h1><p class="kind">{self.text("review.title")}</p><ul class="players">{cards}</ul></header>{partial}'

    def course(self) -> str:
        """The graph, wide and narrow."""
        if not self.review.decisions:
            return f'<section class="card"><p>{self.text("review.empty")}</p></section>'
        legend = "".join(
            f'<li><svg class="key" viewBox="0 0 28 8" aria-hidden="true"><line class="line s{seat}" x1="0" x2="28" y1="4" y2="4"/></svg>{self.name(seat)}</li>'
            for seat in range(self.game.seats)
        )
        pictures = "".join(graph(self.review, self.w, frame) for frame in (WIDE, NARROW))
        return f'<section class="card course"><ul class="legend">{legend}</ul>{pictures}</section>'

    def table(self) -> str:
        """The board on one side, the decisions on the other."""
        if not self.review.decisions:
            return ""
        rows = "".join(self.decision(decision) for decision in self.review.decisions)
        end = ""
        if "end" in self.album.pictures:
            scores = " – ".join(map(str, self.game.scores))
            end = (
                f'<li><details class="decision" id="ply-end" data-ply="end" data-title="{self.text("review.position.end")}">'
                f'<summary><span class="n"></span><span class="who">{self.text("review.position.end")}</span><b>{scores}</b></summary></details></li>'
            )
        marks = "".join(f'<li class="{mark}">{self.text(f"review.mark.{mark}")}</li>' for mark in ("played", "best"))
        previous, following = (
            f'<button type="button" id="{name}" aria-label="{self.text(f"review.{name}")}">{sign}</button>' for name, sign in (("previous", "←"), ("next", "→"))
        )
        bar = f'<div class="bar">{previous}<h2 id="board-title" aria-live="polite">{self.text("review.position")}</h2>{following}</div>'
        board = '<div class="board" id="board" tabindex="0" role="region" aria-labelledby="board-title"></div>'
        without = f"<noscript><p>{self.text('review.no_script')}</p></noscript>"
        viewer = f'<section class="card viewer" aria-labelledby="board-title">{bar}<ul class="marks">{marks}</ul>{board}{without}</section>'
        listed = f'<section class="card list"><h2>{self.text("review.decisions")}</h2><ol id="decisions">{rows}{end}</ol></section>'
        return f'<div class="columns">{viewer}{listed}</div>'

    # --- decisions ---------------------------------------------------------------------------------------------------

    def decision(self, decision: Decision) -> str:
        """One line of the list, with what was better when it is opened."""
        seat = decision.seat
        title = self.text("review.position.of", number=decision.ply + 1, plies=self.game.ply, player=self.game.name_of(seat, self.language))
        played, best = (escape(" ".join(pieces)) for pieces in self.pieces[decision.ply])
        played_text, _ = decision.texts[self.language]
        own = f'<p class="quiet">{self.text("review.own_search")}</p>' if decision.own_search else ""
        return (
            f'<li><details class="decision" id="ply-{decision.ply}" data-ply="{decision.ply}" data-title="{title}" data-played="{played}" data-best="{best}">'
            f'<summary><span class="n">{decision.ply + 1}</span><span class="seat s{seat}"><i aria-hidden="true">{GLYPHS[seat]}</i></span>'
            f"<code>{escape(decision.played.move)}</code>"
            f'<span class="win">{self.percent(decision.analysis.win[seat])}</span>{self.chip(decision)}</summary>'
            f'<div class="more"><p>{escape(played_text)}.</p>{self.choices(decision)}{own}</div></details></li>'
        )

    def chip(self, decision: Decision) -> str:
        """What the decision cost, as a small sign."""
        if decision.analysis.forced:
            return f'<span class="chip">{self.text("review.forced")}</span>'
        if decision.is_best:
            return '<span class="chip good">✓</span>'
        loss = loss_in_words(decision, self.language) or self.number(0)
        size = " large" if decision.loss >= LARGE_LOSS else " middle" if decision.loss >= MIDDLE_LOSS else ""
        return f'<span class="chip{size}">{loss}</span>'

    def choices(self, decision: Decision) -> str:
        """The best moves, and the one played if it is not among them."""
        listed = list(decision.analysis.best)
        played = next((place for place, choice in enumerate(listed) if choice.code == decision.played.code), None)
        if played is None:
            listed.append(decision.played)
        else:
            listed[played] = decision.played
        heads = "".join(f"<th>{self.text(f'review.{key}')}</th>" for key in ("move", "win", "margin", "visits", "gain"))
        rows = "".join(self.choice(decision, choice) for choice in listed)
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"

    def choice(self, decision: Decision, choice: Choice) -> str:
        """One move with what is expected of it."""
        seat = decision.seat
        kinds = [mark for mark, code in (("played", decision.played.code), ("best", decision.best.code)) if choice.code == code]
        gains = gains_in_words_of(self.game, seat, choice, self.language, others=False) or "–"
        return (
            f'<tr class="{" ".join(kinds)}"><td><code>{escape(choice.move)}</code></td><td>{self.percent(choice.win[seat])}</td>'
            f"<td>{self.number(choice.margin[seat], signed=True)}</td><td>{choice.visits}</td><td>{escape(gains)}</td></tr>"
        )

    # --- mistakes and sources ----------------------------------------------------------------------------------------

    def mistakes(self) -> str:
        """For each seat what cost most, with the table as it looked."""
        if not self.review.decisions:
            return ""
        parts = []
        for seat in range(self.game.seats):
            loss = self.review.losses[seat]
            points, percent = self.number(loss["margin"]), self.number(100 * loss["win"], 0)
            total = self.text("review.lost", points=points, n=round(loss["margin"], 1), percent=percent)
            cards = "".join(self.mistake(place, decision) for place, decision in enumerate(self.review.mistakes[seat], 1))
            nothing = "" if cards else f'<p class="quiet">{self.text("review.mistakes.none")}</p>'
            parts.append(f'<h3>{self.name(seat)} <span class="quiet">{total}</span></h3>{nothing}<div class="mistakes">{cards}</div>')
        return f'<section class="wide"><h2>{self.text("review.mistakes")}</h2>{"".join(parts)}</section><dialog id="large"></dialog>'

    def mistake(self, place: int, decision: Decision) -> str:
        """One mistake: picture, sentence, and the way to its line."""
        sentence = escape(self.review.sentence(decision, self.language))
        text = "".join(f"<code>{part}</code>" if place % 2 else part for place, part in enumerate(sentence.split("`")))
        played, best = (escape(" ".join(pieces)) for pieces in self.pieces[decision.ply])
        loss = self.text("review.lost", points=self.number(decision.loss), n=round(decision.loss, 1), percent=self.number(100 * decision.win_loss, 0))
        return (
            f'<article class="card mistake"><h4><span class="rank">{place}</span> {loss}</h4>'
            f'<button type="button" class="picture" data-picture="mistake-{decision.ply}" data-played="{played}" data-best="{best}"'
            f' aria-label="{self.text("review.enlarge", number=decision.ply + 1)}"></button>'
            f'<p>{text}</p><p><a href="#ply-{decision.ply}">{self.text("review.show")}</a></p></article>'
        )

    def sources(self) -> str:
        """The score sheet by source, and the phase in which the points came, as figures and as bars."""
        lines = [line for line in self.game.spec.scoring.LINES if any(any(sheet.get(line, {}).values()) for sheet in self.review.sources)]
        most = max((abs(row["points"]) for sheet in self.review.sources for row in sheet.values()), default=1) or 1
        heads = "".join(f'<th scope="col">{self.name(seat)}</th>' for seat in range(self.game.seats))
        rows = ""
        for line in lines:
            cells = "".join(self.source(sheet.get(line), most, seat) for seat, sheet in enumerate(self.review.sources))
            rows += f'<tr><th scope="row">{escape(source_name(line, self.w))}</th>{cells}</tr>'
        total = "".join(f"<td><b>{score}</b></td>" for score in self.game.scores)
        legend = "".join(f'<li><i class="{phase}"></i>{self.text(f"review.phase.{phase}")}</li>' for phase in ("start", *PHASES))
        return (
            f'<section class="card wide"><h2>{self.text("review.sources")}</h2><ul class="phases">{legend}</ul><div class="scroll"><table class="sheet">'
            f'<thead><tr><th scope="col">{self.text("review.source")}</th>{heads}</tr></thead><tbody>{rows}'
            f'<tr class="total"><th scope="row">{self.text("score.total")}</th>{total}</tr></tbody></table></div></section>'
        )

    def source(self, row: dict[str, int] | None, most: int, seat: int) -> str:
        """The points of one source: the figure, and a bar with its phases."""
        if row is None or not any(row.values()):
            return '<td class="quiet">–</td>'
        phases = [(phase, row[phase]) for phase in ("start", *PHASES) if row[phase]]
        label = ", ".join(f"{self.w(f'review.phase.{phase}')} {self.number(n, 0, signed=True)}" for phase, n in phases)
        bars = "".join(f'<i class="{phase}" style="width:{100 * n / most:.1f}%"></i>' for phase, n in phases if n > 0)
        return f'<td title="{escape(label)}"><b>{row["points"]}</b><span class="bar-row s{seat}" role="img" aria-label="{escape(label)}">{bars}</span></td>'

    def footer(self) -> str:
        """With whose eyes, by which budget and by which version the review was made."""
        return f"<footer><p>{self.text('review.eyes')}</p><p>{escape(budget_in_words(self.review, self.language))} · ziggurat {__version__}</p></footer>"


def review_page(review: Review, language: str, progress: Callable[[int, int], None] = lambda done, plies: None) -> str:
    """The review as one HTML document in a language."""
    return Page(review, language, progress).html()
