// @module-tag ci
import Stripe from "stripe";
import { describe, expect } from "vitest";
import { checkAccounts } from "../../../../check-stripe/check-accounts.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { aCatalog } from "../../../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../../../testing/a-tenant.ts";
import { it } from "../../../../testing/it.ts";
import { keysOf } from "../../../../testing/sandbox-keys.ts";
import type { World } from "../../../../testing/world.ts";
import { storeProviderAccount } from "../../../tenants/provider/store-provider-account.ts";
import { checkCardProvider } from "./check-card-provider.ts";

const WRITTEN = [
  ...["customer", "tax_id", "product", "plan", "payment_method", "setup_intent", "subscription", "invoice"],
  ...["credit_note", "refund", "checkout_session", "customer_portal", "webhook", "country_spec"],
].map((resource) => `rak_${resource}_write`);
const READ = ["payment_intent", "dispute", "promotion_code", "event"].map(
  (resource) => `rak_${resource}_read`,
);
/** What Usher needs of a restricted key. */
const NEEDED = [...WRITTEN, ...READ];

/** A tenant with keys of an account of its own, which is called as Stripe itself is. */
async function aChecked(
  world: World,
  {
    permissions,
    publishableKey,
    ...of
  }: { permissions?: string[]; publishableKey?: string; mode?: "live" | "test" } = {},
) {
  const tenant = await aTenant(world);
  const keys = await keysOf(world, { ...of, ...(permissions && { permissions }) });
  const account = {
    endpoint: "stripe",
    secretKey: keys.secret_key,
    publishableKey: publishableKey ?? keys.publishable_key,
  };
  await storeProviderAccount(tenant.scope, account, null);
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(keys.secret_key, { host, port, protocol: "http", telemetry: false });
  return { tenant, keys, stripe };
}

/** The lines of a check that waits for no callback, by their subjects. */
async function linesOf(scope: Scope) {
  const { lines } = await checkCardProvider(scope, 0);
  return Object.fromEntries(lines.map((line) => [line.subject, line]));
}

const set = (tenant: TestTenant, settings: object) => tenant.admin.send("PATCH", "/v1/settings", settings);

describe("an account that is well", () => {
  it("is fine in every line but the one that Stripe has no answer to", async ({ world }) => {
    const { tenant, keys } = await aChecked(world);
    await aCatalog(tenant.scope, { plans: [{ slug: "solo", prices: [{ amount: 4900 }] }] });
    const { status, body } = await tenant.admin.post("/v1/billing/cardprovider/check");
    expect(status).toBe(200);
    const states = Object.fromEntries(
      body.lines.map(({ subject, state }: Record<string, string>) => [subject, state]),
    );
    expect(states).toEqual({
      ACCOUNT: "OK",
      CHARGES: "OK",
      CURRENCIES: "OK",
      PERMISSIONS: "OK",
      KEYS: "OK",
      TAXES: "OK",
      // This server has no https address: Stripe cannot call it.
      DUNNING: "UNKNOWN",
      API_VERSION: "OK",
      CALLBACKS: "FAILED",
    });
    expect(body).toMatchObject({ is_test_mode: true });
    const lines = await linesOf(tenant.scope);
    expect(lines.ACCOUNT?.meaning).toContain(keys.account);
    expect(lines.CURRENCIES?.meaning).toContain("all currencies of your prices: USD.");
    expect(lines.CALLBACKS?.next).toContain("Set USHER_BASE_URL to the server's https address");
  });

  it("in the embedded sandbox proves its callbacks by one that comes", async ({ world }) => {
    const tenant = await aTenant(world);
    const { lines } = await checkCardProvider(tenant.scope);
    expect(lines.find(({ subject }) => subject === "CALLBACKS")).toMatchObject({ state: "OK", next: null });
  });

  it("is refused to applications without the scope, and is K7007 without an account", async ({ world }) => {
    const { tenant } = await aChecked(world);
    expect((await tenant.server.post("/v1/billing/cardprovider/check")).status).toBe(403);
    await tenant.scope.db.providerAccount.deleteMany({ where: { tenantId: tenant.id } });
    expect((await tenant.admin.post("/v1/billing/cardprovider/check")).body.code).toBe("K7007");
  });
});

describe("what is wrong is named, with what to do", () => {
  it("a key that Stripe refuses, and a Stripe that cannot be reached: nothing else is asked", {
    tags: ["long"],
  }, async ({ world }) => {
    const { tenant } = await aChecked(world);
    const away = tenant.scope.openCardProvider;
    const wrong: Scope = {
      ...tenant.scope,
      openCardProvider: (account) => away({ ...account, secretKey: "sk_test_revoked" }),
    };
    expect(await linesOf(wrong)).toEqual({
      ACCOUNT: expect.objectContaining({
        state: "FAILED",
        meaning: expect.stringContaining("refuses the key"),
      }),
    });
    const absent: Scope = {
      ...tenant.scope,
      openCardProvider: (account) => away({ ...account, endpoint: "nowhere" }),
    };
    expect(await linesOf(absent)).toEqual({
      ACCOUNT: expect.objectContaining({
        state: "FAILED",
        next: expect.stringContaining("status.stripe.com"),
      }),
    });
  });

  it("an account that may not charge, and what Stripe still asks for", async ({ world }) => {
    const { tenant, stripe } = await aChecked(world);
    await stripe.rawRequest("POST", "/sandbox/settings", { charges_enabled: "false" });
    expect((await linesOf(tenant.scope)).CHARGES).toMatchObject({
      state: "WARNING",
      next: expect.stringContaining("business_profile.url"),
    });
  });

  it("a restricted key: exactly the permissions that it lacks, and nothing is changed by asking", {
    tags: ["long"],
  }, async ({ world }) => {
    const { tenant } = await aChecked(world, { permissions: NEEDED });
    const lines = await linesOf(tenant.scope);
    expect(lines.PERMISSIONS).toMatchObject({ state: "OK", next: null });
    // It may not read the account, and says so.
    expect([lines.ACCOUNT?.state, lines.CHARGES?.state, lines.CURRENCIES?.state]).toEqual([
      ...["OK", "UNKNOWN", "UNKNOWN"],
    ]);
    expect(lines.API_VERSION?.state).toBe("OK");
    for (const [without, named] of [
      ["rak_customer_write", "Customers: Write"],
      ["rak_plan_write", "Prices: Write"],
      ["rak_subscription_write", "Subscriptions: Write"],
      ["rak_event_read", "Events: Read"],
    ]) {
      const lacking = await aChecked(world, { permissions: NEEDED.filter((one) => one !== without) });
      expect((await linesOf(lacking.tenant.scope)).PERMISSIONS).toMatchObject({
        state: "FAILED",
        meaning: expect.stringContaining(`lacks permissions: ${named}.`),
        next: expect.stringContaining(named ?? ""),
      });
    }
  });

  it("a restricted key that may only read writes nothing anywhere", async ({ world }) => {
    const permissions = NEEDED.map((one) => one.replace("_write", "_read"));
    const { tenant } = await aChecked(world, { permissions });
    const { PERMISSIONS, KEYS } = await linesOf(tenant.scope);
    expect(PERMISSIONS?.meaning).toContain("Customers: Write, Tax IDs: Write, Products: Write");
    expect(PERMISSIONS?.meaning).not.toContain("Read");
    expect(KEYS).toMatchObject({ state: "UNKNOWN", meaning: expect.stringContaining("could not be asked") });
  });

  it("keys of two accounts, and a publishable key that is missing", async ({ world }) => {
    const other = await keysOf(world);
    const { tenant } = await aChecked(world, { publishableKey: other.publishable_key });
    expect((await linesOf(tenant.scope)).KEYS).toMatchObject({ state: "FAILED" });
    const without = await aTenant(world);
    expect((await linesOf(without.scope)).KEYS).toMatchObject({ state: "WARNING" });
  });

  it("Stripe Tax that is not active while automatic_tax is on", { tags: ["long"] }, async ({ world }) => {
    const { tenant, stripe } = await aChecked(world);
    await stripe.rawRequest("POST", "/sandbox/settings", { tax_active: "false" });
    expect((await linesOf(tenant.scope)).TAXES?.state).toBe("OK");
    await set(tenant, { automatic_tax: true });
    expect((await linesOf(tenant.scope)).TAXES).toMatchObject({
      state: "FAILED",
      meaning: expect.stringContaining("It lacks: head_office."),
    });
    await stripe.rawRequest("POST", "/sandbox/settings", { tax_active: "true" });
    expect((await linesOf(tenant.scope)).TAXES).toMatchObject({
      state: "FAILED",
      meaning: expect.stringContaining("whether your prices contain them"),
    });
    await set(tenant, { tax_behavior: "INCLUSIVE" });
    expect((await linesOf(tenant.scope)).TAXES?.state).toBe("OK");
    await set(tenant, { tax_behavior: null });
    await stripe.rawRequest("POST", "/sandbox/settings", { tax_behavior: "exclusive" });
    expect((await linesOf(tenant.scope)).TAXES?.state).toBe("OK");
  });
});

describe("on the command line", () => {
  it("each account has its lines, and what has to be put right is counted", async ({ world }) => {
    const { tenant } = await aChecked(world, { publishableKey: (await keysOf(world)).publishable_key });
    const { slug } = await tenant.scope.db.tenant.findUniqueOrThrow({ where: { id: tenant.id } });
    const { text, failed } = await checkAccounts(world.services, { slug, seconds: 0 });
    expect(text).toMatch(
      new RegExp(`^Test tenant \\(${slug}\\)\\n✓ account: Stripe answers and accepts the key`),
    );
    expect(text).toMatch(/\n✗ keys: .*\n {4}→ Copy both keys/);
    expect(text).toMatch(/\n\? dunning: /);
    // The keys and, without an https address, the callbacks.
    expect(failed).toBe(2);
    const none = await checkAccounts(world.services, { slug: "nobody", seconds: 0 });
    expect(none).toEqual({ text: expect.stringContaining("no tenant nobody"), failed: 1 });
  });
});
