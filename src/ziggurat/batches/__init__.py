"""Many games at once over arrays: `ziggurat.batch`."""

from __future__ import annotations

from ziggurat.batches.game_batch import Batch, batch

__all__ = ["Batch", "batch"]
