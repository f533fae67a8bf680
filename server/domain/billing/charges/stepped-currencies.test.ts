import { describe, expect } from "vitest";
import { aStory, type Story } from "../../../testing/a-story.ts";
import { foundIn } from "../../../testing/doctor.ts";
import { it } from "../../../testing/it.ts";

// Of KWD and ISK only multiples of 10 and 100 minor units are charged: https://docs.stripe.com/currencies, "Three-decimal currencies"
// and "Special cases". What is computed is rounded to them, so that Stripe takes it.

const APRIL = "2027-04-01T10:00:00.000Z";
const PROVIDERS = ["PROVIDER_A", "PROVIDER_B"] as const;

interface Row {
  currency: string;
  small: number;
  large: number;
  unitAmount: string;
  /** What seven units cost. */
  overage: number;
  /** What a change after a third of a month costs on an invoice of ours. */
  change: number[];
}

const ROWS: Row[] = [
  // 7 × 1.8 = 12.6. Two thirds of 2000 are 1333.33, of 4010 are 2673.33.
  { currency: "KWD", small: 2000, large: 4010, unitAmount: "1.8", overage: 10, change: [-1330, 2670] },
  // 7 × 36 = 252. Two thirds of 20.00 are 13.33, of 80.00 are 53.33.
  { currency: "ISK", small: 2000, large: 8000, unitAmount: "36", overage: 300, change: [-1300, 5300] },
];

function aShop(world: Parameters<typeof aStory>[0], { currency, small, large, unitAmount }: Row) {
  const calls = { limit: 10, overage: "BILL" as const, prices: [{ currency, unitAmount }] };
  return aStory(world, APRIL, {
    features: { calls: { type: "METERED" } },
    plans: [
      { slug: "small", entitlements: { calls }, prices: [{ amount: small, currency }] },
      { slug: "large", entitlements: {}, prices: [{ amount: large, currency }] },
    ],
  });
}

/** What Stripe or a bank was asked for, of all invoices. */
async function due(story: Story, id: string): Promise<number[]> {
  const { data } = (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body;
  return data.map(({ amount_due }: { amount_due: number }) => amount_due);
}

const rows = ROWS.flatMap((row) => PROVIDERS.map((provider) => [row.currency, provider, row] as const));

describe("of a currency that is not charged in all minor units", () => {
  it.for(rows)(
    "%s: overage is rounded to what is charged, on %s",
    { tags: ["long"] },
    async ([, provider, row], { world }) => {
      const story = await aShop(world, row);
      const id = await story.start(provider, "small");
      await story.use("calls", 17);
      expect((await story.check("calls")).billed_amount).toBe(row.overage);
      await story.to("2027-05-01T13:00:00Z");
      const amounts = (await story.invoices(id)).slice(1).flatMap((invoice) => invoice.amounts);
      expect(amounts.toSorted((a, b) => a - b)).toEqual([row.overage, row.small]);
      expect((await due(story, id)).toSorted((a, b) => a - b)).toEqual([row.small, row.small + row.overage]);
      expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
    },
  );

  it.for(rows)(
    "%s: a change is charged in what is charged, on %s",
    { tags: ["long"] },
    async ([, provider, row], { world }) => {
      const story = await aShop(world, row);
      const id = await story.start(provider, "small");
      await story.to("2027-04-11T10:00:00Z");
      const plan_price_id = story.price("large");
      const quote = await story.tell(id, "change-plan/preview", { plan_price_id }, 201);
      await story.tell(id, "change-plan", { plan_price_id, quote_id: quote.id });
      const [first, change] = await story.invoices(id);
      expect(first?.amounts).toEqual([row.small]);
      const asked = row.change.reduce((sum, amount) => sum + amount, 0);
      // Stripe's lines are to the minor unit, and what it charges is rounded.
      if (provider === "PROVIDER_B") expect(change?.amounts).toEqual(row.change);
      expect(quote.amount_due).toBe(asked);
      expect((await due(story, id)).toSorted((a, b) => a - b)).toEqual(
        [row.small, asked].toSorted((a, b) => a - b),
      );
      expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
    },
  );
});

describe("a change after a part was given back, by card,", () => {
  const GIVEN = ["credit-notes", "refunds"] as const;
  it.for(ROWS.flatMap((row) => GIVEN.map((given) => [row.currency, given, row] as const)))(
    "%s: is made after one of the %s, as it was previewed",
    { tags: ["long"] },
    async ([, given, row], { world }) => {
      const story = await aShop(world, row);
      const id = await story.start("PROVIDER_A", "small");
      const [invoice] = (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body.data;
      const lines = [{ line_id: invoice.lines[0].id, amount: 700 }];
      const fields =
        given === "refunds" ? { amount: 700 } : { lines, to: "REFUND", reason: "A day without it." };
      const back = await story.post(`/v1/billing/invoices/${invoice.id}/${given}`, fields);
      expect(back.status, JSON.stringify(back.body)).toBe(201);
      await story.to("2027-04-11T10:00:00Z");
      const plan_price_id = story.price("large");
      const quote = await story.tell(id, "change-plan/preview", { plan_price_id }, 201);
      await story.tell(id, "change-plan", { plan_price_id, quote_id: quote.id });
      const [, change] = await story.invoices(id);
      // Two thirds of the large price, less two thirds of what is kept of the small one.
      const exactly = ((row.large - (row.small - 700)) * 2) / 3;
      expect(change?.total).toBeLessThanOrEqual(exactly);
      expect(change?.total).toBeGreaterThan(exactly - (row.currency === "KWD" ? 10 : 100));
      const [, asked] = (await due(story, id)).toReversed();
      expect(quote.amount_due).toBe(asked);
      expect(quote.lines.map(({ amount }: { amount: number }) => amount).toSorted()).toEqual(
        change?.amounts.toSorted(),
      );
      expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
    },
  );
});

it("a refund by card is of what is charged; one by hand is of what was given back", {
  tags: ["long"],
}, async ({ world }) => {
  const refunds = async (provider: (typeof PROVIDERS)[number]) => {
    const story = await aShop(world, ROWS[0] as Row);
    const id = await story.start(provider, "small");
    const [invoice] = (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body.data;
    if (provider === "PROVIDER_B") await story.post(`/v1/billing/invoices/${invoice.id}/payments`);
    const give = async (fields: object) => {
      const { body } = await story.post(`/v1/billing/invoices/${invoice.id}/refunds`, fields);
      return body.code ?? body.amount;
    };
    return [await give({ amount: 1234 }), await give({ amount: 500 }), await give({})];
  };
  expect(await refunds("PROVIDER_A")).toEqual(["K5019", 500, 1500]);
  expect(await refunds("PROVIDER_B")).toEqual([1234, 500, 266]);
});

describe("a price of before amounts were refused", () => {
  it.for(PROVIDERS.slice(1))(
    "is charged as it is, and no more of it is given back than was charged, on %s",
    { tags: ["long"] },
    async (provider, { world }) => {
      const story = await aShop(world, { ...ROWS[0], small: 1235, large: 3001 } as Row);
      const id = await story.start(provider, "small");
      await story.tell(id, "change-plan", { plan_price_id: story.price("large") });
      await story.to("2027-05-01T13:00:00Z");
      expect((await story.invoices(id)).map(({ amounts }) => amounts)).toEqual([
        [1235],
        [-1235, 3001],
        [3001],
      ]);
      expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
    },
  );
});
