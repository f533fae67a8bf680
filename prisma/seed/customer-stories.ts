import { addIntervals } from "../../server/platform/calendar.ts";
import type { Provider, SubscriptionStatus } from "../../server/platform/database/client/client.ts";
import { BY_CARD, BY_INVOICE } from "../../server/platform/schema/provider.ts";

/** What a customer has bought, from so many of their billing periods after their first day. */
interface Sold {
  plan: string;
  /** Bought steps of seats. */
  steps: number;
  after: number;
}

/** One subscription of a customer. Who left and came back has two. */
export interface CustomerStory {
  externalId: string;
  name: string;
  email: string;
  /** The latest of `sold`. */
  plan: string;
  steps: number;
  sold: readonly Sold[];
  interval: "MONTH" | "YEAR";
  currency: "USD" | "EUR";
  provider: Provider;
  status: SubscriptionStatus;
  /** Since when they pay: so many days, and months before that. Negative days: their trial ends in so many. */
  sinceDays: number;
  since: number;
  /** CANCELED: after how many billing periods they left; 0: with the end of the trial. */
  left: number | null;
  /** What they have decided for the end of the running period: another plan, or to leave. */
  next: string | "leave" | null;
}

/** PAUSED: for so many days. */
export const PAUSED_DAYS = 9;

/** How long ago the present period of those began who have not paid for it; they had a fortnight. */
const PAST_DUE_DAYS = 17;
const UNPAID_DAYS = 26;

type Details = Partial<
  Pick<CustomerStory, "interval" | "currency" | "status" | "left" | "next" | "provider">
> & {
  steps?: number;
  /** What they bought before: each plan with its steps, until so many periods after their first day. */
  before?: [plan: string, steps: number, until: number][];
};

const CARD = { provider: BY_CARD } as const;
const EUR = { currency: "EUR" } as const;

type Row = [name: string, plan: string, months: number, days: number, details?: Details];

/**
 * The customers in the order in which the pages of a new installation number them. The first is the one that README and guides
 * speak of. Small customers pay by card, whose provider knows them since today; most pay by invoice, which has a history.
 */
const ROWS: Row[] = [
  ["Globex", "startup", 8, 15, CARD],
  ["Initech", "scale", 11, 12, { ...CARD, before: [["startup", 0, 6]] }],
  ["Wayne Freight", "startup", 14, 24, CARD],
  ["Granite Works", "crew", 13, 12, CARD],
  ["Orchid Beauty", "startup", 10, 6, { ...CARD, ...EUR }],
  ["Nimbus Cloud", "startup", 9, 11, CARD],
  ["Amber Press", "startup", 6, 23, CARD],
  ["Haven Pets", "startup", 4, 24, CARD],
  ["Onyx Studio", "startup", 3, 4, CARD],
  ["Tidal Energy", "fleet", 2, 2, { ...CARD, steps: 1 }],
  ["Iris Optics", "startup", 0, -14, { ...CARD, status: "TRIALING" }],
  ["Juno Travel", "crew", 0, -30, { ...CARD, ...EUR, status: "TRIALING" }],

  // More than a year ago.
  [
    "Umbra Labs",
    "armada",
    15,
    6,
    {
      steps: 2,
      before: [
        ["armada", 0, 6],
        ["armada", 1, 11],
      ],
    },
  ],
  ["Hooli", "scale", 15, 2],
  [
    "Stark Tools",
    "fleet",
    15,
    19,
    {
      steps: 3,
      before: [
        ["fleet", 2, 7],
        ["fleet", 4, 13],
      ],
    },
  ],
  ["Acorn Health", "fleet", 14, 15, { ...EUR, steps: 3, before: [["fleet", 1, 9]] }],
  ["Bluebird Travel", "crew", 14, 9],
  ["Cedar Bank", "scale", 14, 1, EUR],
  ["Pioneer Rail", "startup", 14, 12, { status: "CANCELED", left: 4 }],
  ["Delta Foods", "scale", 13, 27, { before: [["startup", 0, 8]] }],
  ["Elmwood Media", "startup", 12, 22],
  ["Fjord Outdoor", "crew", 12, 17, EUR],
  ["Sable Security", "armada", 13, 20, EUR],
  ["Helio Energy", "scale", 13, 8],
  ["Ivory Audio", "startup", 12, 5, { interval: "YEAR" }],
  ["Juniper Care", "armada", 13, 2, { before: [["fleet", 0, 10]] }],

  // Month by month since then.
  ["Kestrel Air", "fleet", 11, 21],
  ["Lumen Optics", "scale", 11, 4, { ...EUR, before: [["startup", 0, 8]] }],
  ["Maple School", "crew", 10, 25, { status: "PAUSED" }],
  ["Quartz Games", "scale", 10, 14],
  ["Redwood Legal", "fleet", 9, 22, { steps: 3, before: [["fleet", 1, 5]] }],
  ["Tundra Wool", "crew", 9, 3, { ...EUR, status: "CANCELED", left: 4 }],
  ["Ursa Robotics", "scale", 8, 24, EUR],
  ["Velvet Music", "crew", 8, 10, { status: "CANCELED", left: 2 }],
  ["Willow Homes", "fleet", 8, 2, { steps: 2, before: [["fleet", 0, 6]] }],
  ["Xenon Lights", "startup", 7, 20, { status: "CANCELED", left: 5 }],
  ["Yonder Maps", "startup", 7, 9, { before: [["scale", 0, 4]] }],
  ["Zephyr Sails", "crew", 7, 1, EUR],
  ["Birch Studio", "armada", 6, 12],
  ["Cobalt Mining", "fleet", 6, 4, EUR],
  ["Mosaic Arts", "startup", 5, 12, { status: "CANCELED", left: 0 }],
  ["Ember Coffee", "startup", 5, UNPAID_DAYS, { status: "UNPAID" }],
  ["Falcon Post", "scale", 5, PAST_DUE_DAYS, { status: "PAST_DUE" }],
  ["Dune Hotels", "crew", 5, 8, { interval: "YEAR" }],
  ["Grove Farms", "fleet", 5, 1, EUR],
  ["Indigo Labs", "scale", 4, 15, EUR],
  ["Jasper Clinics", "fleet", 4, 9, { steps: 3, before: [["fleet", 2, 4]] }],
  ["Kite Analytics", "startup", 4, 3, { status: "CANCELED", left: 3 }],
  ["Lark Bakery", "crew", 3, 25],
  ["Meridian Logistics", "armada", 3, 18, { steps: 1, before: [["armada", 0, 2]] }],
  ["Nectar Foods", "startup", 3, 11, EUR],
  ["Lotus Spa", "crew", 2, 21, { status: "CANCELED", left: 0 }],
  ["Prairie Dental", "fleet", 2, 24],
  ["Velvet Music", "fleet", 2, 17],
  ["Ridge Bikes", "scale", 2, 13],
  ["Saffron Kitchens", "crew", 2, 8, EUR],
  ["Upland Wines", "scale", 1, 25, EUR],
  ["Vertex Tools", "fleet", 1, 20, { steps: 2, before: [["fleet", 1, 1]] }],
  ["Kelp Foods", "startup", 1, 16, { status: "CANCELED", left: 0 }],
  ["Wren Insurance", "startup", 1, 14, { next: "scale" }],
  ["Yarrow Health", "crew", 1, 9, { next: "leave" }],
  ["Zinc Metals", "scale", 1, 3],
  ["Aster Hotels", "startup", 0, 25],
  ["Bramble Toys", "fleet", 0, 19, EUR],
  ["Corvus Data", "armada", 0, 12],
  ["Dahlia Homes", "crew", 0, 6],
  ["Echo Radio", "scale", 0, 4],
  ["Fennel Market", "startup", 0, 2],
  ["Gale Sports", "startup", 0, -2, { status: "TRIALING" }],
  ["Hazel Schools", "startup", 0, -9, { ...EUR, status: "TRIALING" }],
];

/** The subscriptions of the demo's customers. */
export function customers(): CustomerStory[] {
  return ROWS.map(([name, plan, since, sinceDays, { steps = 0, before = [], ...details } = {}]) => {
    const externalId = name.toLowerCase().replaceAll(" ", "-");
    const bought = [...before, [plan, steps, 0] as const];
    return {
      externalId,
      name,
      email: `billing@${externalId}.example`,
      plan,
      steps,
      since,
      sinceDays,
      sold: bought.map(([soldPlan, soldSteps], index) => ({
        plan: soldPlan,
        steps: soldSteps,
        after: before[index - 1]?.[2] ?? 0,
      })),
      interval: "MONTH",
      currency: "USD",
      provider: BY_INVOICE,
      status: "ACTIVE",
      left: null,
      next: null,
      ...details,
    };
  });
}

/** The day from which a customer pays. */
export function firstDay({ since, sinceDays }: CustomerStory, now: Date): Date {
  // Days first: of a month that has no such day, a period begins earlier and never later, so that what is overdue is so on every day.
  return addIntervals(addIntervals(now, "DAY", -sinceDays), "MONTH", -since);
}

/** When a customer left; null: not. */
export function lastDay(story: CustomerStory, now: Date): Date | null {
  return story.left === null ? null : addIntervals(firstDay(story, now), story.interval, story.left);
}

/** What was sold from a moment to before another; to null: it still is. */
export interface SoldPhase {
  plan: string;
  steps: number;
  from: Date;
  to: Date | null;
  isPaid: boolean;
}

/** What a customer was sold and when, without their trial; nothing where that was all. */
export function phasesOf(story: CustomerStory, now: Date): SoldPhase[] {
  const anchor = firstDay(story, now);
  const startOf = ({ after }: Sold) => addIntervals(anchor, story.interval, after);
  const end = lastDay(story, now);
  const pausedAt = story.status === "PAUSED" ? addIntervals(now, "DAY", -PAUSED_DAYS) : null;
  const phases = story.sold.map((one, index) => {
    const next = story.sold[index + 1];
    const { plan, steps } = one;
    return { plan, steps, from: startOf(one), to: next ? startOf(next) : (pausedAt ?? end), isPaid: true };
  });
  const { plan, steps } = story;
  const pause = pausedAt ? [{ plan, steps, from: pausedAt, to: null, isPaid: false }] : [];
  return story.left === 0 || anchor > now ? [] : [...phases, ...pause];
}
