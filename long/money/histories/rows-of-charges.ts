import { setTimeout as pause } from "node:timers/promises";
import { boundary } from "../model/calendar.ts";
import type { Provider } from "../model/subscription.ts";
import { advanceProvider, type CardProvider } from "./card-provider.ts";
import { createFeatures, createProduct } from "./catalog.ts";
import { History } from "./history.ts";
import { at, billed, DAY, HOUR, type Outcome, seats } from "./row.ts";
import type { Service } from "./service.ts";

// Faults that were found in charges, each as one fixed history. A row returns what was found and what is owed.

/**
 * Three customers hold one unit past the limit for ten periods. Each period owes 7.00, whether the clock
 * moves from hour to hour, from end to end, or over several ends at once.
 */
export async function heldPastTheLimit(
  service: Service,
  provider: Provider,
  { interval, moves }: { interval: "WEEK" | "MONTH"; moves: "hours" | "ends" | "at once" },
): Promise<Outcome> {
  const keys = await createFeatures(service, { seats: "ALLOCATED" });
  const product = await createProduct(service, keys, {
    plans: {
      pro: { entitlements: { seats: seats(2) }, prices: [{ amount: 3000, currency: "USD", interval }] },
    },
  });
  const start = at("2030-01-29T10:00:00Z");
  const first = await History.begin(service, { keys, at: start });
  const histories = [first];
  for (let one = 0; one < 2; one++)
    histories.push(await History.begin(service, { keys, at: start, clock: first.clock }));
  for (const history of histories) {
    await history.start("main", product, "pro", { provider });
    await history.use("seats", 3);
  }
  const end = (count: number) => boundary(start, interval, count);
  const stops: number[] = [];
  for (let count = 1; count <= 10; count++) {
    if (moves === "hours") stops.push(end(count) - HOUR, end(count) + HOUR / 2, end(count) + 3 * HOUR);
    if (moves === "ends") stops.push(end(count));
    if (moves === "at once" && count % 5 === 0) stops.push(end(count) + 3 * HOUR);
  }
  if (moves === "ends") stops.push(end(10) + 3 * HOUR);
  for (const stop of stops) for (const history of histories) await history.advance(stop, history !== first);
  const lines = await Promise.all(histories.map((history) => history.overage("seats")));
  return {
    found: { overage: lines, differences: histories.flatMap(({ differences }) => differences) },
    expected: { overage: [7000n, 7000n, 7000n], differences: [] },
  };
}

/** A plan of 30.00 and one of 90.00 a month, each with 100 units. */
async function smallAndLarge(service: Service) {
  const keys = await createFeatures(service, { calls: "METERED" });
  const entitlements = { calls: billed(100, "50") };
  const product = await createProduct(service, keys, {
    plans: {
      small: { entitlements, prices: [{ amount: 3000, currency: "USD", interval: "MONTH" }] },
      large: { entitlements, prices: [{ amount: 9000, currency: "USD", interval: "MONTH" }] },
    },
  });
  return { keys, product };
}

/**
 * A pause after 105 of 100 units, across a renewal, then resumed, then an upgrade. The 5 units stay owed: 2.50.
 * No base price is owed for the period that began in the pause, so nothing of it is credited by the change (§5).
 */
export async function pausedAcrossARenewal(service: Service): Promise<Outcome> {
  const { keys, product } = await smallAndLarge(service);
  const start = at("2030-01-10T10:00:00Z");
  const history = await History.begin(service, { keys, at: start });
  await history.start("main", product, "small", { provider: "PROVIDER_A" });
  await history.use("calls", 105);
  // Half an hour after the renewal its invoice is a draft, which holds the overage.
  await history.advance(at("2030-02-10T10:30:00Z"));
  await history.pause("main");
  await history.advance(at("2030-02-10T15:00:00Z"));
  await history.resume("main");
  const before = await history.base();
  await history.change("main", "large");
  const credit = (await history.invoices())
    .filter(({ status }) => status !== "VOID")
    .flatMap(({ lines }) => lines)
    .reduce((sum, { amount }) => sum + Math.min(0, amount), 0);
  await history.advance(at("2030-04-12T10:00:00Z"));
  return {
    found: { baseBeforeTheChange: before, credit, overage: await history.overage("calls") },
    expected: { baseBeforeTheChange: 3000n, credit: 0, overage: 250n },
  };
}

/** An unpaid year is voided, then changed to a month. The year was not paid, so nothing is credited for it. */
export async function voidedYear(service: Service): Promise<Outcome> {
  const keys = await createFeatures(service, { calls: "METERED" });
  const entitlements = { calls: billed(100, "50", { resetInterval: "BILLING" }) };
  const product = await createProduct(service, keys, {
    plans: {
      pro: {
        entitlements,
        prices: [
          { amount: 30_000, currency: "USD", interval: "YEAR" },
          { amount: 3000, currency: "USD", interval: "MONTH" },
        ],
      },
    },
  });
  const start = at("2030-01-10T10:00:00Z");
  const history = await History.begin(service, { keys, at: start });
  await history.start("main", product, "pro", { provider: "PROVIDER_B" });
  await voidNewest(service, history);
  await history.advance(start + DAY);
  await service.post(`/v1/billing/subscriptions/${history.id("main")}/change-plan`, {
    plan_price_id: product.price("pro", 1).id,
  });
  const lines = (await history.invoices())
    .filter(({ status }) => status !== "VOID")
    .flatMap((one) => one.lines);
  const credit = lines.reduce((sum, { amount }) => sum + Math.min(0, amount), 0);
  const newest = (await history.invoices())[0];
  return {
    found: { creditOnLines: credit, newestInvoice: newest.total, status: newest.status },
    expected: { creditOnLines: 0, newestInvoice: 3000, status: "OPEN" },
  };
}

/** An invoice with overage is voided on PROVIDER_B. The overage waits or is held; it can be billed again. */
export async function voidedOverage(service: Service): Promise<Outcome> {
  const keys = await createFeatures(service, { calls: "METERED" });
  const product = await createProduct(service, keys, {
    plans: {
      pro: {
        entitlements: { calls: billed(100, "50") },
        prices: [{ amount: 3000, currency: "USD", interval: "MONTH" }],
      },
    },
  });
  const start = at("2030-01-10T10:00:00Z");
  const history = await History.begin(service, { keys, at: start });
  await history.start("main", product, "pro", { provider: "PROVIDER_B" });
  await history.use("calls", 105);
  await history.advance(at("2030-02-10T13:00:00Z"));
  const before = await history.overage("calls");
  await voidNewest(service, history, "wait");
  await history.advance(at("2030-03-10T13:00:00Z"));
  return {
    found: { before, overage: await history.overage("calls") },
    expected: { before: 250n, overage: 250n },
  };
}

/** Voids the newest invoice; with the decision about its charges where the service takes one. */
async function voidNewest(service: Service, history: History, charges = "write_off"): Promise<void> {
  const known = await service.features();
  const [newest] = await history.invoices();
  await service.post(`/v1/billing/invoices/${newest.id}/void`, {
    reason: "sent by mistake",
    ...(known.voidDecision && { charges }),
  });
}

/** Canceled at the period's end, then changed from a month to a year: no year is charged and then ended. */
export async function canceledThenAYear(service: Service, provider: Provider): Promise<Outcome> {
  const keys = await createFeatures(service, { calls: "METERED" });
  const entitlements = { calls: billed(100, "50", { resetInterval: "BILLING" }) };
  const product = await createProduct(service, keys, {
    plans: {
      pro: {
        entitlements,
        prices: [
          { amount: 3000, currency: "USD", interval: "MONTH" },
          { amount: 30_000, currency: "USD", interval: "YEAR" },
        ],
      },
    },
  });
  const start = at("2030-01-10T10:00:00Z");
  const history = await History.begin(service, { keys, at: start });
  await history.start("main", product, "pro", { provider });
  await history.advance(start + 5 * DAY);
  await history.cancel("main", "period_end");
  const { status } = await service.call(
    "POST",
    `/v1/billing/subscriptions/${history.id("main")}/change-plan`,
    {
      plan_price_id: product.price("pro", 1).id,
    },
  );
  await service.advance(history.clock, at("2030-02-10T14:00:00Z"));
  const paid = await history.base();
  const { status: then } = await history.subscription("main");
  return {
    found: { isAYearPaidAndEnded: paid > 3000n && then === "CANCELED", paid, status, then },
    expected: { isAYearPaidAndEnded: false },
  };
}

/**
 * The card provider's clock runs ahead of ours, so that its callback begins the next week before our clock has passed the end
 * of the last one. Each of ten weeks owes 7.00 all the same.
 */
export async function providerAhead(service: Service, provider: CardProvider): Promise<Outcome> {
  const keys = await createFeatures(service, { seats: "ALLOCATED" });
  const product = await createProduct(service, keys, {
    plans: {
      pro: {
        entitlements: { seats: seats(2) },
        prices: [{ amount: 3000, currency: "USD", interval: "WEEK" }],
      },
    },
  });
  const start = at("2030-01-29T10:00:00Z");
  const history = await History.begin(service, { keys, at: start });
  await history.start("main", product, "pro", { provider: "PROVIDER_A" });
  await history.use("seats", 3);
  for (let week = 1; week <= 10; week++) {
    const end = start + week * 7 * DAY;
    await service.advance(history.clock, end - HOUR);
    await advanceProvider(provider, end + HOUR / 2);
    await beginsAt(history, end);
    await service.advance(history.clock, end + 3 * HOUR);
  }
  return {
    found: { overage: await history.overage("seats"), base: await history.base() },
    expected: { overage: 7000n, base: 33_000n },
  };
}

/** Waits until our row has the provider's new period, or for five seconds: without a callback our own clock begins it later. */
async function beginsAt(history: History, moment: number): Promise<void> {
  const until = Date.now() + 5000;
  while (Date.now() < until) {
    const { current_period_start } = await history.subscription("main");
    if (Date.parse(current_period_start) === moment) return;
    await pause(100);
  }
}

/** Three units of two are held, and one is given back before the week ends: the most held at once is billed, 7.00. */
export async function givenBackBeforeTheEnd(service: Service, provider: Provider): Promise<Outcome> {
  const keys = await createFeatures(service, { seats: "ALLOCATED" });
  const product = await createProduct(service, keys, {
    plans: {
      pro: {
        entitlements: { seats: seats(2) },
        prices: [{ amount: 3000, currency: "USD", interval: "WEEK" }],
      },
    },
  });
  const start = at("2030-01-29T10:00:00Z");
  const history = await History.begin(service, { keys, at: start });
  await history.start("main", product, "pro", { provider });
  await history.use("seats", 3);
  await history.advance(start + 7 * DAY - HOUR);
  await history.use("seats", -1);
  await history.advance(start + 14 * DAY + 3 * HOUR);
  return { found: { overage: await history.overage("seats") }, expected: { overage: 700n } };
}

/**
 * A change on the first day leaves 60.00 of credit, of which the first renewal uses 30.00. Then the subscription moves to the other
 * provider: 30.00 go along, so that the next month costs nothing, and the one after it the full price. Nothing stays behind.
 */
export async function movedWithCredit(
  service: Service & { provider: CardProvider },
  from: Provider,
): Promise<Outcome> {
  const { keys, product } = await smallAndLarge(service);
  const history = await History.begin(service, { keys, at: at("2030-01-10T10:00:00Z") });
  await history.start("main", product, "large", { provider: from });
  await history.change("main", "small");
  const to = async (moment: string) => service.advance(history.clock, at(moment));
  await to("2030-02-10T14:00:00Z");
  const toCards = { provider: "PROVIDER_A", cardprovider_test_card_token: "tok_visa" };
  await service.post(
    `/v1/billing/subscriptions/${history.id("main")}/move-provider`,
    from === "PROVIDER_A" ? { provider: "PROVIDER_B" } : toCards,
  );
  const afterTheMove = await balanceAtProvider(service.provider);
  await to("2030-03-10T14:00:00Z");
  await to("2030-04-10T14:00:00Z");
  const due = (await history.invoices()).map(({ amount_due }) => amount_due).reverse();
  return {
    found: { due, afterTheMove, atLast: await balanceAtProvider(service.provider) },
    expected: { due: [9000, 0, 0, 0, 3000], afterTheMove: from === "PROVIDER_A" ? 0 : -3000, atLast: 0 },
  };
}

/** What the newest test clock's customer owes the card provider beside invoices; below 0 it is credit. */
async function balanceAtProvider({ url, secretKey }: CardProvider): Promise<number> {
  const headers = { authorization: `Bearer ${secretKey}` };
  const first = async (path: string) =>
    (await (await fetch(`${url}/v1/${path}`, { headers })).json()).data[0];
  const clock = await first("test_helpers/test_clocks?limit=1");
  return (await first(`customers?limit=1&test_clock=${clock.id}`)).balance;
}
