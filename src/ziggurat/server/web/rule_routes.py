"""Routes: the rules of the games for people who do not know them, and their pictures."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get
from litestar.params import PathParameter

from ziggurat.guide import UnknownGuide, guide, picture
from ziggurat.lessons import has_lesson, lesson, minutes_by_option
from ziggurat.server import http_answers as a
from ziggurat.server.show.picture_cache import key_of
from ziggurat.server.web.parameters import SHARED, LanguageQuery, TheHost, ThemeQuery

GameName = Annotated[str, PathParameter(max_length=40, description="The name of the game.")]
PictureName = Annotated[str, PathParameter(max_length=40, description="The name of the picture and `.svg`.")]
AN_HOUR = {"Cache-Control": "public, max-age=3600"}


@get("/api/rules/{game:str}", tags=["rules"], sync_to_thread=True, **SHARED)
def rule_page(game: GameName, language: LanguageQuery = "en") -> Response[a.RulePage]:
    """The rules of a game in short sections, with the names of their pictures."""
    page = guide(game, language)
    minutes = lesson(game).minutes if has_lesson(game) else 0
    answer = a.RulePage(game, language, page.lead, page.sections, minutes, dict(minutes_by_option(game)))
    return Response(answer, headers={"Cache-Control": "no-cache"})


@get("/api/rules/{game:str}/picture/{name:str}", tags=["rules"], media_type="image/svg+xml", **SHARED)
async def rule_picture(game: GameName, name: PictureName, host: TheHost, language: LanguageQuery = "en", theme: ThemeQuery = "light") -> Response[bytes]:
    """A picture of the rule page: one thing of the table, drawn as on the table."""
    if not name.endswith(".svg"):
        raise UnknownGuide(f"pictures are SVG: `{name}.svg`")
    key = key_of("guide", game, name, theme, language)
    drawn = await host.pictures.get(key, lambda: picture(game, name.removesuffix(".svg"), theme, language))
    return Response(drawn, media_type="image/svg+xml", headers=AN_HOUR)


HANDLERS = [rule_page, rule_picture]
