import pg from "pg";
import Stripe from "stripe";
import { inject } from "vitest";
import { type KeyPair, makeKeyPair, registerKeys } from "../keys.ts";
import { createStripeSandbox, type StripeSandboxOptions } from "../start.ts";

const STOCK = 200;

/** A sandbox of the run's database, and accounts in it that no other test has. */
export async function openSandbox({
  databaseUrl = inject("databaseUrl"),
  ...options
}: Partial<Pick<StripeSandboxOptions, "rateLimits" | "databaseUrl">> = {}) {
  const errors: unknown[] = [];
  const sandbox = await createStripeSandbox({
    databaseUrl,
    ...options,
    onError: (error) => errors.push(error),
  });
  const stock = await aStock(databaseUrl);
  const address = { host: "127.0.0.1", port: Number(new URL(sandbox.url).port), protocol: "http" as const };
  return {
    ...sandbox,
    /** A client of the API with a key. */
    client: (key: string) => new Stripe(key, { ...address, telemetry: false, maxNetworkRetries: 0 }),
    /** What the sandbox could not do; a test that ends with any has failed. */
    errors,
    anAccount(options: Stripe.StripeConfig = {}) {
      const keys = stock.pop();
      if (!keys) throw new Error("The stock of accounts is used up.");
      const config = { ...address, telemetry: false, maxNetworkRetries: 0, ...options };
      return {
        ...keys,
        stripe: new Stripe(keys.secretKey, config),
        browser: new Stripe(keys.publishableKey, config),
      };
    },
  };
}

/** Accounts made beforehand, so that a test opens one without waiting. */
async function aStock(databaseUrl: string): Promise<KeyPair[]> {
  const pairs = Array.from({ length: STOCK }, () => makeKeyPair());
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await registerKeys(client, pairs).finally(() => client.end());
  return pairs;
}

export type Sandbox = Awaited<ReturnType<typeof openSandbox>>;

/** A customer with a card, by default the one that always pays. */
export async function aPayer(stripe: Stripe, card = "pm_card_visa", more: Stripe.CustomerCreateParams = {}) {
  const customer = await stripe.customers.create(more);
  const method = await stripe.paymentMethods.attach(card, { customer: customer.id });
  return stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
}

/** A monthly price, amount in minor units. */
export async function aPrice(stripe: Stripe, amount: number, more: Partial<Stripe.PriceCreateParams> = {}) {
  const product_data = { name: `Plan at ${amount}` };
  const base = { currency: "usd", unit_amount: amount, recurring: { interval: "month" as const } };
  return stripe.prices.create({ ...base, ...(more.product ? {} : { product_data }), ...more });
}

/** What a call is refused with. */
export async function refused(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await call.then(
    () => new Error("The call was not refused."),
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw error;
}

/** Advances a test clock and waits until it has arrived. */
export async function advance(stripe: Stripe, clock: string, to: number): Promise<void> {
  await stripe.testHelpers.testClocks.advance(clock, { frozen_time: to });
  for (;;) {
    const { status } = await stripe.testHelpers.testClocks.retrieve(clock);
    if (status === "ready") return;
    if (status !== "advancing") throw new Error(`The clock ended ${status}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
