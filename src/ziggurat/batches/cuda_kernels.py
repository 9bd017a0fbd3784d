"""The kernels of a batch on a GPU: thread i calls those of `batch_kernels.py` with arrays of game i alone. A template: `bind` gives each game its own copy.

Where positions lie decides the speed. Neighbouring threads look at the same field of neighbouring games, and the memory is fast if what they read together
lies together. So a small position is stored word by word, the first words of all games, then the second ones (`words[word, i]`); a thread copies its own to
local memory, which the hardware lays out in the same manner, works there, and copies it back. A large position would cost more to copy than one step
touches of it: it lies in one piece (`words[i, word]`), and a step works on it in place. Many random steps in one call always work on a copy.

Numba's simulator runs the same kernels; `plain` gives it arrays that compiled functions can take. A function on a GPU cannot return part of an array, so
each kernel takes the parts of its game itself.
"""

from __future__ import annotations

from numba import types

from ziggurat.any_game.rules import MAX_MOVES
from ziggurat.any_game.state import STATE
from ziggurat.batches.batch_kernels import (
    count_games,
    deal_games,
    draw_codes,
    find_illegal,
    list_games,
    mask_games,
    observe_games,
    play_games,
    rank_games,
    roll_games,
    score_games,
    seed_players,
    step_games,
)
from ziggurat.batches.cuda_setup import IS_SIMULATED, cuda, plain
from ziggurat.batches.seed_kernels import SCRATCH
from ziggurat.kernel import NONE, kernel

LARGEST_COPY = 2048  # bytes
WORDS = STATE.itemsize // 8
IS_COPIED = STATE.itemsize <= LARGEST_COPY
"""Whether positions are stored word by word, and every kernel works on a copy."""
PLAY_REGISTERS = 64 if IS_COPIED else None  # without a limit random play takes 90 or more, and fewer threads run at a time
ROLL_AHEAD = 32 if IS_COPIED else 0  # steps after which a rollout deals next games ahead; 0: when they are needed
COUNTERS = 1024  # threads add their plies to so many numbers: all to one would wait for each other
int64, int32, uint64 = types.int64, types.int32, types.uint64

# --- positions --------------------------------------------------------------------------------------------------------


@kernel
def load(words, i, rows):
    """Copy a position to local memory. The compiler must not see how long the loop is: unrolled, it takes the registers of several threads."""
    if IS_COPIED:
        for word in range(words.shape[0]):
            rows[0, word] = words[word, i]
    else:
        for word in range(words.shape[1]):
            rows[0, word] = words[i, word]


@kernel
def store(words, i, rows):
    """Copy it back."""
    if IS_COPIED:
        for word in range(words.shape[0]):
            words[word, i] = rows[0, word]
    else:
        for word in range(words.shape[1]):
            words[i, word] = rows[0, word]


if IS_COPIED:
    take, put_back = load, store
else:

    @kernel
    def take(words, i, rows):
        """It is worked on in place."""

    @kernel
    def put_back(words, i, rows):
        """It is where it belongs."""


@cuda.jit
def read_states(words, rows):
    """Write the positions one after another, as records lie."""
    i = cuda.grid(1)
    if i < rows.shape[0]:
        load(plain(words), i, plain(rows)[i : i + 1])


@cuda.jit
def write_states(words, rows):
    """The reverse."""
    i = cuda.grid(1)
    if i < rows.shape[0]:
        store(plain(words), i, plain(rows)[i : i + 1])


# --- play -------------------------------------------------------------------------------------------------------------


@cuda.jit
def deal(words, prepared, episodes, where, to_move, seed):
    """Deal those games anew that `where` names."""
    i = cuda.grid(1)
    if i < to_move.shape[0] and where[i]:
        local, scratch, rng = cuda.local.array((1, WORDS), int64), cuda.local.array(SCRATCH, int64), cuda.local.array(4, uint64)
        own = slice(i, i + 1)
        rows = local if IS_COPIED else plain(words)[own]
        states, episode, seat = rows.view(STATE)[0], plain(episodes)[own], plain(to_move)[own]
        deal_games(states, rows, plain(prepared), episode, plain(where)[own], seat, i, plain(seed), scratch, rng, 0, 1)
        put_back(plain(words), i, rows)


@cuda.jit
def find_wrong(words, codes, to_move, wrong, count):
    """Mark the games that are running and whose code is not legal, and count them."""
    i = cuda.grid(1)
    if i < to_move.shape[0]:
        local, moves = cuda.local.array((1, WORDS), int64), cuda.local.array(MAX_MOVES, int32)
        own = slice(i, i + 1)
        rows = local if IS_COPIED else plain(words)[own]
        take(plain(words), i, rows)
        if find_illegal(rows.view(STATE)[0], plain(codes)[own], plain(to_move)[own], moves, plain(wrong)[own], 0, 1):
            cuda.atomic.add(count, 0, 1)


@cuda.jit
def step(words, prepared, episodes, codes, to_move, wrong, is_checked, is_renewed, seed):
    """Play a code in each game that is running; over: nothing, or the next deal."""
    i = cuda.grid(1)
    if i < to_move.shape[0]:
        local, moves = cuda.local.array((1, WORDS), int64), cuda.local.array(MAX_MOVES, int32)
        scratch, rng = cuda.local.array(SCRATCH, int64), cuda.local.array(4, uint64)
        own = slice(i, i + 1)
        rows = local if IS_COPIED else plain(words)[own]
        take(plain(words), i, rows)
        states, episode, seat = rows.view(STATE)[0], plain(episodes)[own], plain(to_move)[own]
        code, is_wrong = plain(codes)[own], plain(wrong)[own]
        step_games(states, rows, plain(prepared), episode, code, seat, is_wrong, is_checked, is_renewed, moves, i, plain(seed), scratch, rng, 0, 1)
        put_back(plain(words), i, rows)


@cuda.jit
def seed_moves(rngs, seed):
    """Make the generators of random moves."""
    i = cuda.grid(1)
    if i < rngs.shape[1]:
        scratch, rng = cuda.local.array(SCRATCH, int64), cuda.local.array((1, 4), uint64)
        seed_players(rng, i, plain(seed), scratch, 0, 1)
        for word in range(4):
            rngs[word, i] = rng[0, word]


def make_player(is_copied, take, put_back, registers):
    """The kernel of random play, on copies or in place; `registers` are the most that a thread may use, if there is a limit."""

    @cuda.jit(**({"max_registers": registers} if registers and not IS_SIMULATED else {}))
    def play(words, prepared, episodes, to_move, rngs, steps, is_renewed, seed, counts):
        """Take so many random steps in each game, and count the decisions."""
        i = cuda.grid(1)
        if i < to_move.shape[0]:
            local, moves = cuda.local.array((1, WORDS), int64), cuda.local.array(MAX_MOVES, int32)
            scratch, rng, own_rng = cuda.local.array(SCRATCH, int64), cuda.local.array(4, uint64), cuda.local.array((1, 4), uint64)
            for word in range(4):
                own_rng[0, word] = rngs[word, i]
            own = slice(i, i + 1)
            rows = local if is_copied else plain(words)[own]
            take(plain(words), i, rows)
            states, episode, seat = rows.view(STATE)[0], plain(episodes)[own], plain(to_move)[own]
            played = play_games(states, rows, plain(prepared), episode, seat, own_rng, steps, is_renewed, moves, i, plain(seed), scratch, rng, 0, 1)
            put_back(plain(words), i, rows)
            for word in range(4):
                rngs[word, i] = own_rng[0, word]
            cuda.atomic.add(counts, i % COUNTERS, played)

    return play


play = make_player(IS_COPIED, take, put_back, PLAY_REGISTERS)
play_copied = play if IS_COPIED else make_player(True, load, store, PLAY_REGISTERS)


def make_roller(ahead, registers):
    """The kernel of random play that writes down what it does, with deals `ahead` of need every so many steps."""
    held = 2 if ahead else 1

    @cuda.jit(**({"max_registers": registers} if registers and not IS_SIMULATED else {}))
    def roll(words, prepared, episodes, to_move, rngs, is_renewed, seen, seats, codes, points, seed):
        """Take a random step in each game for each row of `codes`, and write what was seen, decided and scored."""
        i = cuda.grid(1)
        if i < to_move.shape[0]:
            local, moves, spare_episode = cuda.local.array((held, WORDS), int64), cuda.local.array(MAX_MOVES, int32), cuda.local.array(1, int64)
            scratch, rng, own_rng = cuda.local.array(SCRATCH, int64), cuda.local.array(4, uint64), cuda.local.array((1, 4), uint64)
            for word in range(4):
                own_rng[0, word] = rngs[word, i]
            own = slice(i, i + 1)
            rows, spare_rows = local[0:1], local[held - 1 : held]
            load(plain(words), i, rows)
            states, spares, episode, seat = rows.view(STATE)[0], spare_rows.view(STATE)[0], plain(episodes)[own], plain(to_move)[own]
            pages, deciding, chosen, final = plain(seen)[:, own], plain(seats)[:, own], plain(codes)[:, own], plain(points)[:, own]
            roll_games(
                states, rows, plain(prepared), episode, seat, own_rng, is_renewed, pages, deciding, chosen, final,
                spares, spare_rows, spare_episode, ahead, moves, i, plain(seed), scratch, rng, 0, 1,
            )  # fmt: skip
            store(plain(words), i, rows)
            for word in range(4):
                rngs[word, i] = own_rng[0, word]

    return roll


roll = make_roller(ROLL_AHEAD, PLAY_REGISTERS)


@cuda.jit
def draw(words, to_move, rngs, out):
    """Write a legal code for each game, each equally likely."""
    i = cuda.grid(1)
    if i < to_move.shape[0]:
        local, moves, own_rng = cuda.local.array((1, WORDS), int64), cuda.local.array(MAX_MOVES, int32), cuda.local.array((1, 4), uint64)
        for word in range(4):
            own_rng[0, word] = rngs[word, i]
        own = slice(i, i + 1)
        rows = local if IS_COPIED else plain(words)[own]
        take(plain(words), i, rows)
        draw_codes(rows.view(STATE)[0], plain(to_move)[own], own_rng, moves, plain(out)[own], 0, 1)
        for word in range(4):
            rngs[word, i] = own_rng[0, word]


# --- what is seen -----------------------------------------------------------------------------------------------------


@cuda.jit
def mask(words, to_move, out):
    """Write for each code whether it is legal."""
    i = cuda.grid(1)
    if i < to_move.shape[0]:
        local, moves = cuda.local.array((1, WORDS), int64), cuda.local.array(MAX_MOVES, int32)
        own = slice(i, i + 1)
        rows = local if IS_COPIED else plain(words)[own]
        take(plain(words), i, rows)
        mask_games(rows.view(STATE)[0], plain(to_move)[own], moves, plain(out)[own], 0, 1)


@cuda.jit
def count(words, to_move, out):
    """Write how many legal codes each game has."""
    i = cuda.grid(1)
    if i < to_move.shape[0]:
        local, moves = cuda.local.array((1, WORDS), int64), cuda.local.array(MAX_MOVES, int32)
        own = slice(i, i + 1)
        rows = local if IS_COPIED else plain(words)[own]
        take(plain(words), i, rows)
        count_games(rows.view(STATE)[0], plain(to_move)[own], moves, plain(out)[own], 0, 1)


@cuda.jit
def list_codes(words, to_move, offsets, out):
    """Write the legal codes of each game, those of game i from offsets[i] on."""
    i = cuda.grid(1)
    if i < to_move.shape[0]:
        local, moves = cuda.local.array((1, WORDS), int64), cuda.local.array(MAX_MOVES, int32)
        own = slice(i, i + 1)
        rows = local if IS_COPIED else plain(words)[own]
        take(plain(words), i, rows)
        list_games(rows.view(STATE)[0], plain(to_move)[own], moves, plain(offsets)[own], plain(out), 0, 1)


@cuda.jit
def observe(words, seats, out):
    """Write what a seat sees of each game, `seats` being one for each game or one for all."""
    i = cuda.grid(1)
    if i < out.shape[0]:
        local = cuda.local.array((1, WORDS), int64)
        own, at = slice(i, i + 1), i if seats.shape[0] > 1 else 0
        rows = local if IS_COPIED else plain(words)[own]
        take(plain(words), i, rows)
        observe_games(rows.view(STATE)[0], plain(seats)[at : at + 1], plain(out)[own], 0, 1)


@cuda.jit
def score(words, out):
    """Write the scores of each game if it ended now."""
    i = cuda.grid(1)
    if i < out.shape[0]:
        local = cuda.local.array((1, WORDS), int64)
        own = slice(i, i + 1)
        rows = local if IS_COPIED else plain(words)[own]
        take(plain(words), i, rows)
        score_games(rows.view(STATE)[0], plain(out)[own], 0, 1)


@cuda.jit
def rank(words, out):
    """Write the ranks of each game."""
    i = cuda.grid(1)
    if i < out.shape[0]:
        local = cuda.local.array((1, WORDS), int64)
        own = slice(i, i + 1)
        rows = local if IS_COPIED else plain(words)[own]
        take(plain(words), i, rows)
        rank_games(rows.view(STATE)[0], plain(out)[own], 0, 1)


@cuda.jit
def mark_done(to_move, out):
    """Write whether each game is over."""
    i = cuda.grid(1)
    if i < to_move.shape[0]:
        out[i] = to_move[i] == NONE


@cuda.jit
def widen(codes, out):
    """Write whole numbers of any size as 64-bit ones."""
    i = cuda.grid(1)
    if i < codes.shape[0]:
        out[i] = codes[i]
