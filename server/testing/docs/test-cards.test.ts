// @module-tag ci
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createStripeSandbox, type StripeSandbox } from "@usher/stripe-sandbox";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { ROOT } from "./blocks.ts";

// The table of docs/test-cards.md, against what the sandbox does.

const page = await readFile(join(ROOT, "docs", "test-cards.md"), "utf8");
const ROW = /^\| (\d[\d ]+) \| `(tok_\w+)` \| ([^|]+) \| (?:`(\w+)` )?\|$/gm;
const rows = [...page.matchAll(ROW)].map(([, number = "", token = "", what = "", code]) => ({
  number: number.replaceAll(" ", ""),
  token,
  what: what.trim(),
  code,
}));

let sandbox: StripeSandbox;
let stripe: Stripe;
/** The same account, by the publishable key. */
let browser: Stripe;

beforeAll(async () => {
  sandbox = await createStripeSandbox({
    databaseUrl: inject("databaseUrl"),
    testCardsUrl: "https://usher.example/docs/test-cards",
  });
  const { hostname: host, port } = new URL(sandbox.url);
  const { secretKey, publishableKey } = await sandbox.issueKeys();
  const config = { host, port, protocol: "http", telemetry: false, maxNetworkRetries: 0 } as const;
  stripe = new Stripe(secretKey, config);
  browser = new Stripe(publishableKey, config);
});

afterAll(() => sandbox.close());

type Card = Stripe.PaymentMethodCreateParams["card"];
const aMethod = (card: Card) => stripe.paymentMethods.create({ type: "card", card });

/** Why a call was refused by a card, or "done". */
const outcome = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    (error: unknown) => {
      if (error instanceof Stripe.errors.StripeCardError) return error.decline_code ?? error.code;
      throw error;
    },
  );

/** The holder confirms on the bank's page. */
const confirmAt = (bank: string) =>
  fetch(bank, {
    method: "POST",
    body: new URLSearchParams({ authentication: "complete" }),
    redirect: "manual",
  });

/** Saves a card for later payments; its holder confirms where the bank asks. */
async function save(token: string): Promise<{ customer: string; method: string; wasAsked: boolean }> {
  const { id: customer } = await stripe.customers.create({});
  const method = (await aMethod({ token })).id;
  const intent = await stripe.setupIntents.create({
    customer,
    usage: "off_session",
    automatic_payment_methods: { enabled: true },
  });
  const confirmed = await stripe.setupIntents.confirm(intent.id, {
    payment_method: method,
    return_url: "http://127.0.0.1/back",
  });
  const bank = confirmed.next_action?.redirect_to_url?.url;
  if (bank) await confirmAt(bank);
  return { customer, method, wasAsked: Boolean(bank) };
}

interface Saved {
  customer: string;
  method: string;
}

/** What a subscription on a saved card asks for. */
async function onCard({ customer, method }: Saved) {
  const price = await stripe.prices.create({
    currency: "usd",
    unit_amount: 900,
    recurring: { interval: "month" },
    product_data: { name: "Plan" },
  });
  return { customer, items: [{ price: price.id }], default_payment_method: method };
}

/** Charges a saved card for a subscription while its holder is absent. */
async function charge(saved: Saved): Promise<string> {
  const params = await onCard(saved);
  const start = { ...params, off_session: true, payment_behavior: "error_if_incomplete" } as const;
  return String(await outcome(stripe.subscriptions.create(start)));
}

/** Charges a saved card while its holder is present and confirms. */
async function chargeInPresence(saved: Saved): Promise<string> {
  const waiting = await stripe.subscriptions.create({
    ...(await onCard(saved)),
    payment_behavior: "default_incomplete",
    expand: ["latest_invoice.confirmation_secret"],
  });
  // Expanded above.
  const invoice = waiting.latest_invoice as Stripe.Invoice;
  const secret = { client_secret: String(invoice.confirmation_secret?.client_secret) };
  const id = secret.client_secret.split("_secret_")[0] ?? "";
  // The SDK's types know the parameters of a secret key; a browser sends the client secret.
  const confirmed = await browser.paymentIntents.confirm(id, secret as Stripe.PaymentIntentConfirmParams);
  expect(confirmed.status).toBe("requires_action");
  await confirmAt(String(confirmed.next_action?.use_stripe_sdk?.stripe_js));
  const { status, last_payment_error: refusal } = await browser.paymentIntents.retrieve(id, secret);
  return refusal?.decline_code ?? status;
}

describe("a test card of the documentation", () => {
  it.each(rows)("has the same card behind its number and its token: $token", async ({ number, token }) => {
    const figures = { number, exp_month: 12, exp_year: 2034, cvc: number.length === 15 ? "1234" : "123" };
    const { id } = await browser.paymentMethods.create({ type: "card", card: figures });
    const byToken = await aMethod({ token });
    expect(byToken.card?.fingerprint).toBe((await stripe.paymentMethods.retrieve(id)).card?.fingerprint);
  });

  it.each(rows)("behaves as the table says: $token, $what", async ({ token, what, code }) => {
    if (what === "refused") return expect(await outcome(save(token))).toBe(code);
    const saved = await save(token);
    expect(saved.wasAsked).toBe(what.startsWith("3-D Secure"));
    switch (what) {
      case "paid":
      case "3-D Secure once":
        return expect(await charge(saved)).toBe("done");
      case "saved, then refused":
        return expect(await charge(saved)).toBe(code);
      case "3-D Secure":
        expect(await charge(saved)).toBe("authentication_required");
        return expect(await chargeInPresence(saved)).toBe("succeeded");
      default:
        expect(what).toBe("3-D Secure, then refused");
        return expect(await chargeInPresence(saved)).toBe(code);
    }
  });

  it("stands in every row of the table", () => {
    expect(rows).toHaveLength(page.split("\n").filter((line) => line.includes("`tok_")).length);
    expect(new Set(rows.map(({ what }) => what)).size).toBe(6);
  });
});

it("the page is where the sandbox's card forms lead", async () => {
  const answer = await fetch(`${sandbox.url}/test-cards`, { redirect: "manual" });
  expect(answer.headers.get("location")).toBe("https://usher.example/docs/test-cards");
});
