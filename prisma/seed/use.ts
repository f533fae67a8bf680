/** Usual use of what a plan includes, as a share of it, by the place of the customer in the list. */
const SHARES = [0.42, 0.86, 1.12, 0.31, 0.64, 0.93, 1.24, 0.55, 0.74];
const MONTH_MS = 30.4 * 86_400_000;

/** What is used within a period, and when. */
export interface Use {
  /** Of what the plan includes. */
  share: number;
  /** Over how many entries of the ledger it is spread. */
  entries: number;
}

/**
 * How much the customer at a place of the list uses from a period's start to its end, or to now. Customers use more from month to
 * month, and a period that has just begun has little; what is held has no period. random is between 0 and 1.
 */
export function madeUpUse(
  place: number,
  { start, end, now, random }: { start: Date | null; end: Date; now: Date; random: number },
): Use {
  const usual = (SHARES[place % SHARES.length] ?? 1) * (0.85 + random * 0.3);
  const until = end < now ? end : now;
  const monthsAgo = (now.getTime() - until.getTime()) / MONTH_MS;
  const growth = Math.max(0.5, 1 - monthsAgo * 0.04);
  const passed = start === null ? MONTH_MS : Math.max(0, until.getTime() - start.getTime());
  const elapsed = Math.min(1, passed / MONTH_MS);
  return { share: usual * growth * elapsed, entries: start !== null && monthsAgo < 1 ? 10 : 3 };
}
