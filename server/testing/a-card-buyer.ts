import Stripe from "stripe";
import { expect } from "vitest";
import { compareTenant } from "../doctor/providers.ts";
import { mendDrift } from "../domain/billing/card-provider/drift/drift.ts";
import { compareBalances } from "../domain/billing/charges/compare-balances.ts";
import { syncBalance } from "../domain/customers/sync-balance.ts";
import { aCatalog } from "./a-catalog.ts";
import { aTenant } from "./a-tenant.ts";
import { balancesOf } from "./balances-of.ts";
import { foundIn } from "./doctor.ts";
import { unique, type World } from "./world.ts";

/** A customer who pays 30.00 a month by card, on the machine's clock; callbacks are lost. */
export async function aCardBuyer(world: World) {
  const tenant = await aTenant(world);
  const { scope } = tenant;
  const { db, tenantId } = scope;
  const catalog = await aCatalog(scope, { plans: [{ slug: "pro", prices: [{ amount: 3000 }] }] });
  const customer = unique("customer");
  const { status, body } = await tenant.server.post("/v1/billing/cardprovider/subscriptions/headless", {
    customer,
    email: `${customer}@example.com`,
    plan_price_id: catalog.plans.pro?.prices[0],
    cardprovider_test_card_token: "tok_visa",
  });
  expect(status, JSON.stringify(body)).toBe(201);
  const { hostname, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(tenant.providerKey, { host: hostname, port, protocol: "http" });
  const remote: string = body.provider_customer_id;
  const { customerId } = await db.subscription.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: body.id } },
  });
  const invoice = async (amount: number) => {
    const { id = "" } = await stripe.invoices.create({ customer: remote, currency: "usd" });
    await stripe.invoiceItems.create({ customer: remote, invoice: id, amount, currency: "usd" });
    await stripe.invoices.finalizeInvoice(id, { auto_advance: false });
    return id;
  };
  return {
    scope,
    stripe,
    remote,
    customerId,
    tenant,
    remoteSubscription: body.provider_subscription_id as string,
    /** What the doctor finds, in the database and in comparison with the card provider. */
    wrong: async () => [
      ...(await foundIn(world.services.pool, tenantId)),
      ...(await compareTenant(scope)).wrong,
    ],
    sync: () => syncBalance(scope, remote),
    adjust: (amount: number) =>
      stripe.customers.createBalanceTransaction(remote, { amount, currency: "usd" }),
    balances: () => balancesOf(db, scope, customerId),
    differences: () => compareBalances(scope),
    /** Tells the sandbox what a cardholder's bank does. */
    async sandbox(path: string, fields: Record<string, string> = {}): Promise<{ id: string }> {
      const reply = await fetch(`${world.sandboxUrl}/sandbox/${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${tenant.providerKey}` },
        body: new URLSearchParams(fields),
      });
      expect(reply.status).toBe(200);
      return reply.json() as Promise<{ id: string }>;
    },
    /** The card's charge that paid an invoice. */
    async chargeOf(invoice: string): Promise<string> {
      const { data } = await stripe.invoicePayments.list({ invoice });
      const intent = await stripe.paymentIntents.retrieve(String(data[0]?.payment.payment_intent));
      return String(intent.latest_charge);
    },
    async status(providerInvoiceId: string) {
      return (await db.invoice.findFirstOrThrow({ where: { tenantId, providerInvoiceId } })).status;
    },
    /** Invoices an amount by itself at the provider; the customer's balance pays some of it. */
    invoice,
    /** The same, paid and read here. */
    async paid(amount: number): Promise<string> {
      const id = await invoice(amount);
      await stripe.invoices.pay(id);
      await mendDrift(scope);
      return id;
    },
  };
}
