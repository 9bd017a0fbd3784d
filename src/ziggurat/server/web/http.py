"""The table over HTTP: everything that the page does, as JSON (OpenAPI at `/api/openapi.json`), and the bot API."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from litestar import MediaType, Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter
from litestar.response import Stream

from ziggurat import __version__
from ziggurat.errors import GameError
from ziggurat.game import LOOKS, THEMES, Game
from ziggurat.registry import game_names, game_spec
from ziggurat.server import messages as m
from ziggurat.server.compile_ahead import BOTS, RULES, SEARCH
from ziggurat.server.host import Host
from ziggurat.server.metrics import METRICS
from ziggurat.server.show import history
from ziggurat.server.show.hints import is_known
from ziggurat.server.show.picture_cache import key_of
from ziggurat.server.show.views import chat_page, whole_table
from ziggurat.server.store.store import Account
from ziggurat.server.table import decide
from ziggurat.server.table.decide import Refused, clean_name, new_secret
from ziggurat.server.table.table import hash_of
from ziggurat.server.web.limits import Limits
from ziggurat.server.web.readiness import Readiness
from ziggurat.server.web.stream import account_stream, encode, game_stream
from ziggurat.server.web.webhooks import Hook, decode_hook
from ziggurat.text import LANGUAGES, words

MOST_LISTED = 100
NDJSON = "application/x-ndjson"
REFUSALS = {
    400: "The request is wrong.",
    401: "A token is needed.",
    403: "This is not yours to do.",
    404: "There is no such thing.",
    405: "Not in this way.",
    409: "The table does not allow this now.",
    413: "Too large.",
    421: "The server does not go by this name.",
    429: "Too often from your address.",
    503: "The server cannot write: try again.",
}
RESPONSES = {status: ResponseSpec(m.ErrorAnswer, description=text, generate_examples=False) for status, text in REFUSALS.items()}
SHARED: dict[str, Any] = {"responses": RESPONSES}
SEAT: dict[str, Any] = SHARED | {"security": [{"secret": []}]}
WATCH: dict[str, Any] = SHARED | {"security": [{}, {"secret": []}]}

TheHost = NamedDependency[Host]
TheLimits = NamedDependency[Limits]
Address = NamedDependency[str]
ThemeQuery = Annotated[Literal["light", "dark"], QueryParameter(name="theme")]
LookQuery = Annotated[Literal["isometric", "top"], QueryParameter(name="look")]
TableId = Annotated[str, PathParameter(max_length=40, description="The id of the table, as in its public link.")]
Bearer = Annotated[str | None, HeaderParameter(name="Authorization", required=False, include_in_schema=False, max_length=200)]
KnownPicture = Annotated[str | None, HeaderParameter(name="If-None-Match", required=False, include_in_schema=False, max_length=200)]
PlyQuery = Annotated[int | None, QueryParameter(ge=0, le=10_000, description="After so many decisions; without it, now.")]
LineQuery = Annotated[int | None, QueryParameter(name="before", ge=0, le=1_000_000, required=False, description="The number of a line; 0 is the first.")]
SeatQuery = Annotated[
    int | None, QueryParameter(name="seat", ge=0, lt=m.MAX_SEATS, required=False, description="Which of your seats; needed only with several.")
]
WantQuery = Annotated[str | None, QueryParameter(name="want", max_length=40, required=False, description="The game that you are about to play.")]
LanguageQuery = Annotated[Literal["en", "fr"], QueryParameter(name="language", description="The language of `log`.")]


def token_of(header: str | None) -> list[str]:
    """The secret or token of `Authorization: Bearer …`."""
    if not header:
        return []
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Refused("secret.scheme")
    return [token.strip()]


async def act(host: Host, table: str, header: str | None, request: m.AnyRequest, language: str = "en") -> Any:
    """Carry out a request as the holder of a secret."""
    room = await host.get(table)
    actor = await host.actor(room, token_of(header), language)
    return await host.act(room, actor, request)


async def own_account(host: Host, header: str | None) -> Account:
    """The account of the token."""
    found = [account for token in token_of(header) if (account := await host.account_of(token)) is not None]
    if not found:
        raise Refused("account.token")
    return found[0]


# --- What can be played -----------------------------------------------------------------------------------------------


@get("/api/games", tags=["tables"], sync_to_thread=False, **SHARED)
def games(host: TheHost, want: WantQuery = None) -> m.Catalogue:
    """The games with their options, and the bots that can be seated. What is not compiled yet is compiled sooner if somebody wants it."""
    if want:
        host.warmth.want(want)
    found = []
    for name in game_names():
        spec = game_spec(name)
        options = [m.OptionInfo(option.name, list(option.choices), option.first) for option in spec.option_set.options]
        counts = sorted(next(option.choices for option in spec.option_set.options if option.name == "seats"))
        rules, bots, search = (host.warmth.is_ready(name, step) for step in (RULES, BOTS, SEARCH))
        seconds = round(host.warmth.seconds(name), 1)
        presets = {preset: dict(values) for preset, values in sorted(spec.option_set.presets.items())}
        found.append(m.GameInfo(name, spec.version, list(counts), spec.secrets, rules, bots, search, seconds, options, presets))
    return m.Catalogue(found, host.bots.offered(), list(LANGUAGES))


SPOKEN = ("bot.", "table.", "seat.", "level.", "hint.", "sign.")  # of the words that all games share, those that a page needs


@get("/api/words", tags=["tables"], sync_to_thread=False, **SHARED)
def lexicon(language: LanguageQuery = "en") -> Response[m.Lexicon]:
    """The words of the games in one language; a page that shows a game needs no words of its own for it."""
    shared = {key: text for key, text in words(language=language).texts.items() if key.startswith(SPOKEN)}
    common = words(language=language).texts
    own = {name: {key: text for key, text in words(name, language).texts.items() if common.get(key) != text} for name in game_names()}
    return Response(m.Lexicon(language, shared, own), headers={"Cache-Control": "no-cache"})


@get("/api/tables", tags=["tables"], **SHARED)
async def list_tables(host: TheHost) -> list[m.ListedTable]:
    """The tables that anyone may find, the newest first. One that cannot be loaded is left out: its players are told when they open it."""
    found = []
    for row in await host.store.listed(MOST_LISTED):
        if not host.warmth.is_ready(row.game) or row.id in host.broken:
            continue  # nobody could sit down yet, and the list does not wait for a compiler
        try:
            table = (await host.get(row.id, visit=False)).table
        except GameError:
            continue
        free = [seat for seat in table.seats if seat.kind == "open" and not seat.joined]
        found.append(m.ListedTable(row.id, row.game, table.status, row.created, len(table.seats), len(free)))
    return found


@post("/api/tables", tags=["tables"], **SHARED)
async def create_table(data: JSONBody[m.NewTable], host: TheHost, limits: TheLimits, address: Address) -> m.MadeTable:
    """Make a table. The secrets of the seats are told here and never again."""
    limits.take(address, "tables")
    return await host.create(data)


@get("/api/tables/{table:str}", tags=["tables"], **WATCH)
async def get_table(table: TableId, host: TheHost, authorization: Bearer = None, seat: SeatQuery = None, language: LanguageQuery = "en") -> m.TableMessage:
    """The whole table as you see it: with a seat's secret its own view, without one what everybody sees."""
    room = await host.get(table)
    actor = await host.actor(room, token_of(authorization), language)
    shown = actor.seat(seat, room.table.to_move) if actor.seats else None
    return whole_table(host, room, actor, shown)


@delete("/api/tables/{table:str}", tags=["tables"], **SEAT)
async def delete_table(table: TableId, host: TheHost, authorization: Bearer = None) -> None:
    """Delete a table with its game and all that was said, for good. Needs the secret `owner` that was told when it was made, or that of a seat `here`.

    Not while other people play: then when the game is over.
    """
    await host.delete(await host.get(table), token_of(authorization))


@get("/api/tables/{table:str}/log", tags=["tables"], **WATCH)
async def get_log(table: TableId, host: TheHost, authorization: Bearer = None, seat: SeatQuery = None, language: LanguageQuery = "en") -> list[list[str]]:
    """What happened at each ply in sentences, as `log` of the table: told anew with the names that the players have now."""
    room = await host.get(table)
    actor = await host.actor(room, token_of(authorization), language)
    return room.sights.log(actor.seat(seat, room.table.to_move) if actor.seats else None, language)


@get("/api/tables/{table:str}/chat", tags=["tables"], **WATCH)
async def get_chat(table: TableId, host: TheHost, before: LineQuery = None) -> m.ChatPage:
    """What was said before the line of this number (without it: last): up to fifty lines."""
    room = await host.get(table)
    return chat_page(room.table, len(room.table.chat) if before is None else before)


@delete("/api/tables/{table:str}/chat", tags=["tables"], **SEAT)
async def clear_chat(table: TableId, host: TheHost, authorization: Bearer = None) -> None:
    """Delete what was said at a table, for good. Needs the secret `owner`, or that of a seat `here`."""
    await host.clear_chat(await host.get(table), token_of(authorization))


@get("/api/tables/{table:str}/picture.svg", tags=["tables"], media_type="image/svg+xml", **WATCH)
async def picture(
    table: TableId,
    host: TheHost,
    authorization: Bearer = None,
    seat: SeatQuery = None,
    language: LanguageQuery = "en",
    theme: ThemeQuery = "light",
    look: LookQuery = "isometric",
    ply: PlyQuery = None,
    known: KnownPicture = None,
) -> Response[bytes]:
    """The picture of your view, now or after so many plies. `If-None-Match` with the `ETag` of the last one: 304 if it is still the same."""
    assert theme in THEMES
    assert look in LOOKS
    room = await host.get(table)
    actor = await host.actor(room, token_of(authorization), language)
    game: Game | None = room.table.game
    if game is None:
        raise Refused("table.waiting")
    if ply is None:
        shown = actor.seat(seat, room.table.to_move) if actor.seats else None
    else:
        history.check_ply(game, ply)
        shown, game = history.whose_view(room.table, actor.seats, seat), history.game_at(game, ply)
    view = game.typed_view(shown)  # with its scores: where the table keeps them back, the picture is refused
    if not room.table.head.live_scores and room.table.status != "over":
        raise Refused("table.no_scores")
    key, draw = key_of(__version__, encode(view), theme, look, language), game.spec.module("pictures.draw").svg
    headers = {"ETag": f'"{key}"', "Cache-Control": "private, no-cache"}
    if known is not None and headers["ETag"] in known:
        return Response(b"", status_code=304, headers=headers, media_type="image/svg+xml")
    drawn = await host.pictures.get(key, lambda: str(draw(view, theme=theme, look=look, language=language)))
    return Response(drawn, media_type="image/svg+xml", headers=headers)


@get("/api/tables/{table:str}/record", tags=["tables"], **WATCH)
async def record(table: TableId, host: TheHost) -> dict[str, Any]:
    """The record of a finished game, with the proof of its deal; of a running one, what a spectator sees."""
    room = await host.get(table)
    if room.table.status == "over" and room.table.game is not None:
        return room.table.record()
    names = [seat.name for seat in room.table.seats]
    seen = m.SpectatorRecord(room.table.id, room.table.spec.name, room.table.status, room.table.head.commitment, names, room.sights.view(None))
    return {name: getattr(seen, name) for name in seen.__struct_fields__}


# --- At the table -----------------------------------------------------------------------------------------------------


class JoinBody(m.Strict):
    """Sit down."""

    seat: m.SeatNumber | None = None
    name: m.Name = ""
    word: m.Word = ""


class PlayBody(m.Strict):
    """Take a decision."""

    ply: m.Ply
    move: m.MoveText
    seat: m.SeatNumber | None = None
    key: m.Key = ""


class ChatBody(m.Strict):
    """Say something."""

    text: m.ChatText
    seat: m.SeatNumber | None = None


class PlyBody(m.Strict):
    """At which ply."""

    ply: m.Ply
    seat: m.SeatNumber | None = None


class HintBody(m.Strict):
    """Which step of advice."""

    ply: m.Ply
    step: m.Step = 1
    seat: m.SeatNumber | None = None


class LensBody(m.Strict):
    """A move that is not played yet."""

    ply: m.Ply
    move: m.MoveText
    seat: m.SeatNumber | None = None


class AnswerBody(m.Strict):
    """Yes or no."""

    yes: bool
    word: m.Word = ""
    offer: m.OfferNumber | None = None
    seat: m.SeatNumber | None = None


class RematchBody(m.Strict):
    """How to play again."""

    same_deal: bool = False
    rotate: bool = True
    word: m.Word = ""
    seat: m.SeatNumber | None = None


class TakeOverBody(m.Strict):
    """Whose seat."""

    of: m.SeatNumber
    seat: m.SeatNumber | None = None


class NameBody(m.Strict):
    """Another name."""

    name: m.Name
    seat: m.SeatNumber | None = None


@post("/api/tables/{table:str}/join", tags=["playing"], **WATCH)
async def join(table: TableId, data: JSONBody[JoinBody], host: TheHost, authorization: Bearer = None) -> m.DoneMessage:
    """Sit down: on the seat of your secret or account, or, without one, on an open seat; then the answer holds your secret."""
    done: m.DoneMessage = await act(host, table, authorization, m.Join(seat=data.seat, name=data.name, word=data.word))
    return done


@post("/api/tables/{table:str}/play", tags=["playing"], **SEAT)
async def play(table: TableId, data: JSONBody[PlayBody], host: TheHost, authorization: Bearer = None) -> m.DoneMessage:
    """Take a decision. It is durable when this answers; the same one again is answered and not taken twice."""
    done: m.DoneMessage = await act(host, table, authorization, m.Play(seat=data.seat, ply=data.ply, move=data.move, key=data.key))
    return done


@post("/api/tables/{table:str}/chat", tags=["playing"], **SEAT)
async def chat(table: TableId, data: JSONBody[ChatBody], host: TheHost, limits: TheLimits, address: Address, authorization: Bearer = None) -> m.DoneMessage:
    """Say something to the table."""
    limits.take(address, "chat")
    done: m.DoneMessage = await act(host, table, authorization, m.Chat(seat=data.seat, text=data.text))
    return done


@post("/api/tables/{table:str}/undo", tags=["playing"], **SEAT)
async def undo(table: TableId, data: JSONBody[PlyBody], host: TheHost, authorization: Bearer = None) -> m.DoneMessage:
    """Take back your last decision: at once where it is free, else the others are asked (`asked`)."""
    done: m.DoneMessage = await act(host, table, authorization, m.Undo(seat=data.seat, ply=data.ply))
    return done


@post("/api/tables/{table:str}/answer", tags=["playing"], **SEAT)
async def answer(table: TableId, data: JSONBody[AnswerBody], host: TheHost, authorization: Bearer = None) -> m.DoneMessage:
    """Yes or no to what another seat asks; no to your own offer takes it back."""
    done: m.DoneMessage = await act(host, table, authorization, m.Answer(seat=data.seat, yes=data.yes, word=data.word, offer=data.offer))
    return done


@post("/api/tables/{table:str}/rematch", tags=["playing"], **SEAT)
async def rematch(table: TableId, data: JSONBody[RematchBody], host: TheHost, authorization: Bearer = None) -> m.DoneMessage:
    """Ask to play again, when the game is over."""
    asked = m.Rematch(seat=data.seat, same_deal=data.same_deal, rotate=data.rotate, word=data.word)
    done: m.DoneMessage = await act(host, table, authorization, asked)
    return done


@post("/api/tables/{table:str}/take-over", tags=["playing"], **SEAT)
async def take_over(table: TableId, data: JSONBody[TakeOverBody], host: TheHost, authorization: Bearer = None) -> m.DoneMessage:
    """Let the stand-in of the table play for a seat that has been gone for a minute, or for your own."""
    done: m.DoneMessage = await act(host, table, authorization, m.TakeOver(seat=data.seat, of=data.of))
    return done


@post("/api/tables/{table:str}/name", tags=["playing"], **SEAT)
async def rename(table: TableId, data: JSONBody[NameBody], host: TheHost, limits: TheLimits, address: Address, authorization: Bearer = None) -> m.DoneMessage:
    """Have another name."""
    limits.take(address, "chat")
    done: m.DoneMessage = await act(host, table, authorization, m.Rename(seat=data.seat, name=data.name))
    return done


@post("/api/tables/{table:str}/abandon", tags=["playing"], **SEAT)
async def abandon(table: TableId, host: TheHost, authorization: Bearer = None, seat: SeatQuery = None) -> m.DoneMessage:
    """Ask to stop without a result."""
    done: m.DoneMessage = await act(host, table, authorization, m.Abandon(seat=seat))
    return done


@post("/api/tables/{table:str}/resign", tags=["playing"], **SEAT)
async def resign(table: TableId, host: TheHost, authorization: Bearer = None, seat: SeatQuery = None) -> m.DoneMessage:
    """Give up."""
    done: m.DoneMessage = await act(host, table, authorization, m.Resign(seat=seat))
    return done


@post("/api/tables/{table:str}/leave", tags=["playing"], **SEAT)
async def leave(table: TableId, host: TheHost, authorization: Bearer = None, seat: SeatQuery = None) -> m.DoneMessage:
    """Go away: the stand-in of the table plays until you return."""
    done: m.DoneMessage = await act(host, table, authorization, m.Leave(seat=seat))
    return done


@post("/api/tables/{table:str}/return", tags=["playing"], **SEAT)
async def come_back(table: TableId, host: TheHost, authorization: Bearer = None, seat: SeatQuery = None) -> m.DoneMessage:
    """Be back and have your seat again."""
    done: m.DoneMessage = await act(host, table, authorization, m.Return(seat=seat))
    return done


@post("/api/tables/{table:str}/hint", tags=["playing"], **SEAT)
async def hint(
    table: TableId,
    data: JSONBody[HintBody],
    host: TheHost,
    limits: TheLimits,
    address: Address,
    authorization: Bearer = None,
    language: LanguageQuery = "en",
) -> m.HintMessage:
    """Advice for the seat to move, where the table allows it, in three steps: where to look, a good move, why."""
    if not is_known(await host.get(table)):
        limits.take(address, "hints")
    found: m.HintMessage = await act(host, table, authorization, m.Hint(seat=data.seat, ply=data.ply, step=data.step), language)
    return found


@post("/api/tables/{table:str}/lens", tags=["playing"], status_code=200, **SEAT)
async def lens(table: TableId, data: JSONBody[LensBody], host: TheHost, authorization: Bearer = None, language: LanguageQuery = "en") -> m.LensMessage:
    """What a move would do: whether it can be played, what it brings, what the game says of it. Nothing is played."""
    found: m.LensMessage = await act(host, table, authorization, m.Lens(seat=data.seat, ply=data.ply, move=data.move), language)
    return found


@get("/api/tables/{table:str}/stream", tags=["streams"], media_type=NDJSON, **WATCH)
async def stream(table: TableId, host: TheHost, limits: TheLimits, address: Address, authorization: Bearer = None, language: LanguageQuery = "en") -> Stream:
    """News of the table, one JSON object a line: `gameFull`, then `gameState` and `chatLine`; an empty line now and then keeps it alive."""
    room = await host.get(table)
    actor = await host.actor(room, token_of(authorization), language)
    return Stream(game_stream(host, room, actor, limits, address), media_type=NDJSON)


# --- Bot accounts and webhooks ----------------------------------------------------------------------------------------


@post("/api/accounts", tags=["bots"], **SHARED)
async def create_account(data: JSONBody[m.NewAccount], host: TheHost, limits: TheLimits, address: Address) -> m.MadeAccount:
    """Make a bot account. The token is told here and never again."""
    limits.take(address, "accounts")
    token, id_ = new_secret(), hash_of(new_secret())[:12]
    name = clean_name(data.name, "bot")
    await host.store.save_account(Account(id_, name, hash_of(token), host.clock()))
    return m.MadeAccount(id_, name, token)


@get("/api/account", tags=["bots"], **SEAT)
async def account(host: TheHost, authorization: Bearer = None) -> m.AccountInfo:
    """Your account and its tables."""
    own = await own_account(host, authorization)
    tables = [row.id for row in await host.store.rooms_of(own.id, MOST_LISTED)]
    return m.AccountInfo(own.id, own.name, tables, decode_hook(own.hook).url if own.hook else "")


@delete("/api/account", tags=["bots"], **SEAT)
async def remove_account(host: TheHost, authorization: Bearer = None) -> None:
    """Remove your account."""
    own = await own_account(host, authorization)
    await host.store.remove_account(own.id)


@get("/api/account/stream", tags=["streams"], media_type=NDJSON, **SEAT)
async def events(host: TheHost, limits: TheLimits, address: Address, authorization: Bearer = None) -> Stream:
    """What concerns your account, one JSON object a line: `gameStart` for each table you play at, `challenge` for each that asks you to join."""
    own = await own_account(host, authorization)
    return Stream(account_stream(host, own, limits, address), media_type=NDJSON)


@put("/api/account/webhook", tags=["bots"], **SEAT)
async def hook_account(data: JSONBody[m.NewHook], host: TheHost, authorization: Bearer = None) -> m.MadeHook:
    """Be told of every turn of your account by a signed POST."""
    own = await own_account(host, authorization)
    await host.hooks.check(data.url)
    made = Hook(data.url, new_secret())
    await host.store.save_account(Account(own.id, own.name, own.token_hash, own.created, encode(made)))
    return m.MadeHook(made.url, made.key)


@delete("/api/account/webhook", tags=["bots"], **SEAT)
async def unhook_account(host: TheHost, authorization: Bearer = None) -> None:
    """Be told no longer."""
    own = await own_account(host, authorization)
    await host.store.save_account(Account(own.id, own.name, own.token_hash, own.created))


@put("/api/tables/{table:str}/webhook", tags=["bots"], **SEAT)
async def hook_seat(table: TableId, data: JSONBody[m.NewHook], host: TheHost, authorization: Bearer = None, seat: SeatQuery = None) -> m.MadeHook:
    """Be told of every turn of your seat by a signed POST."""
    room = await host.get(table)
    own = (await host.actor(room, token_of(authorization))).seat(seat)
    await host.hooks.check(data.url)
    key = new_secret()
    await host.change(room, lambda table, at: decide.hook(table, own, data.url, key, at))
    return m.MadeHook(data.url, key)


@delete("/api/tables/{table:str}/webhook", tags=["bots"], **SEAT)
async def unhook_seat(table: TableId, host: TheHost, authorization: Bearer = None, seat: SeatQuery = None) -> None:
    """Be told no longer."""
    room = await host.get(table)
    own = (await host.actor(room, token_of(authorization))).seat(seat)
    await host.change(room, lambda table, at: decide.hook(table, own, "", "", at))


@get("/healthz", tags=["operator"], sync_to_thread=False, **SHARED)
def health(host: TheHost) -> dict[str, Any]:
    """The process lives; and which games are compiled. Whether it can write is told by `/readyz`."""
    return {"ok": True, "compiled": {name: host.warmth.is_ready(name) for name in game_names()}}


@get("/readyz", tags=["operator"], **SHARED)
async def readiness(ready: NamedDependency[Readiness]) -> dict[str, Any]:
    """Whether the server can do its work: something was written and synced just now. 503 where that fails (a full disk, a damaged or read-only file)."""
    await ready.check()
    return {"ok": True}


@get("/metrics", tags=["operator"], media_type=MediaType.TEXT, sync_to_thread=False, **SHARED)
def metrics(host: TheHost) -> str:
    """Counters for Prometheus."""
    METRICS.rooms, METRICS.paused_tables = len(host.rooms), host.paused
    METRICS.store_batches = getattr(host.store, "batches", 0)
    return METRICS.text()


HANDLERS = [
    games, lexicon, list_tables, create_table, get_table, delete_table, get_log, get_chat, clear_chat,
    picture, record, join, play, chat, undo, answer, rematch, take_over, rename, abandon, resign, leave,
    come_back, hint, lens, stream, create_account, account, remove_account, events, hook_account, unhook_account, hook_seat, unhook_seat, health,
    readiness, metrics,
]  # fmt: skip
