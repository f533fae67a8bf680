import { describe, expect } from "vitest";
import { aStory, type Story } from "../../../../testing/a-story.ts";
import { foundIn } from "../../../../testing/doctor.ts";
import { it } from "../../../../testing/it.ts";
import type { World } from "../../../../testing/world.ts";

// Payments of invoices of ours, over REST, for a customer on a test clock.

interface Company {
  story: Story;
  subscription: string;
  invoice: string;
}

const BEGUN = "2030-01-10T10:00:00Z";

/** A customer who owes 30.00, due on 13 January. */
async function aCompany(world: World, begun = BEGUN): Promise<Company> {
  const story = await aStory(world, begun, {
    features: {},
    plans: [{ slug: "pro", entitlements: {}, prices: [{ amount: 3000 }] }],
  });
  const subscription = await story.start("PROVIDER_B", "pro", { due_days: 3 });
  const { data } = (await story.get(`/v1/billing/invoices?subscription_id=${subscription}`)).body;
  return { story, subscription, invoice: data[0].id };
}

const pay = ({ story, invoice }: Company, fields: object = {}) =>
  story.post(`/v1/billing/invoices/${invoice}/payments`, fields);

describe("the day of a payment", () => {
  it("is not in the future of a customer on a test clock", async ({ world }) => {
    const company = await aCompany(world);
    const late = await pay(company, { paid_at: "2030-01-11T10:00:00+01:00" });
    expect([late.status, late.body.code, late.body.details]).toEqual([
      422,
      "K6030",
      { paid_at: "2030-01-11T09:00:00.000Z", now: "2030-01-10T10:00:00.000Z", seconds: 300 },
    ]);
    await company.story.to("2030-01-11T10:00:00Z");
    const paid = await pay(company, { paid_at: "2030-01-11T10:00:00+01:00" });
    expect(paid.body).toMatchObject({ status: "PAID", paid_at: "2030-01-11T09:00:00.000Z" });
  });

  it("counts as now where the caller's clock is a little ahead", async ({ world }) => {
    const paid = await pay(await aCompany(world), { paid_at: "2030-01-10T10:04:59Z" });
    expect(paid.body).toMatchObject({ status: "PAID", paid_at: "2030-01-10T10:00:00.000Z" });
  });

  it("may be past, also where the test clock is behind real time", async ({ world }) => {
    const company = await aCompany(world, "2020-01-10T10:00:00Z");
    const now = world.services.clock.now().toISOString();
    expect((await pay(company, { paid_at: now })).body.code).toBe("K6030");
    expect((await pay(company, { paid_at: "2020-01-09T10:00:00Z" })).body.status).toBe("PAID");
  });
});

describe("an invoice of a customer on a test clock", () => {
  it("is overdue by the clock's time, alone and in lists", async ({ world }) => {
    // The real time is before its due date, or after it.
    for (const begun of [BEGUN, "2020-01-10T10:00:00Z"]) {
      const { story, invoice } = await aCompany(world, begun);
      const states = async () => {
        const browse = (query: string) => story.get(`/v1/billing/invoices?${query}`);
        const listed = (await browse("limit=200")).body.data;
        return {
          get: (await story.get(`/v1/billing/invoices/${invoice}`)).body.is_overdue,
          list: listed.map((one: { is_overdue: boolean }) => one.is_overdue),
          overdue: (await browse("is_overdue=true")).body.data.length,
          others: (await browse("is_overdue=false")).body.data.length,
        };
      };
      expect(await states()).toEqual({ get: false, list: [false], overdue: 0, others: 1 });
      await story.to(`${begun.slice(0, 8)}13T10:00:00Z`);
      expect(await states()).toEqual({ get: true, list: [true], overdue: 1, others: 0 });
      expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
    }
  });
});
