"""The generator against its published algorithm, unbiased draws, the compile cache."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections import Counter
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from ziggurat import kernel
from ziggurat.kernel import below, cache_digest, cache_folder, generator, next_word, nth_bit, shuffle

MASK = (1 << 64) - 1


class PlainGenerator:
    """xoshiro256** and Lemire's draws in unbounded integers, as published."""

    def __init__(self, seed: str) -> None:
        digest = hashlib.sha256(seed.encode()).digest()
        self.s = [int.from_bytes(digest[8 * i : 8 * i + 8], "little") for i in range(4)]

    @staticmethod
    def rotl(x: int, k: int) -> int:
        return ((x << k) | (x >> (64 - k))) & MASK

    def next(self) -> int:
        s = self.s
        result = self.rotl(s[1] * 5 & MASK, 7) * 9 & MASK
        t = s[1] << 17 & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = self.rotl(s[3], 45)
        return result

    def below(self, n: int) -> int:
        while True:
            product = (self.next() >> 32) * n
            if product & 0xFFFFFFFF >= (1 << 32) % n:
                return product >> 32


def test_the_first_words_from_the_state_1_2_3_4_are_the_published_ones() -> None:
    rng = np.array([1, 2, 3, 4], np.uint64)
    assert [int(next_word(rng)) for _ in range(4)] == [11520, 0, 1509978240, 1215971899390074240]


@pytest.mark.parametrize("seed", ["7", "1/0", "", "ziggurat", "été"])
def test_a_seed_means_the_same_words_for_ever(seed: str) -> None:
    rng, plain = generator(seed), PlainGenerator(seed)
    assert [int(next_word(rng)) for _ in range(1000)] == [plain.next() for _ in range(1000)]


@pytest.mark.parametrize("n", [1, 2, 3, 45, 81, 1000, 2**31 + 1, 3 * 2**30, 2**32 - 1])
def test_draws_are_unbiased_by_rejection(n: int) -> None:
    """With n just above 2**31 almost half of the words must be drawn again; a draw without rejection would differ."""
    rng, plain = generator(f"below/{n}"), PlainGenerator(f"below/{n}")
    assert [int(below(rng, n)) for _ in range(2000)] == [plain.below(n) for _ in range(2000)]
    assert rng.tolist() == plain.s, "the same number of words was used"


def test_every_order_is_as_likely() -> None:
    rng, times = generator("orders"), 24_000
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(times):
        values = np.arange(4, dtype=np.int8)
        shuffle(values, rng)
        orders[tuple(values.tolist())] += 1
    assert set(orders) == set(permutations(range(4)))
    expected = times / 24
    assert sum((count - expected) ** 2 / expected for count in orders.values()) < 23 + 5 * 46**0.5


def test_the_nth_bit_of_a_set() -> None:
    bits = 0b1000_0000_1010_0110
    places = [place for place in range(16) if bits >> place & 1]
    assert [nth_bit(np.uint64(bits), n) for n in range(len(places))] == places


def test_a_new_digest_for_every_change_of_a_source(tmp_path: Path) -> None:
    one, other = tmp_path / "rules.py", tmp_path / "state.py"
    one.write_text("a = 1\n")
    other.write_text("b = 1\n")
    before = cache_digest([one, other])
    other.write_text("b = 2\n")
    assert cache_digest([one, other]) != before
    other.write_text("b = 1\n")
    assert cache_digest([one, other]) == before


def test_drawing_does_not_recompile_the_rules_but_a_rule_does(tmp_path: Path) -> None:
    folder = tmp_path / "amytis"
    shutil.copytree(kernel.PACKAGE / "games/amytis", folder, ignore=shutil.ignore_patterns("__pycache__"))
    before = cache_folder.__wrapped__(folder)
    (folder / "draw.py").write_text("# another picture\n")
    assert cache_folder.__wrapped__(folder) == before
    (folder / "rules.py").write_text((folder / "rules.py").read_text() + "\n")
    assert cache_folder.__wrapped__(folder) != before


def test_an_edit_in_another_file_is_compiled_and_an_unchanged_one_comes_from_the_cache(tmp_path: Path) -> None:
    """The trap of Numba's cache: `rules.py` calls `table.py`; an edit in `table.py` alone must change the result."""
    package = tmp_path / "somegame"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "table.py").write_text("from ziggurat.kernel import kernel\n\n@kernel\ndef value():\n    return 1\n")
    (package / "rules.py").write_text("from ziggurat.kernel import kernel\nfrom somegame.table import value\n\n@kernel\ndef twice():\n    return 2 * value()\n")
    program = "from somegame.rules import twice; print(twice(), sum(twice.stats.cache_hits.values()))"

    def run() -> str:
        env = {**os.environ, "PYTHONPATH": str(tmp_path), "ZIGGURAT_CACHE": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}
        return subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True).stdout.strip()

    assert run() == "2 0"
    assert run() == "2 1", "from the cache"
    (package / "table.py").write_text("from ziggurat.kernel import kernel\n\n@kernel\ndef value():\n    return 5\n")
    assert run() == "10 0"


def test_equal_sources_share_one_cache_wherever_they_lie(tmp_path: Path) -> None:
    program = "from somegame.rules import twice; print(twice(), sum(twice.stats.cache_hits.values()))"
    for number, (place, hits) in enumerate((("one", 0), ("other", 1), ("a/third", 1))):
        package = tmp_path / place / "somegame"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("")
        (package / "rules.py").write_text("from ziggurat.kernel import kernel\n\n@kernel\ndef twice():\n    return 4\n")
        os.utime(package / "rules.py", (10**9 + number, 10**9 + number))
        env = {**os.environ, "PYTHONPATH": str(package.parent), "ZIGGURAT_CACHE": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}
        answer = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True)
        assert answer.stdout.strip() == f"4 {hits}"


def test_other_users_of_numba_keep_their_own_cache() -> None:
    before = kernel.config.CACHE_LOCATOR_CLASSES
    kernel.kernel(lambda: 1)
    assert before == kernel.config.CACHE_LOCATOR_CLASSES


def test_a_home_that_cannot_be_written_still_works(tmp_path: Path) -> None:
    blocked = tmp_path / "a-file"
    blocked.write_text("not a folder")
    env = {**os.environ, "ZIGGURAT_CACHE": str(blocked / "cache"), "TMPDIR": str(tmp_path)}
    program = "from ziggurat.compile_cache import cache_root; print(cache_root())"
    answer = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True).stdout.strip()
    assert Path(answer).parent == tmp_path


def test_a_record_must_be_aligned_and_without_padding() -> None:
    assert kernel.record(("a", np.int64), ("b", np.int16, (2,)), ("c", np.int8, (4,))).itemsize == 16
    with pytest.raises(TypeError, match="field `b` lies at byte 1"):
        kernel.record(("a", np.int8), ("b", np.int16))
    with pytest.raises(TypeError, match="fill it up with a spare field"):
        kernel.record(("a", np.int16), ("b", np.int8))
