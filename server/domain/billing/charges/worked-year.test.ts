import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { aStory, type Story } from "../../../testing/a-story.ts";
import { balancesOf } from "../../../testing/balances-of.ts";
import { it } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";

// The year that docs/what-is-owed.md works out, on both providers: each row of its table is played here.

const DOCS = join(import.meta.dirname, "../../../../docs/what-is-owed.md");

type Step = [day: string, act: (buyer: Buyer) => Promise<void>];

const STEPS: Step[] = [
  ["10 January", async () => undefined],
  ["10 February", ({ use, to }) => use(105).then(() => to("2030-02-10T13:30:00Z"))],
  ["24 February", ({ to, change }) => to("2030-02-24T10:00:00Z").then(() => change("large"))],
  ["10 March", ({ to }) => to("2030-03-10T13:30:00Z")],
  ["20 March", ({ to, tell }) => to("2030-03-20T10:00:00Z").then(() => tell("pause"))],
  ["10 April", ({ to }) => to("2030-04-10T13:30:00Z")],
  ["20 April", ({ to, tell }) => to("2030-04-20T10:00:00Z").then(() => tell("resume"))],
  ["10 May", ({ to }) => to("2030-05-10T13:30:00Z")],
  ["25 May", ({ to, change }) => to("2030-05-25T22:00:00Z").then(() => change("pro"))],
  ["10 June", ({ to }) => to("2030-06-10T13:30:00Z")],
  ["10 July", ({ use, to }) => use(120).then(() => to("2030-07-10T13:30:00Z"))],
  ["10 August", ({ to }) => to("2030-08-10T13:30:00Z")],
  ["20 August", ({ to, change }) => to("2030-08-20T10:00:00Z").then(() => change("pro", 1))],
  ["20 September", ({ use, to }) => use(130).then(() => to("2030-09-20T13:30:00Z"))],
  [
    "15 December",
    async ({ to, use, tell }) => {
      await to("2030-12-15T10:00:00Z");
      await use(110);
      await tell("cancel", { at: "now" });
    },
  ],
];

async function aBuyer(world: World, provider: "PROVIDER_A" | "PROVIDER_B") {
  const calls = (limit: number) => ({
    limit,
    overage: "BILL" as const,
    resetInterval: "MONTH" as const,
    prices: [{ currency: "USD", pricing: "FLAT" as const, unitAmount: 50 }],
  });
  const story = await aStory(world, "2030-01-10T10:00:00Z", {
    features: { calls: { type: "METERED" } },
    plans: [
      {
        slug: "pro",
        entitlements: { calls: calls(100) },
        prices: [{ amount: 3000 }, { amount: 30_000, interval: "YEAR" }],
      },
      { slug: "large", entitlements: { calls: calls(500) }, prices: [{ amount: 9000 }] },
    ],
  });
  const id = await story.start(provider, "pro");
  const { scope } = story.tenant;
  const { customerId } = await scope.db.subscription.findUniqueOrThrow({
    where: { tenantId_id: { tenantId: scope.tenantId, id } },
  });
  const where = { tenantId: scope.tenantId, customerId };
  return {
    to: (moment: string) => story.to(moment),
    use: async (quantity: number) => expect((await story.use("calls", quantity)).status).toBe(201),
    tell: async (what: string, fields: object = {}) => void (await story.tell(id, what, fields)),
    change: async (plan: string, nth = 0) =>
      void (await story.tell(id, "change-plan", { plan_price_id: story.price(plan, nth) })),
    payAll: () => payAll(story, id),
    /** Without what is not owed, and without the credit that an invoice of ours leaves: that is of charges written before. */
    charges: () =>
      scope.db.charge.findMany({
        where: {
          ...where,
          cause: { notIn: ["CREDIT", "CARRIED"] },
          placements: { none: { kind: "WRITTEN_OFF", endedAt: null } },
        },
        orderBy: { amount: "desc" },
        select: { id: true, amount: true },
      }),
    balances: () => balancesOf(scope.db, scope, customerId),
  };
}

type Buyer = Awaited<ReturnType<typeof aBuyer>>;

/** The transfers for invoices of ours, on the day. */
async function payAll({ get, post }: Story, id: string): Promise<void> {
  const { body } = await get(`/v1/billing/invoices?subscription_id=${id}&limit=200`);
  for (const invoice of body.data) {
    if (invoice.status !== "OPEN" || invoice.provider !== "PROVIDER_B") continue;
    const paid = await post(`/v1/billing/invoices/${invoice.id}/payments`, { amount: invoice.amount_due });
    expect(paid.status, JSON.stringify(paid.body)).toBe(200);
  }
}

/** The table of the documentation: day, charges, paid, still owed. */
function workedYear(): string[][] {
  const [, chapter = ""] = readFileSync(DOCS, "utf8").split("\n## A worked year\n");
  const [table = ""] = chapter.split("\n## ");
  const rows = table.split("\n").filter((line) => /^\| \d/.test(line));
  return rows.map((row) => {
    const [day = "", , charges = "", paid = "", owed = ""] = row
      .split("|")
      .slice(1)
      .map((cell) => cell.trim());
    return [day, charges, paid, owed];
  });
}

const dollars = (cents: bigint) => (Number(cents) / 100).toFixed(2).replace("-", "−");

it.for(["PROVIDER_A", "PROVIDER_B"] as const)(
  "the worked year of the documentation, by %s",
  { tags: ["long"] },
  async (provider, { world }) => {
    const buyer = await aBuyer(world, provider);
    const rows: string[][] = [];
    const known = new Set<string>();
    let cash = 0n;
    for (const [day, act] of STEPS) {
      await act(buyer);
      await buyer.payAll();
      const charges = (await buyer.charges()).filter(({ id }) => !known.has(id));
      for (const { id } of charges) known.add(id);
      const { UNBILLED, RECEIVABLE, CREDIT, CASH } = await buyer.balances();
      rows.push([
        day,
        charges.map(({ amount }) => dollars(amount)).join(", ") || "–",
        dollars(CASH - cash),
        dollars(UNBILLED + RECEIVABLE + CREDIT),
      ]);
      cash = CASH;
    }
    expect(rows).toEqual(workedYear());
  },
);
