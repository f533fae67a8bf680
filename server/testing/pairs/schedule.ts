import { type Act, actOf } from "./acts.ts";
import { DAY, HOUR, later, type Provider, TRIAL_DAYS } from "./model.ts";

/** When every life begins. April has 30 days. */
export const START = Date.parse("2027-04-01T00:00:00Z");

/** What the later of them would refuse or give up comes first. */
const ORDER = ["hold", "override begins", "change asks bank", "pause", "cancel at end"];

/** One customer's acts, and when each is done. */
export interface Plan {
  provider: Provider;
  /** Names of acts. */
  acts: string[];
  /** Acts that the named ones need, done right before the first. */
  before: string[];
  isTrial: boolean;
  /** The moment of each act, and the last one, at which all is compared. */
  moments: number[];
}

/** Past the hour in which the card provider keeps a renewal's invoice as a draft, and its two more. */
const AFTER = 3 * HOUR;

export function plan(provider: Provider, names: string[]): Plan {
  const acts = names.map(actOf);
  const isTrial = acts.some(({ passes }) => passes === "trial");
  const before = needsOf(acts);
  const anchor = isTrial ? START + TRIAL_DAYS * DAY : START;
  let boundary = isTrial ? anchor : later(START, "MONTH", 1);
  let periods = isTrial ? 0 : 1;
  const pass = () => {
    const at = boundary;
    boundary = later(anchor, "MONTH", ++periods);
    return at + AFTER;
  };
  let now = START;
  let next = isTrial ? START + 7 * DAY : START + 15 * DAY;
  const moments: number[] = [];
  for (const { passes } of acts) {
    if (passes) {
      now = pass();
      next = now - AFTER + (passes === "failure" ? 36 * HOUR : 15 * DAY + 12 * HOUR);
    } else {
      now = next;
      next = now + 12 * HOUR;
    }
    moments.push(now);
  }
  moments.push(pass());
  return { provider, acts: names, before, isTrial, moments };
}

function needsOf(acts: Act[]): string[] {
  const needs: string[] = [];
  for (const [index, { needs: need }] of acts.entries()) {
    if (!need || needs.includes(need)) continue;
    if (!acts.slice(0, index).some(({ name }) => name === need)) needs.push(need);
  }
  return needs.toSorted((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));
}
