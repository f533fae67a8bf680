import fc from "fast-check";
import { boundary } from "../model/calendar.ts";
import type { Provider } from "../model/customer.ts";
import type { Entitlement, Interval } from "../model/types.ts";
import { createFeatures, createProduct, type ProductInput } from "./catalog.ts";
import { History } from "./history.ts";
import type { Service } from "./service.ts";

type Step =
  | { do: "use"; feature: "calls" | "seats"; quantity: number }
  | { do: "advance"; periods: number; minutes: number }
  | { do: "upgrade"; effective: "now" | "period_end" }
  | { do: "cancel"; at: "now" | "period_end" }
  | { do: "pause" }
  | { do: "resume" }
  | { do: "second" };

/** A history as it is drawn: everything that it needs beside the service. */
export interface Life {
  provider: Provider;
  currency: "USD" | "JPY" | "KWD";
  interval: Interval;
  startDay: number;
  entitlement: Entitlement;
  held: number;
  steps: Step[];
}

export type Kind = Step["do"];

const MINUTE = 60_000;
const STARTS = ["2030-01-28", "2030-01-29", "2030-01-30", "2030-01-31", "2028-02-29"];

/** Histories of the kinds of steps that are named. */
export function lives(kinds: ReadonlySet<Kind>): fc.Arbitrary<Life> {
  const steps: Record<Kind, fc.Arbitrary<Step>> = {
    use: fc.record({
      do: fc.constant("use"),
      feature: fc.constantFrom("calls", "calls", "seats"),
      quantity: fc.integer({ min: 1, max: 60 }),
    }),
    advance: fc.record({
      do: fc.constant("advance"),
      periods: fc.integer({ min: 0, max: 2 }),
      minutes: fc.integer({ min: 1, max: 900 }),
    }),
    upgrade: fc.record({ do: fc.constant("upgrade"), effective: fc.constantFrom("now", "period_end") }),
    cancel: fc.record({ do: fc.constant("cancel"), at: fc.constantFrom("now", "period_end") }),
    pause: fc.record({ do: fc.constant("pause") }),
    resume: fc.record({ do: fc.constant("resume") }),
    second: fc.record({ do: fc.constant("second") }),
  };
  const cap = fc.option(fc.integer({ min: 100, max: 2000 }), { nil: undefined });
  return fc.record({
    provider: fc.constantFrom("PROVIDER_A", "PROVIDER_B"),
    currency: fc.constantFrom("USD", "JPY", "KWD"),
    interval: fc.constantFrom("DAY", "WEEK", "MONTH", "YEAR"),
    startDay: fc.nat({ max: STARTS.length - 1 }),
    held: fc.integer({ min: 1, max: 40 }),
    entitlement: fc
      .record({
        type: fc.constant("METERED"),
        limit: fc.integer({ min: 0, max: 80 }),
        overage: fc.constantFrom("BLOCK", "BILL"),
        ceiling: fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }),
        step: fc.constantFrom(1, 7),
        // Of a currency with three decimals, the card provider takes amounts that end in 0.
        unitAmount: fc.constantFrom("10", "30", "120"),
        cap: cap.map((amount) => (amount === undefined ? undefined : amount - (amount % 10))),
        resetInterval: fc.constant("BILLING"),
      })
      // Only what may go past the limit has a ceiling.
      .map(({ ceiling, ...rest }) =>
        rest.overage === "BLOCK" ? rest : { ...rest, ceiling },
      ) as fc.Arbitrary<Entitlement>,
    steps: fc.array(fc.oneof(...[...kinds].map((kind) => steps[kind])), { minLength: 4, maxLength: 12 }),
  });
}

/** Plays one life against the service and the model. */
export async function play(service: Service, life: Life): Promise<History> {
  const { provider, currency, interval, entitlement, held } = life;
  const keys = await createFeatures(service, { calls: "METERED", seats: "ALLOCATED" });
  const seats: Entitlement = { type: "ALLOCATED", limit: held, overage: "BILL", unitAmount: "500" };
  const prices = (amount: number) => [{ amount, currency, interval }];
  const plans: ProductInput["plans"] = {
    small: { entitlements: { calls: entitlement, seats }, prices: prices(3000) },
    large: {
      entitlements: { calls: { ...entitlement, limit: (entitlement.limit ?? 0) + 25 }, seats },
      prices: prices(9000),
    },
  };
  const product = await createProduct(service, keys, { plans });
  const other = await createProduct(service, keys, {
    plans: {
      more: {
        entitlements: { calls: { type: "METERED", limit: 10, overage: "BLOCK", resetInterval: "BILLING" } },
        prices: prices(500),
      },
    },
  });
  const anchor = Date.parse(`${STARTS[life.startDay]}T10:00:00Z`);
  const history = await History.begin(service, keys, anchor);
  await history.start("main", product, "small", { provider });
  const state = { isLarge: false, isPaused: false, isEnding: false, hasSecond: false };
  const isOver = () => history.model.subscriptions[0]?.endedAt !== null;
  for (const step of life.steps) {
    if (isOver() && step.do !== "advance") continue;
    if (step.do === "use") await history.use(step.feature, step.quantity);
    if (step.do === "advance") {
      const { period } = history.model.subscriptions[0] ?? { period: { to: anchor } };
      const length = boundary(anchor, interval, 1) - anchor;
      const to =
        step.periods === 0
          ? history.model.now + step.minutes * MINUTE
          : Math.max(period.to, history.model.now) + (step.periods - 1) * length + step.minutes * MINUTE;
      await history.advance(to);
    }
    if (step.do === "upgrade" && !state.isLarge && !state.isPaused && !state.isEnding) {
      state.isLarge = true;
      await history.change("main", "large", { effective: step.effective });
    }
    if (step.do === "cancel" && !state.isEnding && !state.isPaused) {
      state.isEnding = true;
      await history.cancel("main", step.at);
    }
    if (step.do === "pause" && !state.isPaused && !state.isEnding) {
      state.isPaused = true;
      await history.pause("main");
    }
    if (step.do === "resume" && state.isPaused) {
      state.isPaused = false;
      await history.resume("main");
    }
    if (step.do === "second" && !state.hasSecond) {
      state.hasSecond = true;
      await history.start("second", other, "more", { provider });
    }
  }
  // What is owed is on invoices three hours after the period's end.
  const last = history.model.subscriptions[0];
  if (last) await history.advance(Math.max(last.period.to, history.model.now) + 3 * 60 * MINUTE);
  return history;
}
