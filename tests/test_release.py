"""What people install: a wheel that holds the page and needs no Node; lean without extras; a command whose extra is missing says which."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import httpx
import pytest

import ziggurat
from ziggurat.extras import EXTRAS

ROOT = Path(__file__).resolve().parents[1]
UV = Path(sys.executable).with_name("uv")
LEAN = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}


def install(folder: Path, what: str) -> Path:
    """A new environment with this in it; its folder of commands."""
    subprocess.run([UV, "venv", "-q", "--python", sys.executable, folder], check=True, env=LEAN)
    command: list[str | Path] = [UV, "pip", "install", "-q", "--constraint", ROOT / "requirements/run.txt", what]
    subprocess.run(command, check=True, env={**LEAN, "VIRTUAL_ENV": str(folder), "UV_SYSTEM_CERTS": "1"})
    return folder / "bin"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, with the page that `./run test` has built."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([UV, "build", "-q", "--wheel", "-o", folder, ROOT], check=True, env={**LEAN, "ZIGGURAT_SKIP_CLIENT": "1", "UV_SYSTEM_CERTS": "1"})
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_the_page_and_nothing_that_does_not_belong_there(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "ziggurat/static/index.html" in names and any(re.fullmatch(r"ziggurat/static/assets/ui-.*\.js\.br", name) for name in names)
    assert {name.partition("/")[0] for name in names} == {"ziggurat", f"ziggurat-{ziggurat.__version__}.dist-info"}
    assert not [name for name in names if name.endswith((".pyc", ".nbc", ".svelte", ".db"))]


def test_a_process_that_the_command_of_this_folder_starts_does_not_run_it_again() -> None:
    namespace = runpy.run_path(str(Path(sys.executable).with_name("ziggurat")), run_name="__mp_main__")  # as `multiprocessing` loads it
    assert callable(namespace["main"])


def test_run_names_files_from_the_folder_in_which_it_is_called(tmp_path: Path) -> None:
    (tmp_path / "random.py").write_text("raise SystemExit('a file of the caller is no module')")
    subprocess.run([sys.executable, ROOT / "run", "record", "amytis", "--seed", "1", "--out", "here.jsonl"], check=True, cwd=tmp_path, env=LEAN)
    assert (tmp_path / "here.jsonl").is_file()


def test_installed_with_its_server_it_opens_the_table(wheel: Path, tmp_path: Path) -> None:
    commands = install(tmp_path / "venv", f"{wheel}[server]")
    command: list[str | Path] = [commands / "ziggurat", "serve", "--no-browser", "--port", "0", "--data", tmp_path / "tables.db"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=LEAN, cwd=tmp_path) as server:
        try:
            assert server.stdout is not None
            address = re.search(r"http://\S+", server.stdout.readline())
            assert address is not None
            page = httpx.get(address[0], timeout=60)
            scripts = re.findall(r'src="(/assets/[^"]+)"', page.text)
            assert scripts and all(httpx.get(address[0] + script, timeout=60).status_code == 200 for script in scripts)
            new = {"game": "amytis", "seats": [{"kind": "link"}, {"kind": "bot", "bot": "random"}]}
            assert httpx.post(f"{address[0]}/api/tables", json=new, timeout=60).status_code == 201
        finally:
            server.terminate()


def test_without_extras_it_is_rules_bots_and_the_command_line(wheel: Path, tmp_path: Path) -> None:
    commands = install(tmp_path / "venv", str(wheel))

    def call(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([commands / "ziggurat", *arguments], capture_output=True, text=True, env={**LEAN, "NO_COLOR": "1"}, cwd=tmp_path, check=False)

    assert call("--version").stdout == f"ziggurat {ziggurat.__version__}\n"
    assert call("match", "blueprints", "random", "greedy", "--games", "2", "--jobs", "1").returncode == 0
    for arguments, package, extra in (
        (("serve", "--no-browser", "--one-process"), "uvicorn", "server"),
        (("ladder", "amytis", "random", "greedy", "--games", "2", "--plot", "x.svg"), "matplotlib", "plot"),
        (("match", "amytis", "random", "greedy", "--games", "2", "--cluster"), "ray", "ray"),
        (("tournament", "amytis", "random", "greedy", "--games", "2"), "openskill", "lab"),
        (("dataset", "amytis", "random", "--games", "2", "--out", "x.parquet"), "pyarrow", "lab"),
    ):
        done = call(*arguments)
        assert done.returncode == 1 and f"this needs `{package}" in done.stderr and f"pip install 'ziggurat[{extra}]'" in done.stderr


def test_the_packages_of_each_extra_are_those_of_the_project() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    listed = {extra: {re.split(r"[^\w-]", line)[0].replace("-", "_") for line in lines} for extra, lines in extras.items() if extra != "all"}
    assert listed.keys() == EXTRAS.keys()
    assert all(packages <= EXTRAS[extra] for extra, packages in listed.items())
