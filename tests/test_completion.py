"""Completion in a shell: in a real Bash, for every game, bot, option and study, and without what takes long to import."""

from __future__ import annotations

import os
import pty
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ziggurat.cli import completion
from ziggurat.lab.studies import STUDIES
from ziggurat.registry import game_spec
from ziggurat.search.bots import check_bots

FOLDER = Path(sys.executable).parent
"""Where `./run`, or the installation of the wheel, wrote the command `ziggurat`."""
PROMPT = "READY>"
BASHES = [path] if (path := shutil.which("bash")) else []  # Windows may have none
IN_BASH = {
    "ziggurat mov": "ziggurat move-data",
    "ziggurat match am": "ziggurat match amytis",
    "ziggurat match amytis lev": "ziggurat match amytis level:",
    "ziggurat match amytis mcts:s": "ziggurat match amytis mcts:sims=2000",
    "ziggurat match amytis mcts:sims=": "ziggurat match amytis mcts:sims=2000",
    "ziggurat match akropolis -o house_group=c": "ziggurat match akropolis -o house_group=count",
    "ziggurat match akropolis --option=house_group=v": "ziggurat match akropolis --option=house_group=value",
    "ziggurat match akropolis --seed 'a b' -o house_g": "ziggurat match akropolis --seed a b -o house_group=",
    "ziggurat record amytis --bots level:3,new": "ziggurat record amytis --bots level:3,newcomer",
    "ziggurat study amytis-t": "ziggurat study amytis-third-card",
    "ziggurat replay rec": "ziggurat replay records.jsonl",
}
"""What is typed, and what stands there after Tab."""


class Terminal:
    """A shell at a terminal, with keys instead of arguments."""

    def __init__(self, shell: str, folder: Path) -> None:
        self.screen, other = pty.openpty()
        environment = {"PATH": f"{FOLDER}{os.pathsep}{os.environ['PATH']}", "PS1": PROMPT, "TERM": "dumb", "HOME": str(folder)}
        self.process = subprocess.Popen([shell, "--norc", "--noprofile", "-i"], stdin=other, stdout=other, stderr=other, env=environment, cwd=folder)
        os.close(other)
        self.send("")

    def send(self, keys: str, sign: str = "") -> str:
        """Press keys; what is shown until this sign (a pattern) has appeared and then the prompt."""
        os.write(self.screen, keys.encode())
        shown = ""
        while not re.search(rf"{sign}[^$]*{PROMPT}$", shown, re.MULTILINE):
            shown += os.read(self.screen, 4096).decode()
        return shown

    def complete(self, line: str) -> str:
        """What a line has become after Tab: the shell itself repeats it."""
        shown = self.send(f"{line}\t\x01echo = \n", sign="^= ")
        return str(re.findall(r"^= (.*?)\r$", shown, re.MULTILINE)[-1])

    def close(self) -> None:
        """End the shell."""
        self.process.kill()
        self.process.wait()
        os.close(self.screen)


@pytest.mark.parametrize("shell", BASHES)
def test_bash_completes_commands_games_bots_options_studies_and_files(shell: str, tmp_path: Path) -> None:
    (tmp_path / "records.jsonl").touch()
    terminal = Terminal(shell, tmp_path)
    try:
        terminal.send("source <(ziggurat --show-completion)\n")
        assert {line: terminal.complete(line) for line in IN_BASH} == IN_BASH
    finally:
        terminal.close()


@pytest.mark.parametrize("shell", BASHES)
def test_completion_can_be_installed(shell: str, tmp_path: Path) -> None:
    terminal = Terminal(shell, tmp_path)
    try:
        assert "completion installed" in terminal.send("ziggurat --install-completion\n")
        terminal.send("source .bashrc\n")
        assert terminal.complete("ziggurat match amytis level") == "ziggurat match amytis level:"
    finally:
        terminal.close()


@pytest.mark.parametrize("line", ["ziggurat ", "ziggurat match ", "ziggurat match blueprints ", "ziggurat match akropolis -o ", "ziggurat study "])
def test_completing_imports_neither_numba_nor_numpy(line: str) -> None:
    without = "import sys; sys.modules |= dict.fromkeys(('numba', 'numpy')); from ziggurat.cli import main; main()"
    environment = os.environ | {"_ZIGGURAT_COMPLETE": "complete_bash", "COMP_WORDS": f"{line}''", "COMP_CWORD": "-1"}
    done = subprocess.run([sys.executable, "-c", without], env=environment, capture_output=True, text=True, check=True)
    assert len(done.stdout.split()) > 2 and done.stderr == ""


@pytest.mark.parametrize("name", completion.games())
def test_every_option_is_completed_and_every_completed_value_is_one(name: str) -> None:
    declared = game_spec(name).option_set
    offered: dict[str, list[str]] = {}
    for assignment, text in completion.assignments(name):
        option, _, value = assignment.partition("=")
        offered.setdefault(option, []).append(value)
        needs = next((each.needs for each in declared.options if each.name == option), "")
        declared.read({option: value} | ({needs: True} if needs else {}))
        assert text
    assert set(offered) == {*declared.names, *(["preset"] if declared.presets else [])}
    for each in declared.options:
        assert {str(choice).lower() for choice in each.choices} <= {value.lower() for value in offered[each.name]}, each.name


def test_games_bots_and_studies_are_those_that_there_are() -> None:
    assert set(completion.games()) == {"akropolis", "amytis", "blueprints"}
    assert set(completion.studies()) == STUDIES.keys()
    check_bots(completion.bots(""), game_spec("amytis"))
    assert completion.bots("greedy,le")[0] == "greedy,random", "each place of `--bots`"
