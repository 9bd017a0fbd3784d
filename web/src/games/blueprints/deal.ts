/** The deal of Blueprints (`state.py`): for each round the materials in demand, a plan for each seat, and the thirty dice in drawing order. */
import type { RandomGenerator } from "../../lib/random_generator";
import type { Options } from "../find_deal";
import { sameItems } from "../same_items";
import type { View } from "./types";

interface Round {
  demand: string[];
  plans: number[];
  dice: string[];
  tie?: number[];
}
export interface Deal {
  rounds: Round[];
}

const LETTERS = [..."WRSG"];
const DECKS: Record<string, number> = { reconstructed: 24, extended: 36 };
const [ROUNDS, EACH, BAG, VALUES] = [3, 8, 30, 6];
const POOL = [0, 0, 8, 9, 7]; // by number of seats

export function deal(random: RandomGenerator, options: Options): Deal {
  const seats = options.seats as number;
  const deck = Array.isArray(options.plans) ? options.plans.length : DECKS[options.plans as string]!;
  const used = new Set<number>();
  const drawPlan = (): number => {
    let plan = random.below(deck);
    while (used.has(plan)) plan = random.below(deck);
    used.add(plan);
    return plan + 1;
  };
  const dealRound = (number: number): Round => {
    const first = random.below(LETTERS.length);
    const demand = [first, (first + 1 + random.below(LETTERS.length - 1)) % LETTERS.length];
    const plans = Array.from({ length: seats }, drawPlan);
    const bag = LETTERS.flatMap((letter, material) =>
      Array.from({ length: EACH - demand.filter((one) => one === material).length }, () => letter),
    );
    for (let last = BAG - 1; last >= 0; last--) {
      const lot = random.below((last + 1) * VALUES);
      const other = Math.floor(lot / VALUES);
      const die = `${bag[other]!}${(lot % VALUES) + 1}`;
      bag[other] = bag[last]!;
      bag[last] = die;
    }
    const round: Round = { demand: demand.map((material) => LETTERS[material]!), plans, dice: bag };
    if (options.next_start_tie === "random" && number)
      round.tie = random.shuffle(Array.from({ length: seats }, (_, seat) => seat));
    return round;
  };
  return { rounds: Array.from({ length: ROUNDS }, (_, number) => dealRound(number)) };
}

/** Draw the pool again, die by die: every die that was taken or removed must be in it. Demand and plans must be those of the table. */
export function explains({ rounds }: Deal, view: View): boolean {
  const seats = view.seats.length;
  const plies = seats === 2 ? 24 : 6 * seats;
  let pool: string[] = [];
  for (let from = 0; from <= view.log.length; from += plies) {
    const round = rounds[from / plies];
    if (!round) break;
    const bag = [...round.dice];
    pool = bag.splice(0, POOL[seats]);
    for (const move of view.log.slice(from, from + plies)) {
      const removed = move[0] === "-";
      const place = pool.indexOf(removed ? move.slice(1) : move.slice(0, 2));
      if (place < 0) return false;
      pool.splice(place, 1);
      if (removed || seats > 2) pool.push(...bag.splice(0, removed ? 2 : 1));
    }
  }
  const roundsFit = view.rounds.every(
    ({ demand, seats }, n) =>
      sameItems(demand, rounds[n]!.demand) && seats.every(({ plan_id }, seat) => plan_id === rounds[n]!.plans[seat]),
  );
  return roundsFit && sameItems(view.demand, rounds[view.round - 1]!.demand) && sameItems(pool, view.pool);
}
