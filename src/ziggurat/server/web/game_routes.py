"""Routes: which games and bots there are, and the words of the games."""

from __future__ import annotations

from litestar import Response, get

from ziggurat.guide import tip_sections
from ziggurat.lessons import has_lesson, lesson, minutes_by_option
from ziggurat.registry import game_names, game_spec
from ziggurat.search.compile_steps import STEPS
from ziggurat.server import http_answers as a
from ziggurat.server.host import Host
from ziggurat.server.web.parameters import SHARED, LanguageQuery, TheHost, WantQuery
from ziggurat.text import LANGUAGES, words

SHARED_TEXTS = ("bot.", "table.", "seat.", "level.", "hint.", "sign.", "coach.", "theme.")  # of the texts that all games share, those that a page needs


@get("/api/games", tags=["tables"], sync_to_thread=False, **SHARED)
def games(host: TheHost, want: WantQuery = None) -> a.Catalogue:
    """The games with their options, and the bots that can be seated. A game that is not compiled yet is compiled sooner if `want` names it.

    `want=akropolis-athena` names a game with an expansion: it is not compiled before somebody wants it.
    """
    if want:
        host.compiled.want(want)
    return a.Catalogue([game_info(host, name) for name in game_names()], host.bots.offered(), list(LANGUAGES))


def game_info(host: Host, name: str) -> a.GameInfo:
    """Describe a game, its options, and how far it is compiled."""
    spec = game_spec(name)
    options = [a.OptionInfo(option.name, list(option.choices), option.first, option.needs) for option in spec.option_set.options]
    counts = sorted(next(option.choices for option in spec.option_set.options if option.name == "seats"))
    expansions = [a.ExpansionInfo(option, each.key, *readiness(host, each.key)) for each in spec.with_expansions[1:] for option in each.own_options]
    presets = {preset: dict(values) for preset, values in sorted(spec.option_set.presets.items())}
    face_down = spec.optional("face_down", "lay_face_down") is not None
    quick = [bot.bot for bot in host.bots.offered() if host.bots.is_quick(bot.bot, spec, 2)]
    minutes = lesson(name).minutes if has_lesson(name) else 0
    lessons = dict(minutes_by_option(name))
    ready = readiness(host, name)
    return a.GameInfo(name, spec.version, list(counts), spec.secrets, *ready, options, presets, face_down, quick, minutes, lessons, expansions)


def readiness(host: Host, key: str) -> tuple[bool, bool, bool, bool, float]:
    """Which steps of a game, by the key of its spec, are compiled, and the seconds that the step being compiled has taken."""
    rules, bots, search, reviews = (host.compiled.is_ready(key, step) for step in STEPS)
    return rules, bots, search, reviews, round(host.compiled.seconds(key), 1)


@get("/api/words", tags=["tables"], sync_to_thread=False, **SHARED)
def lexicon(language: LanguageQuery = "en") -> Response[a.Lexicon]:
    """The words of the games in one language; a page that shows a game needs no words of its own for it."""
    shared = {key: text for key, text in words(language=language).texts.items() if key.startswith(SHARED_TEXTS)}
    common = words(language=language).texts
    own = {name: {key: text for key, text in words(name, language).texts.items() if common.get(key) != text} for name in game_names()}
    sections = {name: tip_sections(name, language) for name in game_names()}
    return Response(a.Lexicon(language, shared, own, sections), headers={"Cache-Control": "no-cache"})


HANDLERS = [games, lexicon]
