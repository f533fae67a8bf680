import type { CallLimit } from "./schema/operation.ts";
import { actsForThemselves, type Scope } from "./scope.ts";
import type { Limit, Throttle } from "./throttle.ts";

/** Who is counted. */
export interface Counted {
  kind: "SERVER" | "BROWSER";
  address: string;
  tenantId: string | null;
  /** The person who calls; null: nobody is signed in. */
  subject: string | null;
}

/** A tenant's back end calls for many visitors, so its limit is this many times the limit of one person. */
const VISITORS_PER_SERVER = 100;
/** So many people may share an address: an office, or the tenant's server that renders its pages for them. */
const PEOPLE_PER_ADDRESS = 20;

interface Counter {
  limit: Limit;
  subject: string;
}

/**
 * The counters of a limit for a caller. A person who is signed in is counted by themselves, from wherever they call, and by their address
 * with the others who are signed in there; a visitor by their address alone, which counts as one person or as `visitors`; a back end
 * that calls for visitors by its tenant.
 */
export function countersOf(
  name: string,
  { points, seconds }: CallLimit,
  { kind, address, tenantId, subject }: Counted,
  visitors = 1,
): Counter[] {
  const counter = (by: string, times: number, who: string): Counter => ({
    limit: { name: `${name}${by}`, points: points * times, seconds },
    subject: `${tenantId} ${who}`,
  });
  const own = subject === null ? [] : [counter(":person", 1, subject)];
  if (kind === "SERVER") return subject === null ? [counter(":server", VISITORS_PER_SERVER, "")] : own;
  return subject === null
    ? [counter("", visitors, address)]
    : [...own, counter(":people", PEOPLE_PER_ADDRESS, address)];
}

/** Wrong codes of one person within an hour, in all operations that take a code together. */
export const WRONG_CODES = { points: 20, seconds: 3600 } as const satisfies CallLimit;

/**
 * The counters of wrong codes. Visitors have no name, and many may share an address: theirs has as many as that of people who are signed
 * in, and a counter of its own. So neither a person who guesses nor a visitor stops somebody who is signed in there, and who makes many
 * customers to guess with is stopped by their address.
 */
export const wrongCodesOf = (who: Counted): Counter[] =>
  countersOf("wrong code", WRONG_CODES, who, PEOPLE_PER_ADDRESS);

/**
 * Looks up a code that a person has typed. Wrong ones are counted, for all operations together; past the limit the right one is refused,
 * too. The tenant's back end and members are not counted. Throws too_many_requests.
 */
export async function lookUpCode<Found>(
  scope: Scope,
  find: () => Promise<Found>,
  isRight: (found: Found) => boolean,
): Promise<Found> {
  const { client, tenantId, throttle } = scope;
  if (!actsForThemselves(scope) || client === null) return find();
  const counters = wrongCodesOf({ ...client, tenantId, subject: subjectOf(scope) });
  await takeAll(throttle, counters);
  // What cannot be looked up now was no wrong code.
  let isWrong = false;
  try {
    const found = await find();
    isWrong = !isRight(found);
    return found;
  } finally {
    if (!isWrong) await giveAllBack(throttle, counters);
  }
}

/** Counts one call on each counter. Throws too_many_requests. */
export async function takeAll(throttle: Throttle, counters: Counter[]): Promise<void> {
  for (const [index, { limit, subject }] of counters.entries()) {
    try {
      await throttle.take(limit, subject);
    } catch (refusal) {
      await giveAllBack(throttle, counters.slice(0, index));
      throw refusal;
    }
  }
}

async function giveAllBack(throttle: Throttle, counters: Counter[]): Promise<void> {
  for (const { limit, subject } of counters) await throttle.giveBack(limit, subject);
}

/** The person who calls: the user of a token, the customer in the portal; null for everyone else. */
export function subjectOf({ sessionId, actor, ownCustomerId }: Scope): string | null {
  return sessionId === null ? ownCustomerId : actor.id;
}
