import Stripe from "stripe";
import { describe, expect } from "vitest";
import type { Scope } from "../../../../platform/scope.ts";
import type { CardProvider } from "../../../../providers/port.ts";
import { aSubscription } from "../../../../testing/a-subscription.ts";
import { aTenant } from "../../../../testing/a-tenant.ts";
import { balancesOf } from "../../../../testing/balances-of.ts";
import { it } from "../../../../testing/it.ts";
import type { World } from "../../../../testing/world.ts";
import { writeCharges } from "../../charges/write-charges.ts";
import { sendWaiting } from "../../periods/send-waiting.ts";
import { reconcile } from "./drift.ts";

/** Three customers with 5.00 of credit that we have not read, and an item each that a person deleted at the card provider. */
async function aShop(world: World) {
  const tenant = await aTenant(world);
  const { scope } = tenant;
  const { db, tenantId } = scope;
  const { hostname, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(tenant.providerKey, { host: hostname, port, protocol: "http" });
  const buyers: { customerId: string; payer: string; item: string }[] = [];
  for (let nth = 1; nth <= 3; nth++) {
    const { id, customerId, body } = await aSubscription(tenant);
    const payer: string = body.provider_customer_id;
    const charge = {
      key: `item:${id}`,
      cause: "ITEM" as const,
      description: "Something",
      amount: 70n,
      isProration: false,
      period: { start: scope.clock.now(), end: scope.clock.now() },
    };
    const owner = { customerId, provider: "PROVIDER_A", subscriptionId: id, currency: "USD" } as const;
    await db.$transaction((tx) => writeCharges(tx, scope, owner, [charge]));
    await sendWaiting(scope, id);
    const [item] = (await stripe.invoiceItems.list({ customer: payer })).data;
    await stripe.invoiceItems.del(item?.id ?? "");
    await stripe.customers.createBalanceTransaction(payer, { amount: -500, currency: "usd" });
    buyers.push({ customerId, payer, item: item?.id ?? "" });
  }
  return {
    buyers,
    /** The scope, with a card provider some of whose methods are replaced. */
    where: (replace: (real: CardProvider) => Partial<CardProvider>): Scope => ({
      ...scope,
      openCardProvider: (account) => {
        const real = scope.openCardProvider(account);
        return { ...real, ...replace(real) };
      },
    }),
    /** The credit of each buyer that we know, and where their item's charge is. */
    known: () =>
      Promise.all(
        buyers.map(async ({ customerId }) => {
          const { CREDIT } = await balancesOf(db, scope, customerId);
          const live = await db.chargePlacement.findFirstOrThrow({
            where: { tenantId, endedAt: null, charge: { customerId, cause: "ITEM" } },
          });
          return [Number(CREDIT ?? 0n), live.kind];
        }),
      ),
  };
}

describe("the comparison with the card provider", () => {
  it("reads every other customer and item, and compares, when one of them cannot be read", {
    tags: ["long"],
  }, async ({ world }) => {
    const shop = await aShop(world);
    const [first] = shop.buyers;
    const failing = shop.where((real) => ({
      listBalanceTransactions(id) {
        if (id === first?.payer) throw new Error("This customer cannot be read.");
        return real.listBalanceTransactions(id);
      },
      async hasInvoiceItem(id) {
        if (id === first?.item) throw new Error("This item cannot be read.");
        return real.hasInvoiceItem(id);
      },
    }));
    const { report, unread } = await reconcile(failing);
    expect([report.state, report.ours, report.theirs, unread]).toEqual(["DONE", 3, 3, 2]);
    expect(await shop.known()).toEqual([
      [0, "INVOICE"],
      [-500, "HELD"],
      [-500, "HELD"],
    ]);
    expect((await reconcile(shop.where(() => ({})))).unread).toBe(0);
    expect((await shop.known())[0]).toEqual([-500, "HELD"]);
  });

  it("is made when what changed cannot be listed", { tags: ["long"] }, async ({ world }) => {
    const shop = await aShop(world);
    const failing = shop.where(() => ({
      listBalanceChangesSince() {
        throw new Error("The key may not list events.");
      },
      listInvoicesSince() {
        throw new Error("The key may not list invoices.");
      },
    }));
    const { report, unread } = await reconcile(failing);
    expect([report.state, report.ours, unread]).toEqual(["DONE", 3, 2]);
    expect((await shop.known()).map(([, at]) => at)).toEqual(["HELD", "HELD", "HELD"]);
  });
});
