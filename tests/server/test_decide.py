"""What may happen at a table: sitting down, playing, taking back, going away, clocks, rematches, the proof of the deal."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from seating import DEAL, LOTS, Party, act, parts_of, plain, seat_all, table_shown
from serving import opened_host, run, table
from ziggurat.errors import GameError, IllegalMove, InvalidMove, NotYourTurn, StaleMove
from ziggurat.fair_deal import FairError, commitment_of, verify
from ziggurat.record import replay
from ziggurat.server import messages as m
from ziggurat.server import requests as r
from ziggurat.server import upkeep
from ziggurat.server.make_table import make_table
from ziggurat.server.refused import Refused
from ziggurat.server.room import Actor, Watcher
from ziggurat.server.show.views import rematch_places
from ziggurat.server.table.decide import clean_name


class FakeClock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


@pytest.mark.parametrize("seats", [("link", "link"), ("link", "greedy"), ("greedy", "link", "random"), ("random", "greedy")], ids=str)
def test_whole_games_end_with_a_valid_fair_record(tmp_path: Path, seats: tuple[str, ...]) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            for game in ("amytis", "akropolis", "blueprints"):
                if game == "amytis" and len(seats) > 2:
                    continue
                party = await seat_all(host, table(game, *seats))
                await party.play_on()
                record = party.table.record()
                replay(record)
                verify(record)
                assert party.table.status == "over" and record["result"]
                assert len(record["times"]) == len(record["moves"])

    run(main)


def test_the_game_starts_when_the_last_one_sits_down_and_secrets_are_stored_as_hashes(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            made = await make_table(host, table("amytis", "link", "open"))
            room = await host.get(made.id)
            assert room.table.status == "open" and table_shown(host, room, Actor(), None).view is None
            with pytest.raises(Refused, match="opens no seat"):
                await host.actor(room, ["guess"])
            first = await host.actor(room, [made.seats[0].secret])
            with pytest.raises(Refused, match="Nobody"):
                await act(host, room, first, r.Rename(name="x"))
            await act(host, room, first, r.Join(name="Ada"))
            guest = Actor()
            done = await act(host, room, guest, r.Join(name="Bob"))
            assert isinstance(done, m.DoneMessage) and len(done.secret) == 22 and guest.seats == [1]
            assert room.table.status == "running"
            with pytest.raises(Refused, match="no open seat"):
                await act(host, room, Actor(), r.Join(name="Eve"))
            assert (await host.actor(room, [done.secret])).seats == [1]
            stored = b"".join(path.read_bytes() for path in tmp_path.glob("rooms.db*"))
            assert made.seats[0].secret.encode() not in stored and done.secret.encode() not in stored

    run(main)


def test_a_move_is_taken_once_however_often_it_is_sent(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link"), deal=DEAL)
            assert not (await party.play(0, "b2>a1", key="k")).repeated
            assert (await party.play(0, "b2>a1", ply=0, key="k")).repeated
            assert (await party.play(0, " B2 > A1 ", ply=0)).repeated
            with pytest.raises(StaleMove):
                await party.play(0, "b2>a2", ply=0)
            with pytest.raises(StaleMove):
                await party.play(1, "b1>a1", ply=2)
            with pytest.raises(NotYourTurn):
                await party.play(0, "b1>a1")
            with pytest.raises(IllegalMove):
                await party.play(1, "b2>a1")
            with pytest.raises(InvalidMove):
                await party.play(1, "castle")
            results = await asyncio.gather(*(party.play(1, "b1>a1", ply=1, key="same") for _ in range(10)))
            assert sum(not result.repeated for result in results) == 1
            assert party.table.game.moves == ["b2>a1", "b1>a1"]

    run(main)


def test_a_repeated_move_is_known_for_one_even_after_an_undo(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "greedy"), deal=DEAL)
            await party.play(0, "b2>a1", key="k")
            await party.settle()
            while party.table.to_move != 0:
                await asyncio.sleep(0.002)
            await party.ask(0, r.Undo(ply=party.table.ply))
            assert party.table.ply == 0
            assert (await party.play(0, "b2>a1", ply=0, key="k")).repeated
            assert party.table.ply == 0 and len(party.table.undone) == 2

    run(main)


# --- Undo -------------------------------------------------------------------------------------------------------------


def test_undo_is_free_while_nothing_was_seen(tmp_path: Path) -> None:
    """Akropolis with two: the first tile of a round shows nothing new, so it is free until the other has played."""

    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("akropolis", "link", "link"))
            await party.play(0, party.table.game.legal_moves[0])
            done = await party.ask(0, r.Undo(ply=1))
            assert not done.asked and party.table.ply == 0
            await party.play(0, party.table.game.legal_moves[0])
            await party.play(1, party.table.game.legal_moves[0])
            done = await party.ask(0, r.Undo(ply=2))  # another player's move intervened
            assert done.asked and party.table.ply == 2
            with pytest.raises(Refused, match="answer first"):
                await party.ask(1, r.Abandon())
            await party.ask(1, r.Answer(yes=True))
            assert party.table.ply == 0 and party.table.offer is None
            assert [(taken.ply, taken.seat) for taken in party.table.undone] == [(0, 0), (0, 0), (1, 1)]

    run(main)


def test_undo_asks_when_a_hidden_tile_was_revealed(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link"), deal=DEAL)
            await party.play(0, "b2>a1")  # the tile beneath is seen
            assert (await party.ask(0, r.Undo(ply=1))).asked
            await party.ask(1, r.Answer(yes=False))
            assert party.table.ply == 1 and party.table.offer is None
            no = table_shown(host, party.room, party.actors[0], 0).declined
            assert no is not None and (no.seat, no.what, no.by) == (0, "undo", 1)
            assert (await party.ask(0, r.Undo(ply=1))).asked
            assert party.table.declined is None
            await party.ask(0, r.Answer(yes=False))  # taken back: nobody said no
            assert party.table.declined is None
            assert (await party.ask(0, r.Undo(ply=1))).asked
            await party.play(1, "b1>a1")  # playing on answers, too
            assert party.table.offer is None

    run(main)


def test_in_blueprints_a_die_that_draws_another_is_not_free(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("blueprints", "link", "link", "link"))
            await party.play_on(1)
            assert (await party.ask(0, r.Undo(ply=1))).asked

    run(main)


@pytest.mark.parametrize("game", ["amytis", "akropolis", "blueprints"])
def test_against_bots_undo_is_always_free_and_the_log_keeps_it(tmp_path: Path, game: str) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table(game, "greedy", "link"))
            await party.play_on(6)
            while party.table.to_move != 1:
                await asyncio.sleep(0.002)
            ply = party.table.ply
            assert not (await party.ask(1, r.Undo(ply=ply))).asked
            assert party.table.ply < ply and party.table.to_move == 1
            await party.play_on()
            record = party.table.record()
            replay(record)
            assert record["undone"]

    run(main)


# --- Agreeing, resigning, leaving -------------------------------------------------------------------------------------


def test_all_must_agree_to_abandon_and_a_resignation_ends_a_game_of_two(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("akropolis", "link", "link", "link"))
            assert (await party.ask(0, r.Abandon())).asked
            await party.ask(1, r.Answer(yes=True))
            assert party.table.status == "running"
            await party.ask(2, r.Answer(yes=True))
            assert party.table.status == "over" and party.table.ended.why == "abandoned"
            two = await seat_all(host, table("amytis", "link", "link"))
            await two.ask(1, r.Resign())
            assert two.table.ended.why == "resigned" and two.table.ended.seat == 1
            record = two.table.record()
            assert record["ended"] == {"why": "resigned", "seat": 1} and "result" not in record
            replay(record)
            with pytest.raises(GameError):
                await two.play(0, "b2>a1")

    run(main)


def test_a_table_that_waits_is_given_up_by_those_who_made_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            made = await make_table(host, table("amytis", "here", "link"))
            room = await host.get(made.id)
            maker, guest = [await host.actor(room, [seat.secret]) for seat in made.seats]
            with pytest.raises(Refused, match="Nobody"):
                await act(host, room, guest, r.Abandon())
            await act(host, room, maker, r.Abandon())
            assert room.table.status == "over"
            shown = table_shown(host, room, guest, None)
            assert shown.end is not None and shown.end.why == "abandoned" and shown.end.result is None and shown.view is None
            for request in (r.Join(name="Zoe"), r.Rematch()):
                with pytest.raises(GameError):
                    await act(host, room, guest if isinstance(request, r.Join) else maker, request)

    run(main)


def test_bots_of_one_level_are_told_apart_by_a_number(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("akropolis", "link", "level:1", "level:1"))
            await party.play_on(1)
            names = [party.table.game.name_of(seat, "fr") for seat in range(3)]
            assert names[0] == "P0" and names[1].endswith(" 1") and names[2] == names[1][:-1] + "2"
            sentences = [" ".join(lines) for lines in party.room.views.log(None, "fr")]
            assert names[1] in sentences[1] and names[2] in sentences[2]
            assert party.table.game.players[1:] == ["bot:level:1"] * 2  # the record keeps what they are

    run(main)


def test_with_more_players_a_bot_plays_on_for_the_one_who_resigned(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("blueprints", "link", "link", "link", stand_in=""))
            await party.ask(0, r.Resign())
            assert party.table.status == "running" and party.table.seats[0].bot == "greedy"
            with pytest.raises(Refused, match="given up"):
                await party.ask(0, r.Return())
            await party.play_on()
            assert party.table.ended.why == "finished"

    run(main)


def test_who_leaves_is_replaced_and_gets_the_seat_back(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link", stand_in="random"))
            await party.ask(0, r.Leave())
            assert party.table.seats[0].bot == "random" and party.table.seats[0].why == "left"
            await party.settle()
            assert party.table.to_move == 1 and party.table.ply >= 1
            with pytest.raises(NotYourTurn):
                await party.play(0, "b2>a1")
            await party.ask(0, r.Return())
            assert not party.table.seats[0].bot
            await party.play_on(8)
            await party.ask(1, r.TakeOver(of=1))
            await party.ask(0, r.Leave())
            while party.table.status != "over":
                await asyncio.sleep(0.01)
            replay(party.table.record())

    run(main)


def test_a_seat_that_is_present_is_not_taken_over(tmp_path: Path) -> None:
    async def main() -> None:
        clock = FakeClock()
        async with opened_host(tmp_path, clock=clock) as host:
            party = await seat_all(host, table("amytis", "link", "link"))
            with pytest.raises(Refused, match="wait"):
                await party.ask(1, r.TakeOver(of=0))
            watcher = Watcher(host, party.room, party.actors[0])
            watcher.close()
            clock.now += 59_000
            with pytest.raises(Refused, match="wait"):
                await party.ask(1, r.TakeOver(of=0))
            clock.now += 1_000
            await party.ask(1, r.TakeOver(of=0))
            assert party.table.seats[0].bot == "greedy"

    run(main)


# --- Clocks -----------------------------------------------------------------------------------------------------------


def test_a_live_clock_runs_for_the_seat_to_move_and_adds_its_increment(tmp_path: Path) -> None:
    async def main() -> None:
        clock = FakeClock()
        async with opened_host(tmp_path, clock=clock) as host:
            party = await seat_all(host, table("amytis", "link", "link", clock=r.NewClock(kind="live", bank=60, increment=5)), deal=DEAL)
            assert party.table.clocks.reading(clock.now) == [60_000, 60_000]
            clock.now += 7_000
            assert party.table.clocks.reading(clock.now) == [53_000, 60_000]
            await party.play(0, "b2>a1")
            assert party.table.times == [7_000]
            clock.now += 2_000
            assert party.table.clocks.reading(clock.now) == [58_000, 58_000]

    run(main)


def test_days_begin_anew_with_each_turn(tmp_path: Path) -> None:
    async def main() -> None:
        clock = FakeClock()
        async with opened_host(tmp_path, clock=clock) as host:
            party = await seat_all(host, table("amytis", "link", "link", clock=r.NewClock(kind="days", days=1)), deal=DEAL)
            clock.now += 80_000_000
            await party.play(0, "b2>a1")
            clock.now += 80_000_000
            await party.play(1, "b1>a1")
            assert party.table.clocks.reading(clock.now) == [86_400_000, 86_400_000]

    run(main)


def test_out_of_time_the_stand_in_plays_and_gives_the_seat_back(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link", clock=r.NewClock(kind="live", bank=1, increment=0)))
            while not party.table.seats[0].bot:
                await asyncio.sleep(0.01)
            assert party.table.seats[0].why == "time"
            await party.settle()
            await party.ask(0, r.Return())
            assert party.table.clocks.left[0] == 250

    run(main)


def test_out_of_time_without_a_stand_in_the_game_is_lost(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link", stand_in="", clock=r.NewClock(kind="live", bank=1, increment=0)))
            while party.table.status != "over":
                await asyncio.sleep(0.01)
            assert (party.table.ended.why, party.table.ended.seat) == ("time", 0)

    run(main)


# --- After a restart --------------------------------------------------------------------------------------------------


def test_a_new_host_finds_everything_as_it_was_and_clocks_did_not_run(tmp_path: Path) -> None:
    async def main() -> None:
        clock = FakeClock()
        async with opened_host(tmp_path, clock=clock) as host:
            party = await seat_all(host, table("amytis", "link", "link", clock=r.NewClock(kind="live", bank=60, increment=0)), deal=DEAL)
            await party.play(0, "b2>a1")
            await party.ask(1, r.Chat(text="hello"))
            clock.now += 10_000
            await host.store.pulse(clock.now)
            before = table_shown(host, party.room, party.actors[1], 1)
            left = party.table.clocks.reading(host.time())
        clock.now += 3_600_000  # the server is away for an hour
        async with opened_host(tmp_path, clock=clock) as host:
            room = await host.get(before.id)
            after = table_shown(host, room, Actor([1]), 1)
            assert after.view == before.view and after.chat == before.chat and after.choices == before.choices and after.log == before.log
            assert room.table.clocks.reading(host.time()) == left == [60_000, 50_000]
            assert (await host.actor(room, [party.secrets[1]])).seats == [1]

    run(main)


def test_after_a_restart_bots_go_on_thinking_by_themselves(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path, bot_threads=1) as host:
            party = await seat_all(host, table("amytis", "link", "mcts:ms=1000"))
            while party.table.to_move == 0:
                await party.play(0, party.table.game.legal_moves[0])
            ply = party.table.ply
        async with opened_host(tmp_path) as host:
            while (room := host.rooms.get(party.table.id)) is None:  # nobody asks for it
                await asyncio.sleep(0.01)
            while room.table.ply == ply:
                await asyncio.sleep(0.01)
            assert room.table.game.movers[ply] == 1  # type: ignore[union-attr]

    run(main)


def test_a_room_that_nobody_watches_leaves_the_memory_and_comes_back(tmp_path: Path) -> None:
    async def main() -> None:
        clock = FakeClock()
        async with opened_host(tmp_path, clock=clock) as host:
            party = await seat_all(host, table("blueprints", "link", "link"))
            await party.play_on(5)
            watcher = Watcher(host, party.room, party.actors[0])
            clock.now += 120_000
            await upkeep.sweep(host)
            assert party.table.id in host.rooms
            watcher.close()
            clock.now += 120_000
            await upkeep.sweep(host)
            assert party.table.id not in host.rooms
            again = await host.get(party.table.id)
            assert again is not party.room and again.table.game.view(0) == party.table.game.view(0)  # type: ignore[union-attr]

    run(main)


def test_tables_that_nobody_visits_expire(tmp_path: Path) -> None:
    async def main() -> None:
        clock = FakeClock()
        async with opened_host(tmp_path, clock=clock, expire_days=1) as host:
            old = await make_table(host, table("amytis", "link", "link"))
            visited = await make_table(host, table("amytis", "link", "link"))
            clock.now += 80_000_000
            host.rooms.clear()
            host.visited.clear()
            await host.get(visited.id)
            clock.now += 10_000_000
            await upkeep.expire(host)
            await host.get(visited.id)
            with pytest.raises(Refused, match="no table"):
                await host.get(old.id)

    run(main)


# --- Rematches --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("same_deal", "rotate"), [(False, True), (True, True), (True, False)])
def test_a_rematch_keeps_the_links_and_turns_the_seats(tmp_path: Path, same_deal: bool, rotate: bool) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link"))
            with pytest.raises(Refused, match="not over"):
                await party.ask(0, r.Rematch())
            await party.play_on()
            await party.ask(0, r.Rematch(same_deal=same_deal, rotate=rotate))
            await party.ask(1, r.Answer(yes=True))
            while not party.table.rematch:
                await asyncio.sleep(0.002)
            room = await host.get(party.table.rematch)
            assert room.table.status == "running"
            assert (await host.actor(room, [party.secrets[1]])).seats == [0 if rotate else 1]
            assert rematch_places(party.table) == ([1, 0] if rotate else [0, 1])
            assert [seat.name for seat in room.table.seats] == (["P1", "P0"] if rotate else ["P0", "P1"])
            assert room.table.game is not None
            assert (room.table.game.deal == party.table.game.deal) == same_deal
            again = Party(host, room, [])
            again.actors = [Actor([0]), Actor([1])]
            await again.play_on()
            verify(room.table.record())

    run(main)


def test_against_bots_a_rematch_needs_nobodys_consent(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("akropolis", "link", options={"seats": 1}))
            await party.play_on()
            assert party.table.record()["result"]["architect"]
            await party.ask(0, r.Rematch())
            while not party.table.rematch:
                await asyncio.sleep(0.002)

    run(main)


# --- One screen, solo, hints, what the table allows -------------------------------------------------------------------


def test_on_one_screen_secrets_are_shown_only_to_the_one_who_took_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            made = await make_table(host, table("blueprints", "here", "here"))
            room = await host.get(made.id)
            actor = await host.actor(room, [seat.secret for seat in made.seats])
            assert actor.seats == [0, 1]
            watcher = Watcher(host, room, actor)
            (whole,) = watcher.unsent()
            assert isinstance(whole, m.TableMessage) and whole.hand_over and whole.seat is None and whole.view is not None
            assert plain(whole.view)["plan"] is None and whole.choices == [] and whole.view.legal == []
            watcher.look(0)
            (shown,) = watcher.unsent()
            assert isinstance(shown, m.TableMessage) and shown.seat == 0 and not shown.hand_over and shown.view is not None
            assert plain(shown.view)["plan"] and shown.choices
            for _ in range(2):  # a turn of two: a die placed, a die removed
                (move, *_) = parts_of(room, 0)
                await act(host, room, actor, r.Play(ply=room.table.ply, move=move["text"]))
                news = watcher.unsent()
            assert isinstance(news[0], m.TableMessage) and news[0].hand_over and news[0].seat is None
            assert news[0].view is not None and plain(news[0].view)["plan"] is None
            assert all("?" in move for move in news[0].view.log if ">" in move)

    run(main)


def test_on_one_screen_without_secrets_the_one_to_move_is_shown(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            made = await make_table(host, table("amytis", "here", "here"), deal=DEAL)
            room = await host.get(made.id)
            actor = await host.actor(room, [seat.secret for seat in made.seats])
            watcher = Watcher(host, room, actor)
            assert watcher.unsent()[0].seat == 0  # type: ignore[union-attr]
            await act(host, room, actor, r.Play(ply=0, move="b2>a1"))
            assert watcher.unsent()[0].seat == 1  # type: ignore[union-attr]
            assert not (await act(host, room, actor, r.Undo(ply=1, seat=0))).asked

    run(main)


def test_hints_previews_and_live_scores_are_refused_where_the_table_says_so(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            for game in ("amytis", "akropolis", "blueprints"):
                party = await seat_all(host, table(game, "link", "link", live_scores=False))
                with pytest.raises(Refused, match="without hints"):
                    await party.ask(0, r.Hint(ply=0))
                assert parts_of(party.room, 0) and all("gain" not in choice for choice in parts_of(party.room, 0))
                view = party.room.views.view(0)
                assert view is not None
                assert not {"score", "breakdown", "sheet", "points", "wood_dice"} & set().union(*plain(view)["seats"])
                allowed = await seat_all(host, table(game, "link", "link", hints=True, previews=True))
                hint = await allowed.ask(0, r.Hint(ply=0))
                assert hint.step == 1 and hint.text
                assert all("gain" in choice for choice in parts_of(allowed.room, 0))
                with pytest.raises(NotYourTurn):
                    await allowed.ask(1, r.Hint(ply=0))

    run(main)


def test_a_preview_says_what_the_move_then_brings(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            for game in ("amytis", "akropolis"):
                party = await seat_all(host, table(game, "link", "link", previews=True))
                while (seat := party.table.to_move) is not None:
                    choice = LOTS.choice(parts_of(party.room, seat))
                    before = party.table.game.breakdown[seat]
                    await party.play(seat, choice["text"])
                    after = party.table.game.breakdown[seat]
                    if choice["gain"] is not None:
                        difference = {line: after.get(line, 0) - before.get(line, 0) for line in {**before, **after}}
                        assert choice["gain"] == {line: gain for line, gain in difference.items() if gain}, choice

    run(main)


def test_a_bot_of_the_operator_that_fails_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("class Bad:\n    def choose(self, view):\n        return 'castle'\n")
    (tmp_path / "good.py").write_text("class Good:\n    def choose(self, view):\n        return view['legal'][0]\n")
    own = {"bad": f"py:{tmp_path / 'bad.py'}:Bad", "good": f"py:{tmp_path / 'good.py'}:Good"}

    async def main() -> None:
        async with opened_host(tmp_path, bots=own) as host:
            assert [bot.bot for bot in host.bots.offered()][-2:] == ["bad", "good"]
            with pytest.raises(GameError, match="no bot"):
                await make_table(host, table("amytis", "link", own["good"]))
            made = await make_table(host, table("amytis", "bad", "good"))
            room = await host.get(made.id)
            while room.table.status != "over":
                await asyncio.sleep(0.01)
            assert room.table.seats[0].bot == "greedy" and room.table.seats[0].why == "failed"
            assert not host.bots.seated

    run(main)


def test_tables_are_refused_with_the_reason(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            for new in (
                table("chess", "link", "link"),
                table("amytis", "link"),
                table("amytis", "link", "link", "link"),
                table("amytis", "link", "link", options={"seats": 3}),
                table("amytis", "link", "deep-thought"),
                table("amytis", "link", "mcts:sims=99999999"),
                table("amytis", "link", "link", stand_in="py:x.py:Y"),
                table("akropolis", "link", "link", "link", "link", options={"long_game": True}),
                table("amytis", "link", "link", options={"sides": "ABX"}),
                r.NewTable(game="amytis", seats=[r.NewSeat(kind="account", account="nobody"), r.NewSeat()]),
                r.NewTable(game="amytis", seats=[r.NewSeat(kind="link", name="Ada"), r.NewSeat()]),
            ):
                with pytest.raises(GameError):
                    await make_table(host, new)
            assert await host.store.listed(10) == [] and not host.rooms

    run(main)


def test_names_are_harmless() -> None:
    assert clean_name("  Ada \u202e\n\x00 Lovelace ", "x") == "Ada Lovelace"
    assert clean_name("bot:BOT: greedy", "x") == "greedy"
    assert clean_name("\u200b\t", "Player 1") == "Player 1"
    assert len(clean_name("a" * 100, "x")) == 40


# --- The proof --------------------------------------------------------------------------------------------------------


def test_the_deal_follows_from_the_secret_and_everybodys_words(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened_host(tmp_path) as host:
            party = await seat_all(host, table("amytis", "link", "link", options={"sides": "random"}))
            shown = table_shown(host, party.room, Actor(), None)
            assert shown.end is None and shown.commitment == party.table.head.commitment
            assert set(str(shown.options["sides"])) <= {"A", "B"}
            await party.ask(0, r.Resign())
            record = party.table.record()
            verify(record)
            fair = record["fair"]
            assert fair["words"] == ["word 0", "word 1"] and fair["commitment"] == shown.commitment
            assert commitment_of(fair["secret"], fair["table"], record["options"]) == shown.commitment
            for change in ({"secret": "0" * 32}, {"table": "x"}, {"words": ["word 0", "other"]}, {"commitment": "0" * 64}):
                with pytest.raises(FairError):
                    verify({**record, "fair": {**fair, **change}})
            with pytest.raises(FairError, match="nothing to verify"):
                verify({name: value for name, value in record.items() if name != "fair"})

    run(main)
