"""A short game in which two people do once all that people do at a table, and write it down: a history to try the checker on."""

from __future__ import annotations

import random

import httpx

from ledger import Ledger, Manner, Person, Spectator, create, people, plan

TABLE = plan("blueprints", "link", "link", stand_in="greedy", hints=True)  # each seat sees something that the other does not
WAIT = 30.0
PLIES = 7
KINDS = {"join", "play", "chat", "rename", "undo", "answer", "take_over", "return", "leave", "abandon", "resign", "rematch"}


async def play_script(url: str, ledger: Ledger) -> None:
    """Play the script."""
    ledger.every = 1
    async with httpx.AsyncClient(timeout=60) as client:
        made = await create(url, client, TABLE, ledger)
        persons = people(url, made, ledger, random.Random(1), Manner(http=0), client)
        watcher = Spectator(url, made["id"], ledger, random.Random(2))
        for person in persons:
            await person.come()
            await person.do("join", name=f"Player {person.seat}", word=f"w{person.seat}")
        await together(persons)
        await watcher.open()
        one, two = persons
        for turn in range(4):
            await persons[turn % 2].do("chat", text=f"line {turn}")
        await one.do("rename", name="Ada")
        await play_on(persons, PLIES)
        last = persons[one.state["view"]["movers"][-1]]
        await last.do("undo", ply=PLIES)
        await play_on(persons, PLIES)
        for yes in (False, True):
            await ask_for_undo(persons, yes=yes)
            await play_on(persons, PLIES)
        await two.do("take_over", of=two.seat)
        await two.do("return")
        await one.do("leave")
        await one.do("return")
        await together(persons)
        await two.do("abandon")
        await together(persons)
        await one.do("answer", yes=False, offer=one.state["offer"]["number"], word="")
        await two.do("chat", text="I give up")
        await together(persons)
        await two.do("resign")
        await one.hear_until(lambda state: bool(state["end"]), WAIT)
        await one.do("rematch", same_deal=False, rotate=True, word="again")
        for player in (*persons, watcher):
            await player.close()
            await player.open()
            await player.close()


async def together(persons: list[Person]) -> None:
    """Let everybody see the table as it is now."""
    for person in persons:
        await person.close()
        await person.open()


async def play_on(persons: list[Person], ply: int) -> None:
    """Play until so many plies are played."""
    while persons[0].state["ply"] < ply:
        for person in persons:
            await person.hear(0.05)
            if person.state["choices"] and person.state["ply"] < ply:
                person.last = None
                await person.decide()
    await together(persons)


async def ask_for_undo(persons: list[Person], *, yes: bool) -> None:
    """Who did not move last asks to take back; the other agrees, or not."""
    asking = next(person for person in persons if person.seat != person.state["view"]["movers"][-1])
    other = persons[1 - persons.index(asking)]
    answer = await asking.do("undo", ply=asking.state["ply"])
    assert answer["asked"], "a move of the other would be taken back, too: the other has a say"
    await together(persons)
    await other.do("answer", yes=yes, offer=other.state["offer"]["number"], word="")
    await together(persons)
