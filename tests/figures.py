"""Put measured figures into the docs: between `<!-- NAME -->` and `<!-- /NAME -->` of a page, `docs/security.md` unless another is named."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/security.md"
CACHE = ROOT / ".cache"
"""Where a run leaves its figures if it is not told otherwise; git does not know it."""


def commit() -> str:
    """The commit that was measured; `+` where files have changed since."""
    name = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
    changed = subprocess.run(["git", "status", "--porcelain", "--untracked-files=no"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    return name + ("+" if changed.strip() else "")


def write_file(path: Path, text: str) -> None:
    """Write a file, wherever it shall lie."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def put_into(name: str, text: str, path: Path = PAGE) -> None:
    """Replace the figures of this name."""
    page = path.read_text(encoding="utf-8")
    changed = re.sub(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", lambda match: f"{match[1]}{text}\n{match[2]}", page, flags=re.DOTALL)
    path.write_text(changed, encoding="utf-8")
