"""The studies of this package, by name."""

from __future__ import annotations

from ziggurat.lab.studies.akropolis_seats import STUDY as AKROPOLIS_SEATS
from ziggurat.lab.studies.amytis_sides import STUDY as AMYTIS_SIDES
from ziggurat.lab.studies.amytis_third_card import STUDY as AMYTIS_THIRD_CARD
from ziggurat.lab.studies.blueprints_prizes import STUDY as BLUEPRINTS_PRIZES
from ziggurat.lab.studies.thinking import STUDY as THINKING
from ziggurat.lab.study import Study

STUDIES: dict[str, Study] = {study.name: study for study in (AMYTIS_THIRD_CARD, AMYTIS_SIDES, AKROPOLIS_SEATS, BLUEPRINTS_PRIZES, THINKING)}
