"""Many games at once over arrays: `ziggurat.batch`."""

from __future__ import annotations

from ziggurat.batches.game_batch import Batch, batch
from ziggurat.batches.rollouts import Rollout

__all__ = ["Batch", "Rollout", "batch"]
