"""French words of Blueprints that were changed to those of the printed rules after `tests/saved/2026-11` was written."""

from __future__ import annotations

SINCE = {
    "l’édifice vaut": "le bâtiment vaut",
    "distinction d’or": "récompense d’or",
    "distinction d’argent": "récompense d’argent",
    "distinction de bronze": "récompense de bronze",
    "prix du plus haut gratte-ciel": "prix du gratte-ciel",
    "prix de l’intégrité structurelle": "prix de l’intégrité structurale",
    "au score de l’édifice": "au score du bâtiment",
    "à forte demande,": "en demande",
    "à forte demande": "en demande",
}


def in_old_words(text: bytes) -> bytes:
    """JSON with the words of the saved files."""
    for new, old in SINCE.items():
        text = text.replace(new.encode(), old.encode())
    return text
