"""A study of one's own: is it better to begin in Amytis? Run it with `ziggurat study examples/study_who_begins.py --report begins.html`."""

from ziggurat.lab.charts import Intervals, Row
from ziggurat.lab.estimates import share
from ziggurat.lab.report import Section, percent_with
from ziggurat.lab.study import Answer, Group, Results, Study


def answer(results: Results) -> Answer:
    """The share of the first seat, by bot."""
    rows = [Row(bot, share(result.seat_shares(0))) for bot, result in results.items()]
    best = max(rows, key=lambda row: row.estimate.value)
    plot = Intervals("Share of the first seat", rows, compare=0.5, compare_label="even")
    return Answer(f"The first seat does best with `{best.label}`: {percent_with(best.estimate)}.", [Section("By bot", plots=[plot])])


BOTS = ("random", "greedy", "level:4")
STUDY = Study(
    name="who-begins",
    title="Who begins",
    question="Is it better to begin in Amytis?",
    plan="each bot against itself, 400 games; the interval is about ±5 percentage points.",
    groups=[Group(bot, "amytis", [bot], games=400) for bot in BOTS],
    answer=answer,
)

if __name__ == "__main__":
    print(f"{STUDY.question} `ziggurat study {__file__}` answers it.")
