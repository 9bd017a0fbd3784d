"""The kernels of a batch, each over the games from `first` to `last` - 1 of its arrays. A template: `bind` gives each game its own copy.

A thread of the processor calls them with its share of all games, a thread of a GPU with arrays of one game (`cuda_kernels.py`); each has scratch of its own.
So what comes out depends neither on the number of threads nor on the device. `before` is how many games of the batch come before those of the arrays.

The loops are flat on purpose: an array that is handed on to one more function costs the processor a reference to count, 10 ns and more for each game.
"""

from __future__ import annotations

from ziggurat.any_game import has
from ziggurat.any_game.observation import observe
from ziggurat.any_game.rules import apply, is_over, legal_moves
from ziggurat.any_game.scoring import ranking, scores
from ziggurat.any_game.state import deal
from ziggurat.batches.seed_kernels import seed_game, seed_moves
from ziggurat.kernel import NONE, below, kernel

if has("rules", "sample_move"):
    from ziggurat.any_game.rules import sample_move

    @kernel
    def random_move(state, rng, moves):
        """A legal move, each equally likely: the one that stands at the same random place of the list, without the list."""
        return sample_move(state, rng)

else:

    @kernel
    def random_move(state, rng, moves):
        """A legal move, each equally likely."""
        return moves[below(rng, legal_moves(state, moves))]


@kernel
def contains(moves, n, move):
    """Whether a move is among the first n."""
    same = 0
    for i in range(n):  # all of them, without a break: they are compared side by side
        same += moves[i] == move
    return same > 0


# --- play -------------------------------------------------------------------------------------------------------------


@kernel
def deal_game(states, rows, prepared, episodes, i, before, seed, scratch, rng):
    """Deal a game from the seed of its next episode, over the options that were prepared for it."""
    episodes[i] += 1
    options = before + i if prepared.shape[0] > 1 else 0
    for word in range(prepared.shape[1]):
        rows[i, word] = prepared[options, word]
    seed_game(seed, before + i, episodes[i], scratch, rng)
    deal(states[i], rng)


@kernel
def deal_games(states, rows, prepared, episodes, where, to_move, before, seed, scratch, rng, first, last):
    """Deal those games anew that `where` names."""
    for i in range(first, last):
        if where[i]:
            deal_game(states, rows, prepared, episodes, i, before, seed, scratch, rng)
            to_move[i] = states[i].to_move


@kernel
def find_illegal(states, codes, to_move, moves, wrong, first, last):
    """Mark the games that are running and whose code is not legal; returns how many."""
    count = 0
    for i in range(first, last):
        is_wrong = to_move[i] != NONE and not contains(moves, legal_moves(states[i], moves), codes[i])
        wrong[i] = is_wrong
        count += is_wrong
    return count


@kernel
def step_games(states, rows, prepared, episodes, codes, to_move, wrong, is_checked, is_renewed, moves, before, seed, scratch, rng, first, last):
    """Play a code in each game that is running; one that is not legal marks the game in `wrong` and is not played. Over: nothing, or the next deal."""
    for i in range(first, last):
        state = states[i]
        wrong[i] = False
        if to_move[i] == NONE:
            if is_renewed:
                deal_game(states, rows, prepared, episodes, i, before, seed, scratch, rng)
                to_move[i] = state.to_move
            continue
        if not is_checked:
            wrong[i] = not contains(moves, legal_moves(state, moves), codes[i])
            if wrong[i]:
                continue
        apply(state, codes[i])
        to_move[i] = NONE if is_over(state) else state.to_move


@kernel
def seed_players(rngs, before, seed, scratch, first, last):
    """Make the generators of random moves."""
    for i in range(first, last):
        seed_moves(seed, before + i, scratch, rngs[i])


@kernel
def play_games(states, rows, prepared, episodes, to_move, rngs, steps, is_renewed, moves, before, seed, scratch, rng, first, last):
    """Take so many random steps in each game, as `step_games` does with legal codes; returns how many decisions were taken.

    Moves are a loop of their own, so that the threads of a GPU deal at the same time: they wait for each other wherever one does something else.
    """
    played = 0
    for i in range(first, last):
        state, moves_rng = states[i], rngs[i]
        left, has_ended = steps, to_move[i] == NONE
        if has_ended and not is_renewed:
            continue
        while left > 0 and (is_renewed or not has_ended):
            if has_ended:
                deal_game(states, rows, prepared, episodes, i, before, seed, scratch, rng)
                left -= 1
            while left > 0 and not is_over(state):
                apply(state, random_move(state, moves_rng, moves))
                played += 1
                left -= 1
            has_ended = left > 0
        to_move[i] = NONE if is_over(state) else state.to_move
    return played


@kernel
def roll_games(
    states, rows, prepared, episodes, to_move, rngs, is_renewed, seen, seats, codes, points,
    spares, spare_rows, spare_episodes, ahead, moves, before, seed, scratch, rng, first, last,
):  # fmt: skip
    """Take random steps as `play_games` does, as many as `codes` has rows, and write for each what was seen before it, who decided, and what.

    Where the game is over, seat and code are NONE, and the scores are written, elsewhere 0. All threads of a GPU are at the same step at the same time, so
    that neighbours write to neighbouring places. They would wait for each one that deals: with `ahead`, they deal their next games together, every so many
    steps, to `spares`, and a game that ends goes on from there.
    """
    for i in range(first, last):
        state, moves_rng, has_spare = states[i], rngs[i], False
        for step in range(codes.shape[0]):
            has_ended = is_over(state)
            if ahead > 0 and is_renewed and not has_spare and (has_ended or step % ahead == 0):
                spare_episodes[0] = episodes[i]
                deal_game(spares, spare_rows, prepared, spare_episodes, 0, before + i, seed, scratch, rng)
                has_spare = True
            observe(state, int(state.to_move), seen[step, i])
            for seat in range(points.shape[2]):
                points[step, i, seat] = 0
            if has_ended:
                seats[step, i] = NONE
                codes[step, i] = NONE
                scores(state, points[step, i])
                if has_spare:
                    for word in range(rows.shape[1]):
                        rows[i, word] = spare_rows[0, word]
                    episodes[i] += 1
                    has_spare = False
                elif is_renewed:
                    deal_game(states, rows, prepared, episodes, i, before, seed, scratch, rng)
            else:
                code = random_move(state, moves_rng, moves)
                seats[step, i] = state.to_move
                codes[step, i] = code
                apply(state, code)
        to_move[i] = NONE if is_over(state) else state.to_move


@kernel
def draw_codes(states, to_move, rngs, moves, out, first, last):
    """Write a legal code for each game, each equally likely; NONE where the game is over."""
    for i in range(first, last):
        out[i] = random_move(states[i], rngs[i], moves) if to_move[i] != NONE else NONE


# --- what is seen -----------------------------------------------------------------------------------------------------


@kernel
def mask_games(states, to_move, moves, out, first, last):
    """Write for each code whether it is legal."""
    for i in range(first, last):
        row = out[i]
        for code in range(out.shape[1]):
            row[code] = False
        n = legal_moves(states[i], moves) if to_move[i] != NONE else 0
        for k in range(n):
            row[moves[k]] = True


@kernel
def count_games(states, to_move, moves, out, first, last):
    """Write how many legal codes each game has."""
    for i in range(first, last):
        out[i] = legal_moves(states[i], moves) if to_move[i] != NONE else 0


@kernel
def list_games(states, to_move, moves, offsets, out, first, last):
    """Write the legal codes of each game, those of game i from offsets[i] on."""
    for i in range(first, last):
        if to_move[i] != NONE:  # listed in scratch first: `legal_moves` may write beyond the last one
            n = legal_moves(states[i], moves)
            for k in range(n):
                out[offsets[i] + k] = moves[k]


@kernel
def observe_games(states, seats, out, first, last):
    """Write what a seat sees of each game; NONE is the seat to move (of a game that is over: any that its record names)."""
    for i in range(first, last):
        seat = int(seats[i])
        observe(states[i], int(states[i].to_move) if seat == NONE else seat, out[i])


@kernel
def score_games(states, out, first, last):
    """Write the scores of each game if it ended now."""
    for i in range(first, last):
        scores(states[i], out[i])


@kernel
def rank_games(states, out, first, last):
    """Write the ranks of each game."""
    for i in range(first, last):
        ranking(states[i], out[i])
