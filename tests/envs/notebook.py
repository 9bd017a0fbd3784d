"""Runs a notebook without Jupyter: its code cells one after the other, with what they print and what their last line shows.

`python tests/envs/notebook.py` runs `examples/walkthrough.ipynb` and writes what its cells show into it; a test compares the texts.
"""

from __future__ import annotations

import ast
import io
import json
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).resolve().parents[2] / "examples/walkthrough.ipynb"
SVG = "image/svg+xml"


def read(path: Path = NOTEBOOK) -> dict[str, Any]:
    """The notebook as JSON."""
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return notebook


def run(notebook: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """Run all code cells in one namespace; returns the outputs of each."""
    names: dict[str, Any] = {"__name__": "__main__"}
    codes = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    return [run_cell(code, names, number) for number, code in enumerate(codes, 1)]


def run_cell(code: str, names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """Run one cell; returns its outputs as a notebook stores them."""
    tree, printed, value = ast.parse(code), io.StringIO(), None
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with redirect_stdout(printed):
        exec(compile(tree, f"<cell {number}>", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"<cell {number}>", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(keepends=True)})
    if value is not None:
        data = {SVG: [value._repr_svg_()]} if hasattr(value, "_repr_svg_") else {}
        outputs.append({"data": data | {"text/plain": [repr(value)]}, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return outputs


def write(path: Path = NOTEBOOK) -> None:
    """Run the notebook and store what its cells show."""
    notebook = read(path)
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, (cell, outputs) in enumerate(zip(cells, run(notebook), strict=True), 1):
        cell["outputs"], cell["execution_count"] = outputs, number
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
