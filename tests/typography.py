"""French signs stay with their words: no-break spaces before : ; ? ! % » and after «. `python tests/typography.py` writes the French files anew."""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NO_BREAK, NARROW = "\u00a0", "\u202f"
FILES = [ROOT / "web/src/lib/words/fr.json", ROOT / "src/ziggurat/text/fr.json", *sorted((ROOT / "src/ziggurat/games").glob("*/text/fr.json"))]
CODE = re.compile(r"(`[^`]*`)")  # what can be typed stays as it is


def french(text: str) -> str:
    """The text with its spaces as French typography has them."""
    return "".join(part if part.startswith("`") else _french(part) for part in CODE.split(text))


def _french(text: str) -> str:
    text = re.sub(rf"[ {NO_BREAK}{NARROW}]+([;?!])(?!\w)", rf"{NARROW}\1", text)
    text = re.sub(rf"[ {NO_BREAK}{NARROW}]+:(?=\s|$)", f"{NO_BREAK}:", text)
    text = re.sub(rf"«[ {NO_BREAK}{NARROW}]*", f"«{NO_BREAK}", text)
    text = re.sub(rf"[ {NO_BREAK}{NARROW}]*»", f"{NO_BREAK}»", text)
    return re.sub(rf"(?<=[\d}}])[ {NO_BREAK}]%", f"{NARROW}%", text)


def main() -> None:
    """Write the files anew."""
    for path in FILES:
        texts = json.loads(path.read_text(encoding="utf-8"))
        path.write_text(json.dumps({key: french(text) for key, text in texts.items()}, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
