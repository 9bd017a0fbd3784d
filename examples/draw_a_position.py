"""Draw a position as a picture: `python examples/draw_a_position.py [FILE.svg]`."""

import sys
import tempfile
from pathlib import Path

import ziggurat

path = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(tempfile.gettempdir()) / "amytis.svg"
game = ziggurat.new("amytis", seed=7, sides="random", moves="b2>a1 b1>a1 c2>b1 b3>b2 +1")

path.write_text(game.svg(theme="dark", look="isometric", language="en"), encoding="utf-8")
print(f"wrote {path}: open it in a browser")
