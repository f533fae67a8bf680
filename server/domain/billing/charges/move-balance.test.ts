import Stripe from "stripe";
import { describe, expect } from "vitest";
import type { Scope } from "../../../platform/scope.ts";
import type { CardProvider } from "../../../providers/port.ts";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aStory } from "../../../testing/a-story.ts";
import { it } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";
import { findUsualCustomer } from "../../customers/provider-customer.ts";
import { moveProvider } from "../subscriptions/change/move-provider.ts";
import { recoverOperation } from "../subscriptions/sync/recover-operations.ts";

// A customer's credit goes along with a subscription that moves between the providers: over REST, and with workers that die.

type Provider = "PROVIDER_A" | "PROVIDER_B";

const PLANS = [
  { slug: "small", prices: [{ amount: 3000 }] },
  { slug: "large", prices: [{ amount: 9000 }] },
];

/** A customer with 30.00 of credit at the provider of their subscription, four hours after its first renewal. */
async function aCreditor(world: World, provider: Provider) {
  const story = await aStory(world, "2030-01-10T10:00:00Z", { plans: PLANS });
  const { scope } = story.tenant;
  const { tenantId, db } = scope;
  const id = await story.start(provider, "large", provider === "PROVIDER_B" ? { due_days: 90 } : {});
  await story.tell(id, "change-plan", { plan_price_id: story.price("small") });
  await story.to("2030-02-10T14:00:00Z");
  const { hostname, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(story.tenant.providerKey, { host: hostname, port, protocol: "http" });
  const card = { cardprovider_test_card_token: "tok_visa" };
  const { customerId } = await db.subscription.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id } },
  });
  const payer = async () => (await findUsualCustomer(scope, customerId))?.id ?? "";
  return {
    story,
    scope,
    stripe,
    id,
    payer,
    move: (to: Provider, which = id) =>
      story.post(`/v1/billing/subscriptions/${which}/move-provider`, {
        provider: to,
        ...(to === "PROVIDER_A" && card),
      }),
    /** Moves it with a card provider that may behave in another way. */
    moveWith: (by: Scope, to: Provider) =>
      moveProvider(by, {
        id,
        provider: to,
        ...(to === "PROVIDER_A" && card),
      } as Parameters<typeof moveProvider>[1]),
    atProvider: async () => {
      const customer = await stripe.customers.retrieve(await payer());
      return customer.deleted ? null : customer.balance;
    },
    /** CREDIT of the journal, by the provider that holds it; below 0 it is the customer's. */
    async credit(): Promise<Record<string, number>> {
      const rows = await db.$queryRaw<{ provider: string; amount: bigint }[]>`
        select side.provider, sum(side.moved)::bigint as amount from journal_transfers t
        cross join lateral (values (t.debit_account, t.debit_provider::text, t.amount),
          (t.credit_account, t.credit_provider::text, -t.amount)) as side (account, provider, moved)
        where t.tenant_id = ${tenantId} and side.account = 'CREDIT' group by 1`;
      return Object.fromEntries(rows.map(({ provider, amount }) => [provider, Number(amount)]));
    },
    /** Credit that waits for an invoice of ours. */
    async waiting(): Promise<number[]> {
      const rows = await db.charge.findMany({
        where: { tenantId, cause: "CREDIT", placements: { some: { endedAt: null, kind: "WAITING" } } },
      });
      return rows.map(({ amount }) => Number(amount));
    },
    adjustments: async () =>
      (await stripe.customers.listBalanceTransactions(await payer(), { limit: 100 })).data
        .filter(({ type }) => type === "adjustment")
        .map(({ amount }) => amount),
  };
}

type Creditor = Awaited<ReturnType<typeof aCreditor>>;

/** The scope, with a card provider some of whose methods are replaced. */
function withProvider(scope: Scope, replace: (real: CardProvider) => Partial<CardProvider>): Scope {
  return {
    ...scope,
    openCardProvider: (account) => {
      const real = scope.openCardProvider(account);
      return { ...real, ...replace(real) };
    },
  };
}

type Method = "cancelSubscription" | "changeBalance" | "startSubscription";

/** A worker that dies at its first call of a method: before the provider did anything, or before we learned of it. */
function dying(scope: Scope, method: Method, when: "before" | "after"): Scope {
  return withProvider(scope, (real) => ({
    [method]: async (input: never) => {
      if (when === "after") await real[method](input);
      throw new Error("The process was killed.");
    },
  }));
}

async function recover({ scope }: Creditor): Promise<void> {
  const pending = await scope.db.providerOperation.findMany({
    where: { tenantId: scope.tenantId, status: "PENDING" },
  });
  expect(pending.map(({ kind }) => kind)).toEqual(["MOVE"]);
  for (const { id } of pending) await recoverOperation(scope, id);
}

describe("the credit of a subscription that moves", () => {
  it("leaves the card provider's balance, once, wherever a worker dies", { tags: ["long"] }, async ({
    world,
  }) => {
    for (const [method, when] of [
      ["cancelSubscription", "after"],
      ["changeBalance", "before"],
      ["changeBalance", "after"],
    ] as const) {
      const creditor = await aCreditor(world, "PROVIDER_A");
      expect([await creditor.atProvider(), await creditor.credit()]).toEqual([-3000, { PROVIDER_A: -3000 }]);
      await expect(creditor.moveWith(dying(creditor.scope, method, when), "PROVIDER_B")).rejects.toThrow(
        "killed",
      );
      await recover(creditor);
      expect(await creditor.atProvider(), `${method} ${when}`).toBe(0);
      expect(await creditor.adjustments()).toEqual([3000]);
      expect(await creditor.waiting()).toEqual([-3000]);
      expect(await creditor.credit()).toEqual({ PROVIDER_A: 0, PROVIDER_B: -3000 });
    }
  });

  it("comes to the card provider's balance, once, wherever a worker dies", { tags: ["long"] }, async ({
    world,
  }) => {
    for (const [method, when] of [
      ["startSubscription", "after"],
      ["changeBalance", "after"],
    ] as const) {
      const creditor = await aCreditor(world, "PROVIDER_B");
      expect([await creditor.waiting(), await creditor.credit()]).toEqual([[-3000], { PROVIDER_B: -3000 }]);
      await expect(creditor.moveWith(dying(creditor.scope, method, when), "PROVIDER_A")).rejects.toThrow(
        "killed",
      );
      await recover(creditor);
      expect(await creditor.atProvider(), `${method} ${when}`).toBe(-3000);
      expect(await creditor.adjustments()).toEqual([-3000]);
      expect(await creditor.waiting()).toEqual([]);
      expect(await creditor.credit()).toEqual({ PROVIDER_A: -3000, PROVIDER_B: 0 });
      expect((await creditor.stripe.invoiceItems.list({ limit: 10 })).data).toEqual([]);
    }
  });

  it("moves once when two ask at once, and when each asks again", { tags: ["long"] }, async ({ world }) => {
    const creditor = await aCreditor(world, "PROVIDER_A");
    const replies = await Promise.all([1, 2, 3].map(() => creditor.move("PROVIDER_B")));
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect((await creditor.move("PROVIDER_B")).body.code).toBe("K6017");
    expect([await creditor.adjustments(), await creditor.waiting()]).toEqual([[3000], [-3000]]);
    expect((await creditor.move("PROVIDER_A")).status).toBe(200);
    expect([await creditor.atProvider(), await creditor.waiting()]).toEqual([-3000, []]);
  });

  it("stays for another subscription at the card provider, and goes along with the last one, also with both at once", {
    tags: ["long"],
  }, async ({ world }) => {
    const creditor = await aCreditor(world, "PROVIDER_A");
    const { story } = creditor;
    const other = await aCatalog(creditor.scope, { plans: [{ slug: "other", prices: [{ amount: 1000 }] }] });
    const second = await story.start("PROVIDER_A", "small", {
      plan_price_id: other.plans.other?.prices[0],
    });
    // The second one's first invoice uses 10.00 of the 30.00.
    expect(await creditor.atProvider()).toBe(-2000);
    const moveAll = () => Promise.all([creditor.id, second].map((id) => creditor.move("PROVIDER_B", id)));
    const [one, two] = await moveAll();
    const codes = [one?.body.code, two?.body.code].filter((code) => code !== undefined);
    expect(codes.filter((code) => code !== "K6007")).toEqual([]);
    if (codes.length > 0) await moveAll();
    expect(await creditor.atProvider()).toBe(0);
    expect(await creditor.adjustments()).toEqual([2000]);
    expect(await creditor.waiting()).toEqual([-2000]);
  });

  it("is what is left of it when an invoice uses some while it is taken", { tags: ["long"] }, async ({
    world,
  }) => {
    const creditor = await aCreditor(world, "PROVIDER_A");
    const { scope, stripe } = creditor;
    const customer = await creditor.payer();
    const meanwhile = withProvider(scope, (real) => ({
      async readBalance(input) {
        const known = await real.readBalance(input);
        if (known === -3000n)
          await stripe.customers.createBalanceTransaction(customer, { amount: 1200, currency: "usd" });
        return known;
      },
    }));
    await creditor.moveWith(meanwhile, "PROVIDER_B");
    expect(await creditor.atProvider()).toBe(0);
    expect((await creditor.waiting()).reduce((sum, amount) => sum + amount, 0)).toBe(-1800);
  });
});
