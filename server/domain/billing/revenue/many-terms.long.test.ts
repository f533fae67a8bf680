import { expect } from "vitest";
import { aTenant } from "../../../testing/a-tenant.ts";
import { it } from "../../../testing/it.ts";
import { type PastSubscription, pastTerms } from "../../../testing/past-terms.ts";

const FEW = 1_000;
const MANY = 10_000;
const BATCH = 1_000;
/** Ten times the subscriptions take ten times as long at the most; what compares each with each would take a hundred times. */
const TIMES_AS_LONG = 25;
const INTERVALS = ["MONTH", "MONTH", "MONTH", "YEAR"] as const;

/** Some years of a subscription: five phases, one of them a pause. */
function aLife(customer: number): PastSubscription {
  const edges = [0, 200, 430, 460, 900].map(
    (days) => new Date(Date.UTC(2022, 0, 1 + days + (customer % 400))),
  );
  return {
    customer,
    phases: edges.map((from, index) => ({
      from,
      to: edges[index + 1] ?? null,
      amount: 1_000 + 500 * index + (customer % 97),
      interval: INTERVALS[customer % 4] ?? "MONTH",
      currency: customer % 3 === 0 ? "EUR" : "USD",
      collecting: index === 2 ? "PAUSED" : "PAID",
      steps: customer % 2 === 0 ? [[index + 1, 250]] : [],
    })),
  };
}

it("answers for ten times the subscriptions with years of terms in some ten times the time", {
  timeout: 600_000,
}, async ({ world }) => {
  const tenant = await aTenant(world);
  const range = "from=2022-01-01T00:00:00Z&to=2026-01-01T00:00:00Z";
  const paths = [`movements?${range}`, `movements?by=subscription&${range}`, "mrr", `changes?${range}`];
  const add = async (from: number, to: number) => {
    for (let start = from; start < to; start += BATCH)
      await pastTerms(
        tenant,
        Array.from({ length: BATCH }, (_, index) => aLife(start + index)),
      );
    await world.services.db.$executeRaw`analyze subscription_terms`;
  };
  const shortest = async (path: string) => {
    const milliseconds: number[] = [];
    for (let time = 0; time < 3; time++) {
      const began = performance.now();
      const { status } = await tenant.admin.get(`/v1/billing/revenue/${path}`);
      milliseconds.push(performance.now() - began);
      expect(status).toBe(200);
    }
    return Math.min(...milliseconds);
  };
  await add(0, FEW);
  const few: number[] = [];
  for (const path of paths) few.push(await shortest(path));
  await add(FEW, MANY);
  for (const [index, path] of paths.entries())
    expect((await shortest(path)) / (few[index] ?? 0), path).toBeLessThan(TIMES_AS_LONG);
});
