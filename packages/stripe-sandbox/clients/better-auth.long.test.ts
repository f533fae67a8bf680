import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { stripe as stripePlugin } from "@better-auth/stripe";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { toNodeHandler } from "better-auth/node";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openSandbox, type Sandbox } from "../src/testing/open-account.ts";
import { anOwnDatabase } from "./own-database.ts";

// better-auth's Stripe plugin, set up as https://www.better-auth.com/docs/plugins/stripe has it: a server of its own, a database of
// its own, its four webhooks. People reach it over HTTP with their cookies, and the hosted pages as a browser would.

const WAIT = { timeout: 20_000, interval: 50 };

let sandbox: Sandbox;
let shop: Awaited<ReturnType<typeof openShop>>;

beforeAll(async () => {
  sandbox = await openSandbox();
  shop = await openShop();
});

afterAll(async () => {
  await shop.close();
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

/** A product that sells two plans, one with a trial, with better-auth. */
async function openShop() {
  const { url: databaseUrl, pool } = await anOwnDatabase("clients_better_auth");
  const { hostname: host, port } = new URL(sandbox.url);
  const { secretKey } = sandbox.anAccount();
  const stripe = new Stripe(secretKey, {
    // The sandbox's version; stripe-node's types know their own alone.
    apiVersion: "2026-10-28.endive" as never,
    host,
    port,
    protocol: "http",
    telemetry: false,
  });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A listening TCP server's address is an AddressInfo.
  const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const aPrice = async (name: string, unit_amount: number) => {
    const product = await stripe.products.create({ name });
    const recurring = { interval: "month" as const };
    return (await stripe.prices.create({ product: product.id, currency: "usd", unit_amount, recurring })).id;
  };
  const [basic, pro, trial] = [
    await aPrice("Basic", 900),
    await aPrice("Pro", 2900),
    await aPrice("Trial", 900),
  ];
  const productOf = async (price: string) => String((await stripe.prices.retrieve(price)).product);
  const endpoint = await stripe.webhookEndpoints.create({
    url: `${baseURL}/api/auth/stripe/webhook`,
    enabled_events: [
      "checkout.session.completed",
      "customer.subscription.created",
      "customer.subscription.updated",
      "customer.subscription.deleted",
    ],
  });
  const configuration = await stripe.billingPortal.configurations.create({
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: "at_period_end" },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ["price"],
        products: [{ product: await productOf(pro), prices: [pro] }],
        proration_behavior: "always_invoice",
      },
    },
  });
  await control(secretKey, { portal_configuration: configuration.id });
  const options = {
    baseURL,
    secret: "a secret of this test alone, as long as one has to be",
    database: pool,
    rateLimit: { enabled: false },
    emailAndPassword: { enabled: true },
    user: { changeEmail: { enabled: true, updateEmailWithoutVerification: true } },
    plugins: [
      stripePlugin({
        stripeClient: stripe,
        stripeWebhookSecret: endpoint.secret ?? "",
        createCustomerOnSignUp: true,
        subscription: {
          enabled: true,
          plans: [
            { name: "basic", priceId: basic, limits: { projects: 3 } },
            { name: "pro", priceId: pro, limits: { projects: 30 } },
            { name: "trial", priceId: trial, freeTrial: { days: 14 } },
          ],
        },
      }),
    ],
  } satisfies BetterAuthOptions;
  await (await getMigrations(options)).runMigrations();
  const handler = toNodeHandler(betterAuth(options));
  server.on("request", (request, response) => void handler(request, response));
  return {
    stripe,
    baseURL,
    databaseUrl,
    prices: { basic, pro, trial },
    /** The rows of a person's subscriptions. */
    async rows(userId: string) {
      const { rows } = await pool.query('select * from subscription where "referenceId" = $1', [userId]);
      return rows;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await pool.end();
    },
  };
}

/** What the account's owner would set in the Dashboard. */
async function control(secretKey: string, settings: Record<string, string>): Promise<void> {
  const response = await fetch(`${sandbox.url}/sandbox/settings`, {
    method: "POST",
    headers: { authorization: `Bearer ${secretKey}` },
    body: new URLSearchParams(settings),
  });
  expect({ status: response.status, body: await response.json() }).toMatchObject({ status: 200 });
}

/** Signs a new user up, and keeps the cookies as a browser does. */
async function signUp(email: string) {
  let cookies = "";
  const ask = async (path: string, body?: object) => {
    const response = await fetch(new URL(path, `${shop.baseURL}/api/auth/`), {
      method: body ? "POST" : "GET",
      headers: { "content-type": "application/json", origin: shop.baseURL, cookie: cookies },
      redirect: "manual",
      ...(body && { body: JSON.stringify(body) }),
    });
    const set = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
    if (set.length > 0) cookies = set.join("; ");
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === "" ? null : JSON.parse(text),
    };
  };
  const { body } = await ask("sign-up/email", { email, password: "correct horse battery", name: "Ada" });
  const id: string = body.user.id;
  const { body: session } = await ask("get-session");
  return { id, ask, customer: String(session.user.stripeCustomerId) };
}

type Person = Awaited<ReturnType<typeof signUp>>;

/** Sends a form of a hosted page, and returns where the page sends the browser. */
async function submit(url: string, fields: Record<string, string>): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
  const location = response.headers.get("location");
  if (location === null) throw new Error(`${response.status}: ${await response.text()}`);
  return location;
}

const CARD = {
  number: "4242424242424242",
  expiry: "12 / 34",
  cvc: "123",
  name: "Ada Lovelace",
  country: "US",
};
const UPGRADE = { successUrl: "/welcome", cancelUrl: "/pricing" };

/** Buys a plan: the upgrade, the hosted page, and the way back. */
async function buy(person: Person, plan: string) {
  const { status, body } = await person.ask("subscription/upgrade", { plan, ...UPGRADE });
  expect({ status, body }).toMatchObject({ status: 200, body: { redirect: true } });
  const back = await submit(body.url, { do: "buy", ...CARD });
  const arrived = await person.ask(back);
  expect(arrived.headers.get("location")).toBe(`${shop.baseURL}/welcome`);
}

/** Waits until the webhooks have brought a person's one subscription to this state. */
async function subscribed(person: Person, state: object) {
  await vi.waitFor(async () => expect(await shop.rows(person.id)).toMatchObject([state]), WAIT);
  const [row] = await shop.rows(person.id);
  return row;
}

describe("better-auth's Stripe plugin", () => {
  it("creates a customer for each person who signs up, and follows a new email address", async () => {
    const person = await signUp("signs-up@example.com");
    const made = await shop.stripe.customers.retrieve(person.customer);
    expect(made).toMatchObject({
      email: "signs-up@example.com",
      name: "Ada",
      metadata: { userId: person.id, customerType: "user" },
    });
    await person.ask("change-email", { newEmail: "moved@example.com" });
    await vi.waitFor(
      async () =>
        expect(await shop.stripe.customers.retrieve(person.customer)).toMatchObject({
          email: "moved@example.com",
        }),
      WAIT,
    );
  });

  it("sells a plan by Checkout, and writes the subscription down when its webhook comes", async () => {
    const person = await signUp("buys@example.com");
    const { body } = await person.ask("subscription/upgrade", { plan: "basic", ...UPGRADE });
    expect(await shop.rows(person.id)).toMatchObject([{ plan: "basic", status: "incomplete" }]);
    await submit(body.url, { do: "buy", ...CARD });
    const row = await subscribed(person, {
      plan: "basic",
      status: "active",
      stripeCustomerId: person.customer,
    });
    const subscription = await shop.stripe.subscriptions.retrieve(row.stripeSubscriptionId);
    expect(subscription).toMatchObject({
      status: "active",
      customer: person.customer,
      metadata: { userId: person.id, referenceId: person.id, subscriptionId: row.id },
    });
    const item = subscription.items.data[0];
    expect([row.periodStart, row.periodEnd].map((date) => date.getTime() / 1000)).toEqual([
      item?.current_period_start,
      item?.current_period_end,
    ]);
    const { body: list } = await person.ask("subscription/list");
    expect(list).toMatchObject([{ plan: "basic", status: "active", limits: { projects: 3 } }]);
    const again = await person.ask("subscription/upgrade", { plan: "basic", ...UPGRADE });
    expect(again).toMatchObject({ status: 400, body: { code: "ALREADY_SUBSCRIBED_PLAN" } });
  });

  it("brings the buyer back to the page that was asked for, with the subscription active", async () => {
    const person = await signUp("comes-back@example.com");
    await buy(person, "pro");
    await subscribed(person, { plan: "pro", status: "active" });
  });

  it("gives each person one trial", async () => {
    const person = await signUp("tries@example.com");
    await buy(person, "trial");
    const row = await subscribed(person, { plan: "trial", status: "trialing" });
    expect((row.trialEnd - row.trialStart) / 86_400_000).toBe(14);
    await shop.stripe.subscriptions.cancel(row.stripeSubscriptionId);
    await subscribed(person, { status: "canceled" });
    await buy(person, "trial");
    await vi.waitFor(async () => {
      const rows = await shop.rows(person.id);
      expect(rows.map(({ status }) => status).sort()).toEqual(["active", "canceled"]);
    }, WAIT);
  });

  it("cancels at the period's end by the portal, and restores", async () => {
    const person = await signUp("cancels@example.com");
    await buy(person, "pro");
    const { stripeSubscriptionId: id } = await subscribed(person, { status: "active" });
    const { body } = await person.ask("subscription/cancel", { returnUrl: "/account" });
    await submit(body.url, { action: "cancel", subscription: id });
    const canceled = await subscribed(person, { status: "active", canceledAt: expect.any(Date) });
    const ending = await shop.stripe.subscriptions.retrieve(id);
    expect(ending.cancel_at).toBe(ending.items.data[0]?.current_period_end);
    expect(canceled.cancelAtPeriodEnd || canceled.cancelAt !== null).toBe(true);
    const again = await person.ask("subscription/cancel", { returnUrl: "/account" });
    expect(again).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("already set to be canceled") },
    });
    expect(await person.ask("subscription/restore", {})).toMatchObject({
      status: 200,
      body: { cancel_at: null },
    });
    await subscribed(person, {
      status: "active",
      cancelAtPeriodEnd: false,
      cancelAt: null,
      canceledAt: null,
    });
  });

  it("upgrades a running subscription by the portal's confirmation", async () => {
    const person = await signUp("upgrades@example.com");
    await buy(person, "basic");
    const { stripeSubscriptionId: id } = await subscribed(person, { plan: "basic", status: "active" });
    const { body } = await person.ask("subscription/upgrade", {
      plan: "pro",
      returnUrl: "/account",
      ...UPGRADE,
    });
    expect(await submit(body.url, { action: "update" })).toBe(`${shop.baseURL}/account`);
    await subscribed(person, { plan: "pro", status: "active", stripeSubscriptionId: id });
    const { body: list } = await person.ask("subscription/list");
    expect(list).toMatchObject([{ plan: "pro", limits: { projects: 30 }, priceId: shop.prices.pro }]);
  });

  it("plans a change of plan for the period's end, and takes it back", async () => {
    const person = await signUp("schedules@example.com");
    await buy(person, "pro");
    const { stripeSubscriptionId: id } = await subscribed(person, { status: "active" });
    const planned = await person.ask("subscription/upgrade", {
      plan: "basic",
      scheduleAtPeriodEnd: true,
      returnUrl: "/account",
      ...UPGRADE,
    });
    expect(planned.body).toMatchObject({ redirect: true });
    const { stripeScheduleId } = await subscribed(person, {
      stripeScheduleId: expect.stringMatching(/^sub_sched_/),
    });
    const schedule = await shop.stripe.subscriptionSchedules.retrieve(stripeScheduleId);
    expect(schedule).toMatchObject({ subscription: id, metadata: { source: "@better-auth/stripe" } });
    expect(schedule.phases.map(({ items }) => items.map(({ price }) => price))).toEqual([
      [shop.prices.pro],
      [shop.prices.basic],
    ]);
    expect(await person.ask("subscription/restore", {})).toMatchObject({
      status: 200,
      body: { schedule: null },
    });
    expect((await shop.stripe.subscriptionSchedules.retrieve(stripeScheduleId)).status).toBe("released");
    await subscribed(person, { stripeScheduleId: null, plan: "pro" });
  });

  it("writes down that a subscription has ended", async () => {
    const person = await signUp("ends@example.com");
    await buy(person, "basic");
    const { stripeSubscriptionId } = await subscribed(person, { status: "active" });
    await shop.stripe.subscriptions.cancel(stripeSubscriptionId);
    await subscribed(person, { status: "canceled", endedAt: expect.any(Date) });
    expect((await person.ask("subscription/list")).body).toEqual([]);
  });

  it("opens the portal", async () => {
    const person = await signUp("looks@example.com");
    await buy(person, "basic");
    await subscribed(person, { status: "active" });
    const { body } = await person.ask("subscription/billing-portal", { returnUrl: "/account" });
    const page = await fetch(body.url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Cancel the subscription");
  });

  it("refuses a webhook that the sandbox did not sign", async () => {
    const response = await fetch(`${shop.baseURL}/api/auth/stripe/webhook`, {
      method: "POST",
      headers: { "stripe-signature": "t=1,v1=00" },
      body: '{"type":"customer.subscription.deleted"}',
    });
    expect(response.status).toBe(400);
  });
});
