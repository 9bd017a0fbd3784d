"""Seed a generator from a text within a kernel: SHA-256, as `kernel.generator` does it in Python, for many games at once and on a GPU.

Words of 32 bits are kept in signed 64-bit numbers: Numba would turn a sum of signed and unsigned ones into a float.
"""

from __future__ import annotations

from math import isqrt
from typing import Any

import numpy as np

from ziggurat.kernel import kernel

LOW_32 = 0xFFFFFFFF
BLOCK, BLOCK_WORDS, ROUNDS, HASH_WORDS = 64, 16, 64, 8
DIGIT_0, SLASH = ord("0"), ord("/")
MOVES = np.frombuffer(b"/moves", np.uint8)
"""What the seed of the random moves of a game ends with."""

# A prepared seed is an array: the hash of its first whole blocks, how many bytes these are, how many are left, and these. So however long a seed is, a game
# adds to less than one block of it.
HASHED_AT, LEFT_AT, REST_AT = HASH_WORDS, HASH_WORDS + 1, HASH_WORDS + 2
SEED_SIZE = REST_AT + BLOCK

# The numbers that a thread needs to hash: a block of words, the hash, and the end of the text, one number for each byte. The longest end is the rest of a
# seed (63 bytes), two numbers of 20 digits with a slash between them, and what closes a hash (9): 113 bytes.
TEXT_AT = BLOCK_WORDS + HASH_WORDS
SCRATCH = TEXT_AT + 2 * BLOCK


def primes(n: int) -> list[int]:
    """The first n primes."""
    listed: list[int] = []
    number = 2
    while len(listed) < n:
        if all(number % prime for prime in listed):
            listed.append(number)
        number += 1
    return listed


def cube_root(number: int) -> int:
    """The whole part of a cube root."""
    low, high = 0, 1 << (number.bit_length() // 3 + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**3 <= number else (low, middle)
    return low


FIRST_HASH = np.array([isqrt(prime << 64) & LOW_32 for prime in primes(HASH_WORDS)], np.int64)
"""The first 32 bits behind the point of the square roots of the first primes (FIPS 180-4)."""
ROUND_WORDS = np.array([cube_root(prime << 96) & LOW_32 for prime in primes(ROUNDS)], np.int64)
"""The same of their cube roots."""


@kernel
def turned(word, bits):
    """A 32-bit word turned right."""
    return ((word >> bits) | (word << (32 - bits))) & LOW_32


@kernel
def compress(scratch):
    """Mix a block of sixteen words (scratch[:16]) into the hash (scratch[16:])."""
    a, b, c, d = scratch[16], scratch[17], scratch[18], scratch[19]
    e, f, g, h = scratch[20], scratch[21], scratch[22], scratch[23]
    for number in range(ROUNDS):
        if number >= BLOCK_WORDS:
            one, two = scratch[(number + 1) & 15], scratch[(number + 14) & 15]
            small_0 = turned(one, 7) ^ turned(one, 18) ^ (one >> 3)
            small_1 = turned(two, 17) ^ turned(two, 19) ^ (two >> 10)
            scratch[number & 15] = (scratch[number & 15] + small_0 + scratch[(number + 9) & 15] + small_1) & LOW_32
        large_1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
        first = h + large_1 + ((e & f) ^ (~e & g)) + ROUND_WORDS[number] + scratch[number & 15]
        large_0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
        second = large_0 + ((a & b) ^ (a & c) ^ (b & c))
        a, b, c, d, e, f, g, h = (first + second) & LOW_32, a, b, c, (d + first) & LOW_32, e, f, g
    scratch[16] = (scratch[16] + a) & LOW_32
    scratch[17] = (scratch[17] + b) & LOW_32
    scratch[18] = (scratch[18] + c) & LOW_32
    scratch[19] = (scratch[19] + d) & LOW_32
    scratch[20] = (scratch[20] + e) & LOW_32
    scratch[21] = (scratch[21] + f) & LOW_32
    scratch[22] = (scratch[22] + g) & LOW_32
    scratch[23] = (scratch[23] + h) & LOW_32


@kernel
def hash_block(text, at, scratch):
    """Mix the 64 bytes of a text that begin here into the hash."""
    for word in range(BLOCK_WORDS):
        place = at + 4 * word
        scratch[word] = (int(text[place]) << 24) | (int(text[place + 1]) << 16) | (int(text[place + 2]) << 8) | int(text[place + 3])
    compress(scratch)


@kernel
def seed_from_text(seed, length, scratch, rng):
    """Make the generator of a text: what `seed` has hashed, and behind it the first `length` bytes of scratch[TEXT_AT:]."""
    text = scratch[TEXT_AT:]
    blocks = (length + 8) // BLOCK + 1
    bits = 8 * (seed[HASHED_AT] + length)
    text[length] = 0x80
    for place in range(length + 1, BLOCK * blocks - 8):
        text[place] = 0
    for i in range(8):
        text[BLOCK * blocks - 1 - i] = (bits >> (8 * i)) & 0xFF
    for word in range(HASH_WORDS):
        scratch[BLOCK_WORDS + word] = seed[word]
    for block in range(blocks):
        hash_block(text, BLOCK * block, scratch)
    for word in range(HASH_WORDS // 2):
        low, high = swapped(scratch[BLOCK_WORDS + 2 * word]), swapped(scratch[BLOCK_WORDS + 2 * word + 1])
        rng[word] = np.uint64(low) | (np.uint64(high) << np.uint64(32))


@kernel
def swapped(word):
    """The four bytes of a word in the other order."""
    return ((word & 0xFF) << 24) | ((word & 0xFF00) << 8) | ((word >> 8) & 0xFF00) | (word >> 24)


@kernel
def write_number(text, at, number):
    """Write a number that is not negative in digits; returns the place behind it."""
    digits, rest = 1, number
    while rest >= 10:
        rest //= 10
        digits += 1
    for place in range(digits - 1, -1, -1):
        text[at + place] = DIGIT_0 + number % 10
        number //= 10
    return at + digits


@kernel
def write_game(seed, index, text):
    """Write what is left of the seed, and the number of a game; returns the place behind them."""
    for place in range(seed[LEFT_AT]):
        text[place] = seed[REST_AT + place]
    return write_number(text, seed[LEFT_AT], index)


@kernel
def seed_game(seed, index, episode, scratch, rng):
    """Make the generator of a deal: of the seed of the batch and `/`, the number of the game and, from its second deal on, `/` and their number."""
    text = scratch[TEXT_AT:]
    end = write_game(seed, index, text)
    if episode > 0:
        text[end] = SLASH
        end = write_number(text, end + 1, episode)
    seed_from_text(seed, end, scratch, rng)


@kernel
def seed_moves(seed, index, scratch, rng):
    """Make the generator of the random moves of a game, that of `SEED/NUMBER/moves`."""
    text = scratch[TEXT_AT:]
    end = write_game(seed, index, text)
    for i in range(len(MOVES)):
        text[end + i] = MOVES[i]
    seed_from_text(seed, end + len(MOVES), scratch, rng)


def prepare_seed(text: str) -> np.ndarray[Any, np.dtype[np.int64]]:
    """A seed as kernels need it."""
    data = np.frombuffer(text.encode("utf-8", "surrogatepass"), np.uint8)
    scratch, seed = np.zeros(SCRATCH, np.int64), np.zeros(SEED_SIZE, np.int64)
    scratch[BLOCK_WORDS:TEXT_AT] = FIRST_HASH
    left = len(data) % BLOCK
    for at in range(0, len(data) - left, BLOCK):
        hash_block(data, at, scratch)
    seed[:HASH_WORDS] = scratch[BLOCK_WORDS:TEXT_AT]
    seed[HASHED_AT], seed[LEFT_AT] = len(data) - left, left
    seed[REST_AT : REST_AT + left] = data[len(data) - left :]
    return seed
