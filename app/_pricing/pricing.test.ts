import { describe, expect, it } from "vitest";
import type { PublicTenant } from "../../server/http/pages-contract.ts";
import type { Locale } from "../../server/platform/locales.ts";
import { wordsIn } from "../_i18n/words.ts";
import { callToAction } from "./call-to-action.ts";
import { wordsByInterval } from "./feature-words.ts";
import { formatMoney } from "./money.ts";
import {
  chooseCurrency,
  chooseInterval,
  type Feature,
  type Plan,
  type Price,
  yearlySaving,
} from "./offer.ts";
import { orderOf, stepsFor, stepsIn } from "./order.ts";

const label = { price_label_name: "", price_label_slug: "" };
const price = (
  id: string,
  amount: number,
  interval: Price["interval"],
  currency = "USD",
  trial_days = 0,
): Price => ({
  id,
  amount,
  currency,
  interval,
  ...label,
  trial_days,
  trial_needs_card: false,
});
const seats: Feature = {
  key: "seats",
  name: "Seats",
  description: null,
  type: "ALLOCATED",
  unit_label: null,
  enabled: true,
  limit: 5,
  value: null,
  reset_interval: null,
  overage: "BLOCK",
  overage_step: 1,
  driver_step_size: 5,
  driver_max_steps: 10,
  prices: [
    {
      currency: "USD",
      interval: null,
      pricing: "FLAT",
      unit_amount: null,
      tiers: null,
      overage_cap_amount: null,
      driver_step_amount: 1500,
    },
  ],
};
const plan = (more: Partial<Plan> = {}): Plan => ({
  id: "plan",
  slug: "team",
  name: "Team",
  description: null,
  is_free: false,
  features: [seats],
  is_highlighted: false,
  contact_url: null,
  includes: null,
  prices: [price("month", 1000, "MONTH"), price("year", 10_000, "YEAR")],
  ...more,
});
const pricing = (...plans: Plan[]) => ({
  products: [{ id: "prod", slug: "app", name: "App", description: null, plans }],
});

it.each([
  ["en", 4900, "USD", "$49"],
  ["en", 4950, "USD", "$49.50"],
  ["en", "12.5", "USD", "$0.125"],
  ["ja", 980, "JPY", "￥980"],
  ["de", 123_456, "EUR", "1.234,56\u00a0€"],
])("in %s, %s minor units of %s are %s", (locale, amount, currency, text) => {
  expect(formatMoney(locale, amount, currency).replace("¥", "￥")).toBe(text);
});

describe("what a plan's button is for", () => {
  const tenant = (signupPolicy: PublicTenant["signupPolicy"]) =>
    ({ slug: "acme", signupPolicy }) as PublicTenant;
  const month = price("month", 1000, "MONTH");
  it.each([
    ["OPEN", plan(), month, { words: "choose", path: "/p/acme/checkout", priceId: "month" }],
    [
      "OPEN",
      plan(),
      { ...month, trial_days: 14 },
      { words: "startTrial", path: "/p/acme/checkout", priceId: "month" },
    ],
    [
      "OPEN",
      plan({ is_free: true }),
      { ...month, amount: 0 },
      { words: "getStarted", path: "/p/acme/register", priceId: null },
    ],
    ["WAITLIST", plan(), month, { words: "joinWaitlist", path: "/p/acme/waitlist", priceId: null }],
    ["INVITE_ONLY", plan(), month, { words: "haveInvitation", path: "/p/acme/redeem", priceId: null }],
  ] as const)("where sign-up is %s", (policy, of, at, expected) => {
    expect(callToAction(tenant(policy), of, at)).toEqual(expected);
  });
});

it.each([
  ["year", "YEAR"],
  ["Year", "YEAR"],
  ["YEAR", "YEAR"],
  ["fortnight", "MONTH"],
  [["YEAR", "YEAR"], "MONTH"],
  [undefined, "MONTH"],
] as const)("?interval=%s shows the prices by %s", (wished, shown) => {
  expect(chooseInterval(["WEEK", "MONTH", "YEAR"], wished as string)).toBe(shown);
});

it("a price list without monthly prices opens on the shortest interval", () => {
  expect(chooseInterval(["WEEK", "YEAR"], undefined)).toBe("WEEK");
  expect(chooseInterval([], undefined)).toBe("MONTH");
});

it("a currency may be asked for in lower case", () => {
  expect(chooseCurrency(["EUR", "USD"], "eur", "en")).toBe("EUR");
});

it.each([
  [2, 5, null, 1],
  [10, 5, null, 2],
  [11, 5, null, 3],
  [1.1, 0.1, null, 11],
  [40, 1, 10, 10],
  [0, 5, null, 0],
])("%s bought units are kept in steps of %s, at most %s: %s", (units, stepSize, maxSteps, steps) => {
  expect(stepsFor(units, { stepSize, maxSteps })).toBe(steps);
});

it("a year at ten months' price saves a sixth; a dearer year saves nothing", () => {
  expect(yearlySaving(plan(), "USD")).toBeCloseTo(1 / 6);
  expect(yearlySaving(plan(), "EUR")).toBe(0);
  const dear = plan({ prices: [price("m", 1000, "MONTH"), price("y", 13_000, "YEAR")] });
  expect(yearlySaving(dear, "USD")).toBe(0);
});

it.each([
  [["EUR", "USD"], "EUR", "en", "EUR"],
  [["EUR", "USD"], "GBP", "de", "EUR"],
  [["EUR", "USD"], undefined, "en", "USD"],
  [["CHF"], undefined, "ja", "CHF"],
])("of %j, with %s wished for in %s, it is %s", (offered, wished, locale, chosen) => {
  expect(chooseCurrency(offered, wished, locale)).toBe(chosen);
});

it.each([
  [{ price: "month", "steps.seats": "2" }, 4000],
  [{ price: "month", "steps.seats": "99" }, 16_000],
  [{ price: "month", "steps.seats": "-3" }, 1000],
  [{ price: "month", "steps.seats": ["1", "2"] }, 1000],
  [{ price: "month", "steps.seats": "" }, 1000],
  [{ price: "month", "steps.seats": "1e0" }, 1000],
  [{ price: "month", "steps.seats": "0x2" }, 1000],
  [{ price: "year" }, 10_000],
])("an order by %j costs %i", (query, total) => {
  expect(orderOf(pricing(plan()), query)?.total).toBe(total);
});

it.each(["", " ", "1e3", "0x10", "+2", "02", "two"])(
  "steps written as “%s” in a form are no number, and not another amount",
  (written) => {
    const form = new FormData();
    form.set("price", "month");
    form.set("steps.seats", written);
    expect(stepsIn(form)).toEqual([{ feature_key: "seats", steps: Number.NaN }]);
    form.set("steps.seats", "2");
    expect(stepsIn(form)).toEqual([{ feature_key: "seats", steps: 2 }]);
  },
);

it("a price that is not on offer is no order", () => {
  expect(orderOf(pricing(plan()), { price: "other" })).toBeNull();
  const asked = plan({ contact_url: "mailto:sales@example.com" });
  expect(orderOf(pricing(asked), { price: "month" })).toBeNull();
});

describe("what a plan grants", () => {
  const events = (reset_interval: Feature["reset_interval"], more: Partial<Feature> = {}): Feature => ({
    ...seats,
    key: "events",
    name: "Events",
    type: "METERED",
    driver_step_size: null,
    prices: [],
    limit: 250_000,
    reset_interval,
    ...more,
  });
  const said = (feature: Feature, locale: Locale = "en", more: Partial<Plan> = {}) =>
    wordsByInterval(wordsIn(locale, "pricing"), feature, {
      plan: plan(more),
      currency: "USD",
      intervals: ["MONTH", "YEAR"],
      locale,
    }).map(({ interval, shown }) => [interval, shown.value]);

  it("is said with its period, once where it is the same at every interval", () => {
    expect(said(events("MONTH"))).toEqual([[null, "250,000 a month"]]);
    expect(said(events("DAY"))).toEqual([[null, "250,000 a day"]]);
    expect(said(seats)).toEqual([[null, "5"]]);
    expect(said(events("BILLING"))).toEqual([
      ["MONTH", "250,000 a month"],
      ["YEAR", "250,000 a year"],
    ]);
    expect(said(events("BILLING"), "en", { is_free: true })).toEqual([[null, "250,000 a month"]]);
  });

  it.each([
    ["de", "250.000 pro Monat"],
    ["es", "250.000 al mes"],
    ["fr", "250\u202f000 par mois"],
    ["ja", "250,000／月"],
  ] as const)("in %s: %s", (locale, text) => {
    expect(said(events("MONTH"), locale)).toEqual([[null, text]]);
  });

  it("shows the overage price of each interval", () => {
    const price = { currency: "USD", pricing: "FLAT", tiers: null, driver_step_amount: null } as const;
    const of = (interval: "YEAR" | null, unit_amount: string) => ({
      ...price,
      interval,
      unit_amount,
      overage_cap_amount: null,
    });
    const feature = events("MONTH", { overage: "BILL", prices: [of(null, "2"), of("YEAR", "1")] });
    const offered = { plan: plan(), currency: "USD", intervals: ["MONTH", "YEAR"], locale: "en" } as const;
    const notes = wordsByInterval(wordsIn("en", "pricing"), feature, {
      ...offered,
      intervals: [...offered.intervals],
    });
    expect(notes.map(({ shown }) => shown.note)).toEqual(["then $0.02 each", "then $0.01 each"]);
  });

  const held = (locale: Locale, step = 1): (string | null)[] => {
    const prices = seats.prices.map((price) => ({ ...price, interval: null, unit_amount: "500" }));
    const feature: Feature = { ...seats, overage: "BILL", overage_step: step, prices };
    const offered = { plan: plan(), currency: "USD", intervals: ["MONTH" as const, "YEAR" as const], locale };
    return wordsByInterval(wordsIn(locale, "pricing"), feature, offered).map(({ shown }) => shown.note);
  };

  it.each([
    ["en", ["then $5 each a month", "then $5 each a year"]],
    ["de", ["danach je 5\u00a0$ pro Monat", "danach je 5\u00a0$ pro Jahr"]],
    ["es", ["después, 5\u00a0US$ por unidad al mes", "después, 5\u00a0US$ por unidad al año"]],
    ["fr", ["puis 5\u00a0$US l’unité par mois", "puis 5\u00a0$US l’unité par an"]],
    ["ja", ["超過分は1件$5／月", "超過分は1件$5／年"]],
  ] as const)("says in %s how often a held unit past the limit costs its price", (locale, notes) => {
    expect(held(locale)).toEqual(notes);
  });

  it("says the same of held units that are priced by the step", () => {
    expect(held("en", 5)).toEqual(["then $5 per 5 a month", "then $5 per 5 a year"]);
  });
});

it("a step costs what it costs at the interval of the price", () => {
  const price = seats.prices[0];
  if (!price) throw new Error("The feature has a price.");
  const yearly = { ...price, interval: "YEAR" as const, driver_step_amount: 15_000 };
  const split = plan({ features: [{ ...seats, prices: [price, yearly] }] });
  const total = (id: string) => orderOf(pricing(split), { price: id, "steps.seats": "2" })?.total;
  expect([total("month"), total("year")]).toEqual([1000 + 3000, 10_000 + 30_000]);
});
