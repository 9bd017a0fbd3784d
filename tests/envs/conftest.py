"""Leaves out the tests of libraries that this platform has no packages of (OpenSpiel: Macs with Intel processors)."""

from __future__ import annotations

from importlib.util import find_spec

NEEDS = {"test_aec.py": "pettingzoo", "test_gymnasium.py": "gymnasium", "test_vector.py": "gymnasium", "test_openspiel.py": "pyspiel"}
collect_ignore = [file for file, package in NEEDS.items() if find_spec(package) is None]
