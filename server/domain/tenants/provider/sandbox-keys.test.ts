// @module-tag ci
import { createHash, randomBytes } from "node:crypto";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Scope } from "../../../platform/scope.ts";
import { createSandboxKeys, sandboxIssuerSecret } from "../../../providers/sandbox-keys.ts";
import { aBackEnd, aBareInstallation } from "../../../testing/a-bare-installation.ts";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aTenant } from "../../../testing/a-tenant.ts";
import { type Client, createClient } from "../../../testing/client.ts";
import { SECRET, type World } from "../../../testing/world.ts";
import { createApplication } from "../../applications/create-application.ts";
import { replaceAllSharedKeys } from "./due-work.ts";
import { contextOf, findAccount } from "./provider-account.ts";
import { connectProvider } from "./provider-settings.ts";

// A new installation on its own database: set-up creates a sandbox with the keys that a new user would get.
let world: World;
let sandbox: Scope;
let server: Client;
let browser: Client;
let priceId: string;

beforeAll(async () => {
  ({ world, sandbox } = await aBareInstallation());
  const catalog = await aCatalog(sandbox, { plans: [{ slug: "solo", prices: [{ amount: 4900 }] }] });
  priceId = catalog.plans.solo?.prices[0] ?? "";
  server = await aBackEnd(world, sandbox);
  const website = { name: "Website", kind: "BROWSER" as const, allowed_origins: [], scopes: [] };
  const { app_id } = await createApplication(sandbox, website);
  browser = createClient(world.baseUrl, { "x-app-id": app_id });
});

afterAll(() => world.close());

function stripeWith(key: string): Stripe {
  const { hostname: host, port } = new URL(world.sandboxUrl);
  return new Stripe(key, { host, port, protocol: "http", telemetry: false, maxNetworkRetries: 0 });
}

/** The keys in the tenant's row. */
async function storedKeys() {
  const account = await findAccount(sandbox);
  const secretKey = sandbox.vault.decrypt(account?.secretKeySealed ?? "", contextOf(sandbox.tenantId));
  return { secretKey, publishableKey: account?.publishableKey ?? "" };
}

/** Stripe's message for an unknown key, of which it shows the kind and the end. */
const refusedKey = (key: string) => ({
  type: "StripeAuthenticationError",
  statusCode: 401,
  message: expect.stringMatching(new RegExp(`^Invalid API Key provided: [srp]k_test_\\*+${key.slice(-4)}$`)),
});

const buy = async (customer: string) => {
  const reply = await server.post("/v1/billing/cardprovider/subscriptions/headless", {
    customer,
    email: `${customer}@customers.example`,
    plan_price_id: priceId,
    cardprovider_test_card_token: "tok_visa",
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return world.services.db.subscription.findFirstOrThrow({
    where: { tenantId: sandbox.tenantId, customer: { externalId: customer } },
  });
};

/** Puts the sandbox and the tenant back to how they were before keys were issued: the account followed from the keys' ending. */
async function asBefore(): Promise<{ secretKey: string; publishableKey: string; account: string }> {
  const { pool, db, vault } = world.services;
  const ending = randomBytes(12).toString("hex");
  const account = `acct_${createHash("sha256").update(ending).digest("hex").slice(0, 16)}`;
  const id = (await stripeWith((await storedKeys()).secretKey).accounts.retrieveCurrent()).id;
  for (const table of ["objects", "requests", "deliveries", "faults"])
    await pool.query(`update stripe_sandbox.${table} set account = $1 where account = $2`, [account, id]);
  await pool.query("delete from stripe_sandbox.keys where account = $1", [id]);
  const pair = { secretKey: `sk_test_${ending}`, publishableKey: `pk_test_${ending}` };
  await db.providerAccount.updateMany({
    where: { tenantId: sandbox.tenantId },
    data: {
      accountId: account,
      secretKeySealed: vault.encrypt(pair.secretKey, contextOf(sandbox.tenantId)),
      publishableKey: pair.publishableKey,
    },
  });
  return { ...pair, account };
}

describe("the keys of a sandbox", () => {
  it("have nothing in common: the publishable key of a card form opens no customer", {
    tags: ["long"],
  }, async () => {
    await buy("grace");
    const form = await browser.get("/v1/billing/cardprovider/card-form");
    const publishableKey: string = form.body.publishable_key;
    expect(publishableKey).toMatch(/^pk_test_\w+$/);
    for (const kind of ["sk", "rk"]) {
      const guess = publishableKey.replace("pk", kind);
      await expect(stripeWith(guess).customers.list()).rejects.toMatchObject(refusedKey(guess));
    }
    await expect(stripeWith(publishableKey).customers.list()).rejects.toMatchObject({
      statusCode: 403,
      code: "secret_key_required",
    });
    const { secretKey } = await storedKeys();
    expect((await stripeWith(secretKey).customers.list()).data).toHaveLength(1);
  });

  it("are those alone that the sandbox issued", async () => {
    const guess = `sk_test_${randomBytes(16).toString("hex")}`;
    await expect(stripeWith(guess).customers.list()).rejects.toMatchObject(refusedKey(guess));
  });

  it("are issued to the installation alone", async () => {
    const { secretKey, publishableKey } = await storedKeys();
    for (const key of ["", "guess", secretKey, publishableKey]) {
      const reply = await fetch(`${world.sandboxUrl}/sandbox/keys`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}` },
      });
      expect(reply.status).toBe(401);
      expect(await reply.text()).not.toContain("_test_");
    }
  });
});

describe("keys of an account that is named", () => {
  /** The keys of a sandbox that stands beside Stripe, as an installation has it. */
  const ofSandbox = () => createSandboxKeys({ url: world.sandboxUrl, secret: sandboxIssuerSecret(SECRET) });

  it("are of it, in either mode, and end when its key is rolled", async () => {
    const first = await world.services.sandboxKeys.issue();
    const live = await world.services.sandboxKeys.issue({ account: first.account, mode: "live" });
    const second = await world.services.sandboxKeys.issue({ account: first.account, roll: true });
    expect([live.account, second.account]).toEqual([first.account, first.account]);
    expect(live.secretKey).toMatch(/^sk_live_/);
    await expect(stripeWith(first.secretKey).customers.list()).rejects.toMatchObject(
      refusedKey(first.secretKey),
    );
    for (const { secretKey } of [live, second])
      expect((await stripeWith(secretKey).accounts.retrieveCurrent()).id).toBe(first.account);
    expect((await stripeWith(second.secretKey).customers.list()).data).toEqual([]);
  });

  it("are known to the sandbox by a digest, and connect to it; others go to Stripe", async () => {
    const keys = ofSandbox();
    const issued = await world.services.sandboxKeys.issue();
    expect([await keys.has(issued.secretKey), await keys.has("sk_test_guess")]).toEqual([true, false]);
    const away = createSandboxKeys({ url: "http://127.0.0.1:1", secret: "of no consequence" });
    expect([
      await away.has(issued.secretKey),
      await createSandboxKeys({ url: null, secret: "" }).has("sk"),
    ]).toEqual([false, false]);
    const tenant = await aTenant(world);
    const scope = { ...tenant.scope, sandboxKeys: keys };
    const { account } = await connectProvider(scope, { secret_key: issued.secretKey }, 0);
    expect(account).toMatchObject({ endpoint: "sandbox", key_hint: issued.secretKey.slice(-4) });
    const other = await connectProvider(tenant.scope, { secret_key: issued.secretKey }, 0);
    expect(other.account?.endpoint).toBe("stripe");
  });
});

describe("keys from before the sandbox issued any", () => {
  it("are replaced at a start, once by two at a time, and subscriptions go on and are heard of", {
    tags: ["long"],
  }, async () => {
    const subscription = await buy("mary");
    const before = await asBefore();
    // The former secret key ends with the start of the sandbox, whatever comes of the replacement.
    await expect(stripeWith(before.secretKey).customers.list()).rejects.toMatchObject(
      refusedKey(before.secretKey),
    );
    await Promise.all([replaceAllSharedKeys(world.services), replaceAllSharedKeys(world.services)]);
    const now = await storedKeys();
    expect(now.publishableKey.slice(8)).not.toBe(now.secretKey.slice(8));
    expect(now.publishableKey).not.toBe(before.publishableKey);
    const derived = before.publishableKey.replace("pk", "sk");
    await expect(stripeWith(derived).customers.list()).rejects.toMatchObject(refusedKey(derived));
    const stripe = stripeWith(now.secretKey);
    expect((await stripe.accounts.retrieveCurrent()).id).toBe(before.account);
    expect((await browser.get("/v1/billing/cardprovider/card-form")).body.publishable_key).toBe(
      now.publishableKey,
    );
    // What changes at the provider reaches us by callback.
    await stripe.subscriptions.update(subscription.providerSubscriptionId ?? "", {
      cancel_at_period_end: true,
    });
    const known = async () =>
      (await world.services.db.subscription.findFirstOrThrow({ where: { id: subscription.id } }))
        .cancelAtPeriodEnd;
    await expect.poll(known, { timeout: 45_000 }).toBe(true);
    await buy("joan");
  });

  it("are replaced by the next start when this one ends between the sandbox's answer and ours", async () => {
    const before = await asBefore();
    await world.services.sandboxKeys.issue({ formerKey: before.secretKey });
    await replaceAllSharedKeys(world.services);
    const { secretKey } = await storedKeys();
    expect((await stripeWith(secretKey).accounts.retrieveCurrent()).id).toBe(before.account);
    await replaceAllSharedKeys(world.services);
    expect((await storedKeys()).secretKey).toBe(secretKey);
  });

  it("stay as they are where the sandbox cannot be reached, and the start goes on", async () => {
    const before = await asBefore();
    const away = createSandboxKeys({ url: "http://127.0.0.1:1", secret: "of no consequence" });
    await replaceAllSharedKeys({ ...world.services, sandboxKeys: away });
    expect((await storedKeys()).secretKey).toBe(before.secretKey);
    await replaceAllSharedKeys(world.services);
    expect((await storedKeys()).secretKey).not.toBe(before.secretKey);
  });
});
