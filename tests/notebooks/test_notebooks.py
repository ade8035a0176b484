"""Every notebook runs in a fresh kernel and prints what it says it prints."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def printed(cell: nbformat.NotebookNode) -> str:
    """What a code cell printed or returned as text."""
    parts = []
    for output in cell.outputs:
        if output.output_type == "stream":
            assert output.name == "stdout", f"a cell wrote to {output.name}: {output.text}"
            parts.append(output.text)
        else:
            assert output.output_type in {"execute_result", "display_data"}, output
            parts.append(output.data["text/plain"])
    return "".join(parts)


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_reproduces_its_outputs(path: Path) -> None:
    committed = nbformat.read(path, as_version=4)
    fresh = nbformat.read(path, as_version=4)
    for cell in fresh.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    NotebookClient(fresh, timeout=120, resources={"metadata": {"path": str(FOLDER)}}).execute()
    pairs = zip(committed.cells, fresh.cells, strict=True)
    for number, (old, new) in enumerate(pairs):
        if old.cell_type != "code":
            continue
        assert not old.source.lstrip().startswith(("%", "!")), f"cell {number} uses a magic"
        assert printed(old) == printed(new), f"cell {number} prints something else now"
