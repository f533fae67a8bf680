import type { Period } from "../terms/period.ts";
import { billingPeriodAt, type Phase, phasesBetween, termsAt } from "../terms/phases.ts";

/** A billing period that has ended, with the terms that it ended under. */
export interface PeriodUnderTerms extends Period {
  terms: Phase;
}

/**
 * The whole billing periods of a subscription that began at `from` or later and have ended by `endedBy`, the oldest first; and until
 * when there is nothing more to find. A period that a change of its calendar or the subscription's end cut short is none of them.
 */
export function wholePeriods(
  phases: readonly Phase[],
  from: Date,
  endedBy: Date,
): { periods: PeriodUnderTerms[]; until: Date } {
  const periods: PeriodUnderTerms[] = [];
  for (let at = from; ; ) {
    const first = termsAt(phases, at);
    if (!first) return { periods, until: at };
    const { end } = billingPeriodAt(first, at);
    const under = phasesBetween(phases, at, end);
    const cutBy = under.find(
      ({ anchor, interval }) => +anchor !== +first.anchor || interval !== first.interval,
    );
    const terms = under.at(-1) ?? first;
    const isEnded = end <= endedBy && (terms.to === null || terms.to >= end);
    if (cutBy && cutBy.from <= endedBy) at = cutBy.from;
    else if (!isEnded) return { periods, until: at };
    else {
      periods.push({ start: at, end, terms });
      at = end;
    }
  }
}
