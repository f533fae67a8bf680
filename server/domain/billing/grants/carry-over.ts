import { Decimal } from "../../../platform/decimal.ts";
import type { Counter } from "./grant.ts";
import { billedInPeriod, type CountedTerms, includedUnits, overageOf } from "./rules.ts";

const ZERO = new Decimal(0);

/** The terms that end within a period, and those that follow. */
interface Change {
  ending: CountedTerms;
  next: Pick<CountedTerms, "overage">;
}

/**
 * The counters that follow those of one source and period where the terms change within it. Included units that were used stay
 * used, and stay included, also past a limit that has become lower: nothing becomes overage afterwards. Units past the limit that
 * are billed under the ending terms are used no more, and lessen the ceiling and cap of what follows. Units past it that cost
 * nothing stay used; where the next terms bill overage, they are included there. Reserved units go along. Pure; in the order given.
 */
export function carryOver<C extends Counter>({ ending, next }: Change, counters: C[]): C[] {
  const isBilled = ending.overage === "BILL" && ending.price !== null;
  const carried = carriedOf(ending, counters);
  if (isBilled) return afterBilling(ending, counters, carried);
  return counters.map((counter, index) => {
    const used = counter.carried.plus(counter.used);
    const included = next.overage === "BILL" ? used : (carried[index] ?? ZERO);
    return { ...counter, used: used.minus(included), carried: included };
  });
}

/**
 * What the counters of an ended subscription leave to one that is started again in the same period: all units that were not billed
 * count as included, and units past the limit lessen ceiling and cap of what follows. Without terms no unit was billed. Pure; in
 * the order given.
 */
export function leftByEnded<C extends Counter>(ending: CountedTerms | undefined, counters: C[]): C[] {
  const all = counters.map((counter) => counter.carried.plus(counter.used));
  if (ending?.overage === "BILL" && ending.price !== null)
    return afterBilling(ending, counters, carriedOf(ending, counters));
  if (ending?.overage === "ALLOW") return afterBilling(ending, counters, all);
  return counters.map((counter, index) => ({ ...counter, used: ZERO, carried: all[index] ?? ZERO }));
}

/**
 * The included units that each counter has used. Where dimensions share the limit, what was included before the terms began stays so,
 * and of the others the first counters' units count first.
 */
function carriedOf(ending: CountedTerms, counters: Counter[]): Decimal[] {
  const isShared = ending.limitBinding === "CUSTOMER";
  const before = counters.reduce((sum, { carried }) => sum.plus(carried), ZERO);
  let left = isShared ? (includedUnits(ending, counters, "")?.minus(before) ?? null) : null;
  return counters.map((counter) => {
    const { carried, dimension } = counter;
    const room = isShared ? left : (includedUnits(ending, [counter], dimension)?.minus(carried) ?? null);
    const more = room === null ? counter.used : Decimal.min(counter.used, room);
    if (left !== null) left = left.minus(more);
    return carried.plus(more);
  });
}

function afterBilling<C extends Counter>(ending: CountedTerms, counters: C[], carried: Decimal[]): C[] {
  const isEach = ending.capBinding === "DIMENSION" && ending.limitBinding === "DIMENSION";
  // Where dimensions share the cap, the first counter gets what all of them have had.
  const groups = isEach ? counters.map((counter) => [counter]) : [counters];
  const before = new Map(
    groups.flatMap((group) => (group[0] ? [[group[0], overageWith(ending, group)] as const] : [])),
  );
  return counters.map((counter, index) => ({
    ...counter,
    used: ZERO,
    carried: carried[index] ?? ZERO,
    ...(before.get(counter) ?? NONE),
  }));
}

const NONE = { overBefore: ZERO, billedBefore: 0n };

/** What counters have had past their limits, with what they had before. */
function overageWith(ending: CountedTerms, counters: Counter[]) {
  return {
    overBefore: counters.reduce((sum, one) => sum.plus(one.overBefore), overageOf(ending, counters)),
    billedBefore: counters.reduce((sum, one) => sum + one.billedBefore, billedInPeriod(ending, counters)),
  };
}
