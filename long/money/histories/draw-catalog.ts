import { stepOf } from "../model/step.ts";
import type { Entitlement, Interval } from "../model/types.ts";
import type { ProductInput } from "./catalog.ts";
import type { Draw } from "./draw.ts";

/** What histories may hold. Each can be left out, so that a known fault does not hide others. */
export const KINDS = [
  "resets",
  "second",
  "free",
  "trial",
  "change",
  "interval",
  "steps",
  "cancel",
  "pause",
  "override",
  "set",
  "reserve",
  "dimensions",
  "rollover",
  "card",
  "invoices",
  "callbacks",
] as const;
export type Kind = (typeof KINDS)[number];

/** What is on sale in a group of histories. */
export interface CatalogInput {
  start: number;
  interval: Interval;
  features: Record<string, "METERED" | "ALLOCATED">;
  dimensions: Record<string, string[]>;
  products: ProductInput[];
  hasRollover: boolean;
}

const STARTS = ["2030-01-28", "2030-01-29", "2030-01-30", "2030-01-31", "2028-02-29", "2031-06-10"];
const SHORTER: Record<Interval, Interval[]> = {
  DAY: ["DAY"],
  WEEK: ["DAY", "WEEK"],
  MONTH: ["WEEK", "MONTH"],
  YEAR: ["MONTH", "YEAR", "MONTH", "YEAR", "WEEK"],
};

/** Draws products that grant the same features: one with several plans, an add-on, and one with a free plan. */
export function drawCatalog(draw: Draw, kinds: ReadonlySet<Kind>): CatalogInput {
  const interval = draw.weighted<Interval>({ DAY: 1, WEEK: 2, MONTH: 4, YEAR: 2 });
  const currency = draw.pick(["USD", "JPY", "KWD"]);
  const hasRollover = kinds.has("rollover") && draw.chance(25);
  const metered = () => drawMetered(draw, interval, kinds, currency);
  const [calls, seats] = [metered(), drawSeats(draw, kinds)];
  const spaces = drawSpaces(draw, interval, kinds, currency);
  const events: Entitlement = hasRollover
    ? {
        type: "METERED",
        limit: draw.int(5, 60),
        overage: "BLOCK",
        rolloverMax: draw.int(1, 100),
        ...resetOf(draw, interval, kinds),
      }
    : metered();
  const intervals = [interval];
  if (kinds.has("interval") && !hasRollover) intervals.push(draw.pick(SHORTER[interval]));
  const prices = (amount: number) =>
    [...new Set(intervals)].map((one) => ({ amount, currency, interval: one }));
  const granted = { events, seats, ...(spaces && { spaces }) };
  const small = { calls, ...granted };
  const large = {
    ...granted,
    calls: draw.chance(60) ? { ...calls, limit: (calls.limit ?? 0) + draw.int(1, 40) } : metered(),
    ...(!hasRollover && draw.chance(40) && { events: metered() }),
  };
  const plans: ProductInput["plans"] = {
    small: { entitlements: small, prices: prices(3000) },
    large: { entitlements: large, prices: prices(9000) },
    bare: { entitlements: granted, prices: prices(2000) },
  };
  if (!hasRollover) plans.hobby = { entitlements: small, prices: prices(0) };
  const products: ProductInput[] = [{ name: "main", position: 1, plans }];
  if (kinds.has("second")) products.push(drawAddOn(draw, kinds, { currency, interval, metered }));
  if (kinds.has("free")) products.push(drawGratis(draw, { currency, interval, metered }));
  return {
    start: Date.parse(`${draw.pick(STARTS)}T10:00:00Z`),
    interval,
    hasRollover,
    features: {
      calls: "METERED",
      events: "METERED",
      seats: "ALLOCATED",
      ...(spaces && { spaces: "METERED" }),
    },
    dimensions: spaces ? { spaces: ["one", "two", "three"] } : {},
    products,
  };
}

interface Sale {
  currency: string;
  interval: Interval;
  metered(): Entitlement;
}

function drawAddOn(
  draw: Draw,
  kinds: ReadonlySet<Kind>,
  { currency, interval, metered }: Sale,
): ProductInput {
  const seats: Entitlement = { type: "ALLOCATED", limit: draw.int(1, 10), overage: "BLOCK" };
  const price = {
    amount: 500,
    currency,
    interval: draw.chance(70) ? interval : draw.pick(SHORTER[interval]),
  };
  const hasTrial = kinds.has("trial") && draw.chance(40);
  const more = { calls: metered(), ...(draw.chance(50) && { seats }) };
  return {
    name: "addon",
    position: 2,
    plans: { more: { entitlements: more, prices: [{ ...price, ...(hasTrial && { trialDays: 14 }) }] } },
  };
}

function drawGratis(draw: Draw, { currency, interval, metered }: Sale): ProductInput {
  const free = (): Entitlement => {
    const { limit, resetInterval, type } = metered();
    // Months from the day the customer was named: a year is no free plan's period.
    const isLonger = resetInterval === "YEAR";
    return { type, limit, overage: "BLOCK", ...(resetInterval && !isLonger && { resetInterval }) };
  };
  return {
    name: "gratis",
    position: 3,
    free: "gift",
    plans: {
      gift: { entitlements: { calls: free(), ...(draw.chance(50) && { events: free() }) }, prices: [] },
      paid: { entitlements: { calls: metered() }, prices: [{ amount: 700, currency, interval }] },
    },
  };
}

function drawMetered(
  draw: Draw,
  interval: Interval,
  kinds: ReadonlySet<Kind>,
  currency: string,
): Entitlement {
  // Overage needs a limit to go past.
  if (draw.chance(8))
    return { type: "METERED", limit: null, overage: "BLOCK", ...resetOf(draw, interval, kinds) };
  const overage = draw.pick(["BLOCK", "BILL", "BILL", "BILL", "ALLOW"] as const);
  const ceiling = draw.chance(35) ? draw.int(1, 50) : undefined;
  const isBilled = overage === "BILL";
  // Finer than what is charged: what units come to is rounded.
  const chargedIn = stepOf(currency);
  const unitAmounts = chargedIn > 1 ? ["7", "12.5", "123.4"] : ["10", "30", "120"];
  const cap = isBilled && draw.chance(30) ? draw.int(10, 200) * 10 : undefined;
  return {
    type: "METERED",
    limit: draw.int(0, 80),
    overage,
    ...(overage !== "BLOCK" && ceiling !== undefined && { ceiling }),
    ...(isBilled && { step: draw.pick([1, 1, 7]), unitAmount: draw.pick(unitAmounts) }),
    ...(isBilled && { chargedIn }),
    ...(cap !== undefined && { cap }),
    ...resetOf(draw, interval, kinds),
  };
}

function resetOf(
  draw: Draw,
  interval: Interval,
  kinds: ReadonlySet<Kind>,
): { resetInterval: Interval | "BILLING" } {
  if (!kinds.has("resets") || draw.chance(30)) return { resetInterval: "BILLING" };
  return { resetInterval: draw.pick([...SHORTER[interval], "MONTH", "YEAR"] as const) };
}

function drawSeats(draw: Draw, kinds: ReadonlySet<Kind>): Entitlement {
  return {
    type: "ALLOCATED",
    limit: draw.int(1, 30),
    ...(draw.chance(50) ? { overage: "BLOCK" } : { overage: "BILL", unitAmount: "500" }),
    ...(kinds.has("steps") && { driver: { size: draw.int(1, 5), amount: 150 } }),
  };
}

function drawSpaces(
  draw: Draw,
  interval: Interval,
  kinds: ReadonlySet<Kind>,
  currency: string,
): Entitlement | null {
  if (!kinds.has("dimensions") || draw.chance(60)) return null;
  const { tiers: _, ...spaces } = drawMetered(draw, interval, kinds, currency);
  return {
    ...spaces,
    ...(draw.chance(60) && { isByDimension: true }),
    ...(draw.chance(40) && { maxDimensions: draw.int(1, 2) }),
  };
}
