/** A scored round, and the end, as a list of steps to show: buildings with their points line by line, cards and why they were won, the final ranks. */
import { AWARDS, isAward, LETTER, LINES, PRIZES, say, type Line, type Own } from "./view_reading";
import type { CardName, Points, Round, View } from "./types";

export interface Step {
  kind: "building" | "line" | "card" | "note" | "reveal" | "final";
  /** Whose building is looked at. */
  seat: number;
  line?: Line;
  card?: CardName;
  /** The round whose cards are turned up. */
  round?: number;
  text: string;
}

/** Whether it is still hidden who won the cards of a round: they lie face down until the end. */
export const isFaceDown = (round: Round): boolean => !round.ranking.length;

export function stepsOf(view: View, round: Round, names: string[]): Step[] {
  const steps = round.order.flatMap((seat) => buildingSteps(seat, round.seats[seat]!.points, names[seat]!));
  for (const card of wonIn(round)) steps.push(cardStep(round, card, names));
  const best = round.ranking[0] ?? round.order[0]!;
  const left = PRIZES.filter((prize) => !round.cards[prize]).map((prize) => say(`card.${prize}`));
  if (isFaceDown(round)) steps.push({ kind: "note", seat: best, text: say("face.down.round") });
  else if (left.length)
    steps.push({ kind: "note", seat: best, text: say("face.prize.nobody", { cards: left.join(", ") }) });
  const next = view.rounds[round.round]?.start ?? (view.round > round.round ? view.start : undefined);
  const least = Math.min(...round.seats.map((one) => one.points.total));
  if (next !== undefined)
    steps.push({
      kind: "note",
      seat: next,
      text: say(
        round.seats.filter((one) => one.points.total === least).length > 1 ? "face.next.start.tie" : "face.next.start",
        { player: names[next]!, round: round.round + 1 },
      ),
    });
  return steps;
}

/** The counting at the end: the last round, then the cards of all rounds, then why each place is what it is. */
export function endingSteps(view: View, names: string[]): Step[] {
  const reveals = view.rounds.map((round): Step => {
    const cards = wonIn(round).map((card) =>
      say("face.won", { card: say(`card.${card}`), player: names[round.cards[card]!.seat]! }),
    );
    const text = say("face.reveal", { round: round.round, cards: cards.join("; ") });
    return { kind: "reveal", seat: round.ranking[0] ?? 0, round: round.round, text };
  });
  return [...stepsOf(view, view.rounds.at(-1)!, names), ...reveals, ...finalSteps(view, names)];
}

function buildingSteps(seat: number, points: Points, player: string): Step[] {
  const lines = LINES.filter((line) => line !== "bonus" && points[line]).map((line): Step => ({
    kind: "line",
    seat,
    line,
    text: say(`face.step.${line}`, { player, n: points[line] }),
  }));
  const bonus = say(points.bonus ? "face.step.bonus" : "face.step.bonus.none", { player, n: points.bonus });
  return [
    { kind: "building", seat, text: say("face.step.building", { player }) },
    ...lines,
    { kind: "line", seat, line: "bonus", text: `${bonus} ${say("face.step.total", { player, n: points.total })}` },
  ];
}

/** The cards that were won in a round. */
export const wonIn = (round: Round): CardName[] => [...AWARDS, ...PRIZES].filter((card) => round.cards[card]);
/** Who won a card, and why in a sentence. */
export function cardStep(round: Round, card: CardName, names: string[]): Step {
  const won = round.cards[card]!;
  return {
    kind: "card",
    seat: won.seat,
    card,
    text: `${say("face.won", { card: upper(say(`card.${card}`)), player: names[won.seat]! })}. ${because(round, card, names)}`,
  };
}
export function because(round: Round, card: CardName, names: string[]): string {
  const won = round.cards[card]!;
  const award = isAward(card);
  const key =
    won.by === "only"
      ? award
        ? "face.because.only.award"
        : "face.because.only"
      : award
        ? `face.because.${won.by}`
        : `face.prize.tie.${won.by}`;
  const material = say(`material.${round.demand[won.by === "second_demand" ? 1 : 0]}`);
  return say(key, {
    player: names[won.seat]!,
    other: won.over === null ? "" : names[won.over]!,
    material,
    a: won.counts[0] ?? 0,
    b: won.counts[1] ?? 0,
  });
}

/** Why each player ranks before the next one; the winner last. */
export const finalSteps = (view: View, names: string[]): Step[] =>
  view.final
    .slice(0, -1)
    .map((line, i): Step => ({
      kind: "final",
      seat: line.seat,
      text: say(`face.final.${line.by}`, {
        player: names[line.seat]!,
        other: names[view.final[i + 1]!.seat]!,
        a: line.counts?.[0] ?? 0,
        b: line.counts?.[1] ?? 0,
      }),
    }))
    .reverse();

export const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Why a line scores what it does, in a few words. */
export function whyOf(own: Own, line: Line): string {
  if (line === "bonus") return say(`face.plan.${own.plan_state.state}`, { n: own.plan_state.missing });
  const dice = (own.die_points ?? []).filter((die) => die.die[0] === LETTER[line]);
  if (!dice.length) return say("face.why.none");
  if (line === "wood")
    return say("face.why.touch", { n: dice.length, touch: dice.reduce((sum, die) => sum + die.points!, 0) / 2 });
  if (line === "recycled") return say("face.why.count", { n: dice.length });
  if (line === "stone")
    return say("face.why.levels", {
      levels: dice
        .map((die) => die.level)
        .sort()
        .join(", "),
    });
  return say("face.why.values", { values: dice.map((die) => die.die[1]).join(" + ") });
}
