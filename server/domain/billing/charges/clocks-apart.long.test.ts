import { expect } from "vitest";
import { aStory, type Story } from "../../../testing/a-story.ts";
import { clocksApart } from "../../../testing/clocks-apart.ts";
import { it } from "../../../testing/it.ts";
import { unique, type World } from "../../../testing/world.ts";

// Held units past the limit of three customers over ten weeks, while our clock and the card provider's are an hour apart.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WEEK = 7 * 24 * HOUR;
const START = Date.parse("2030-01-29T10:00:00Z");
const WEEKS = 10;

type Provider = "PROVIDER_A" | "PROVIDER_B";

/** Three customers of one clock who hold one unit past their limit from the start: each week owes 7.00. */
async function threeCustomers(world: World, provider: Provider): Promise<{ story: Story; ids: string[] }> {
  const prices = [{ currency: "USD", pricing: "FLAT" as const, unitAmount: 700 }];
  const seats = { limit: 2, overage: "BILL" as const, prices };
  const story = await aStory(world, new Date(START).toISOString(), {
    features: { seats: { type: "ALLOCATED" } },
    plans: [{ slug: "pro", entitlements: { seats }, prices: [{ amount: 3000, interval: "WEEK" }] }],
  });
  // The invoices of PROVIDER_B stay unpaid here: none is overdue yet.
  const fields = provider === "PROVIDER_B" ? { due_days: 365 } : {};
  const ids: string[] = [];
  for (const customer of [story.customer, unique("customer"), unique("customer")]) {
    if (customer !== story.customer) {
      const path = `/v1/test-clocks/${story.clockId}/customers`;
      expect((await story.post(path, { customer, email: `${customer}@example.com` })).status).toBe(201);
    }
    ids.push(await story.start(provider, "pro", { customer, ...fields }));
    const held = await story.post("/v1/billing/usage", { customer, feature_key: "seats", quantity: 3 });
    expect(held.status).toBe(201);
  }
  return { story, ids };
}

/** How many weeks' overage is on invoices, of 30, and the sum of all invoices. */
async function billed({ story, ids }: Awaited<ReturnType<typeof threeCustomers>>) {
  const invoices = (await Promise.all(ids.map((id) => story.invoices(id)))).flat();
  return {
    weeks: invoices.flatMap(({ amounts }) => amounts).filter((amount) => amount === 700).length,
    total: invoices.reduce((sum, { total }) => sum + total, 0),
    statuses: [...new Set(invoices.map(({ status }) => status))],
  };
}

for (const provider of ["PROVIDER_A", "PROVIDER_B"] as const)
  for (const [name, apart] of [
    ["ahead of", HOUR],
    ["behind", -HOUR],
  ] as const)
    it(`${provider}: 30 of 30 weeks are billed with our clock an hour ${name} the provider's`, {
      timeout: 300_000,
    }, async ({ world }) => {
      const customers = await threeCustomers(world, provider);
      const clocks = clocksApart(world, customers.story);
      const to = async (provider: number) => {
        await clocks.provider(new Date(provider));
        await clocks.ours(new Date(provider + apart));
        await clocks.work();
      };
      for (let week = 1; week <= WEEKS; week++) {
        const end = START + week * WEEK;
        // One clock has passed the end and the other has not, then both, then the renewal's draft is issued.
        await to(end - 30 * MINUTE);
        await to(end + 30 * MINUTE);
        await to(end + 90 * MINUTE);
        await to(end + 4 * HOUR);
      }
      expect(await billed(customers)).toEqual({
        weeks: 30,
        total: 3 * (11 * 3000 + 10 * 700),
        statuses: [provider === "PROVIDER_A" ? "PAID" : "OPEN"],
      });
    });
