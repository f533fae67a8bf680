// @module-tag ci
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiError } from "../../../errors/api-error.ts";
import type { Config } from "../../../platform/config.ts";
import type { Scope } from "../../../platform/scope.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";
import { receiveCallback } from "../../billing/provider-events/receive-event.ts";
import { explainRefusal } from "./check-provider-key.ts";
import { callbackSecretsOf, connectCardProvider } from "./connect-card-provider.ts";
import { connectProvider, getProviderSettings, proveCallbacks } from "./provider-settings.ts";

// Here the endpoint "stripe" is the sandbox, which answers as Stripe does.
let world: World;
let tenant: TestTenant;
/** The tenant at a made-up address that Stripe could call. */
let atHttps: Scope;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

const aKey = async () => (await world.services.sandboxKeys.issue()).secretKey;

const stripeWith = (key: string) => {
  const { hostname, port } = new URL(world.sandboxUrl);
  return new Stripe(key, { host: hostname, port, protocol: "http", telemetry: false });
};

async function aFreshTenant(): Promise<void> {
  tenant = await aTenant(world);
  atHttps = { ...tenant.scope, baseUrl: "https://usher.invalid" };
}

describe("a key", () => {
  beforeAll(aFreshTenant);

  it.each(["sk_live_51NotARealKey", "rk_live_51NotARealKey"])(
    "that Stripe refuses is not stored: %s",
    async (secret_key) => {
      const before = await getProviderSettings(tenant.scope);
      const refused = connectProvider(atHttps, { secret_key }, 0);
      await expect(refused).rejects.toMatchObject({
        code: "K7011",
        message: expect.stringMatching(
          /wrong, expired or revoked\. Nothing was changed\. Copy the key again/,
        ),
      });
      expect(await getProviderSettings(tenant.scope)).toEqual(before);
    },
  );

  it("of a Stripe that cannot be reached is not stored", { tags: ["long"] }, async () => {
    const before = await getProviderSettings(tenant.scope);
    const away = atHttps.openCardProvider;
    const scope: Scope = {
      ...atHttps,
      openCardProvider: (account) => away({ ...account, endpoint: "nowhere" }),
    };
    await expect(connectProvider(scope, { secret_key: await aKey() }, 0)).rejects.toMatchObject({
      code: "K7019",
      message: expect.stringMatching(/cannot be reached.*They were not stored\. Check that this server/),
    });
    expect(await getProviderSettings(tenant.scope)).toEqual(before);
  });

  it("that is restricted and lacks a permission is refused with the permission's name", async () => {
    const refused = new ApiError("card_provider_key_revoked", { details: { refused: "permission" } });
    await expect(explainRefusal("Products", Promise.reject(refused))).rejects.toMatchObject({
      code: "K7011",
      message: expect.stringContaining(
        'may not write "Products". Nothing was changed. Give it that permission',
      ),
    });
  });

  it("and a publishable key of another mode are refused together, without asking Stripe", async () => {
    const scope: Scope = {
      ...atHttps,
      openCardProvider: () => {
        throw new Error("Stripe was asked.");
      },
    };
    const keys = { secret_key: "sk_live_51NotARealKey", publishable_key: "pk_test_51NotARealKey" };
    await expect(connectProvider(scope, keys, 0)).rejects.toMatchObject({
      code: "K3016",
      message: expect.stringContaining("different modes"),
    });
  });

  it("and a publishable key of another mode are refused together", async () => {
    const keys = { secret_key: await aKey(), publishable_key: "pk_live_51NotARealKey" };
    await expect(connectProvider(atHttps, keys, 0)).rejects.toMatchObject({
      code: "K3016",
      message: expect.stringContaining("different modes"),
    });
  });

  it("that Stripe accepts is stored, and the product that asked is gone again", async () => {
    const secret_key = await aKey();
    const { account, callbacks } = await connectProvider(atHttps, { secret_key }, 0);
    expect(account).toMatchObject({ endpoint: "stripe", key_hint: secret_key.slice(-4) });
    expect(account?.key_accepted_at).not.toBeNull();
    expect(callbacks).toMatchObject({ state: "NEVER_PROVEN", proven_at: null });
    const stripe = stripeWith(secret_key);
    expect((await stripe.products.list()).data).toEqual([]);
    const events = await stripe.events.list({ type: "product.deleted" });
    expect(events.data[0]?.data.object).toMatchObject({ name: "Usher check" });
    const registered = await stripe.webhookEndpoints.list();
    expect(registered.data.map(({ url }) => url)).toEqual([account?.callback_url]);
  });
});

describe("callbacks", () => {
  beforeAll(aFreshTenant);

  it("that the configuration's secret signs are taken for the account of its key, and for no other", async () => {
    const secret_key = await aKey();
    await connectProvider(atHttps, { secret_key }, 0);
    const payload = JSON.stringify({
      id: unique("evt"),
      object: "event",
      created: Math.floor(Date.now() / 1000),
      type: "product.deleted",
      data: { object: { id: "prod_1", object: "product" } },
    });
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: "whsec_by_hand" });
    const receive = (stripe: Config["stripe"]) => {
      const config = { ...world.services.config, stripe };
      return receiveCallback({ ...world.services, config }, tenant.id, payload, signature);
    };
    const keys = { publishableKey: undefined, webhookSecret: "whsec_by_hand" };
    await expect(receive({ ...keys, secretKey: await aKey() })).rejects.toMatchObject({ code: "K7008" });
    await expect(receive({ ...keys, secretKey: undefined })).rejects.toMatchObject({ code: "K7008" });
    await receive({ ...keys, secretKey: secret_key });
    expect((await getProviderSettings(atHttps)).callbacks.state).toBe("PROVEN");
    // An address that Stripe cannot reach is no problem where Stripe's CLI brings callbacks to it.
    const atHome = { ...atHttps, baseUrl: "http://localhost:3000" };
    const { callbacks } = await getProviderSettings(atHome);
    expect(callbacks).toMatchObject({
      state: "NEVER_PROVEN",
      problem: expect.stringContaining("stripe listen"),
    });
    const config = { ...atHome.config, stripe: { ...keys, secretKey: secret_key } };
    const brought = await getProviderSettings({ ...atHome, config });
    expect(brought.callbacks).toMatchObject({ state: "PROVEN", problem: null });
  });

  it("count as proven from the first authentic one on, whatever it is about", async () => {
    await connectProvider(atHttps, { secret_key: await aKey() }, 0);
    const [secret = ""] = await callbackSecretsOf(atHttps);
    const payload = JSON.stringify({
      id: unique("evt"),
      object: "event",
      created: Math.floor(Date.now() / 1000),
      type: "product.deleted",
      data: { object: { id: "prod_1", object: "product" } },
    });
    const post = (signature: string) =>
      fetch(`${world.baseUrl}/webhooks/cardprovider/${tenant.id}`, {
        method: "POST",
        headers: { "stripe-signature": signature },
        body: payload,
      });
    const sign = (own: string) => Stripe.webhooks.generateTestHeaderString({ payload, secret: own });
    expect((await post(sign("whsec_forged"))).status).toBe(400);
    expect((await getProviderSettings(atHttps)).callbacks.state).toBe("NEVER_PROVEN");
    expect((await post(sign(secret))).status).toBe(200);
    const { callbacks } = await getProviderSettings(atHttps);
    expect(callbacks).toMatchObject({ state: "PROVEN", problem: null, proven_at: expect.any(String) });
  });

  it("that stop coming are noticed by a check, and count as never proven", async () => {
    const { callbacks } = await proveCallbacks(atHttps, 0.3);
    expect(callbacks).toMatchObject({ state: "NEVER_PROVEN", proven_at: null });
  });

  it("of another account are never proven by those of the account before", async () => {
    await connectProvider(atHttps, { secret_key: await aKey() }, 0);
    expect((await getProviderSettings(atHttps)).callbacks.state).toBe("NEVER_PROVEN");
  });

  it("cannot come from Stripe to a server without https, and the answer says what to do", async () => {
    const { account, callbacks } = await connectProvider(tenant.scope, { secret_key: await aKey() });
    expect(account?.callback_url).toBeNull();
    expect(callbacks).toMatchObject({
      state: "NEVER_PROVEN",
      problem: expect.stringContaining("Set USHER_BASE_URL to the server's https address"),
    });
  });

  it("to an address that is no longer ours are reported, and a check registers the new one", async () => {
    const before = { ...atHttps, baseUrl: "https://former.invalid" };
    const secret_key = await aKey();
    await connectProvider(before, { secret_key }, 0);
    const { callbacks } = await getProviderSettings(atHttps);
    expect(callbacks.problem).toMatch(/go to https:\/\/former\.invalid\/.* is https:\/\/usher\.invalid\//);
    await proveCallbacks(atHttps, 0);
    const { data } = await stripeWith(secret_key).webhookEndpoints.list();
    expect(data.map(({ url }) => url)).toEqual([`https://usher.invalid/webhooks/cardprovider/${tenant.id}`]);
  });
});

describe("in the sandbox", () => {
  let secretKey: string;
  const stateOf = async () => (await getProviderSettings(tenant.scope)).callbacks.state;

  beforeAll(async () => {
    await aFreshTenant();
    secretKey = await aKey();
  });

  it("callbacks are awaited when it is connected, and proven soon after", async () => {
    await connectCardProvider(tenant.scope, { endpoint: "sandbox", secretKey, publishableKey: null });
    expect(["KEY_ACCEPTED", "PROVEN"]).toContain(await stateOf());
    await expect.poll(stateOf, { timeout: 45_000 }).toBe("PROVEN");
  });

  it.each(["removed", "switched off"])(
    "a registration that was %s there is made anew by a check",
    async (how) => {
      const stripe = stripeWith(secretKey);
      const [endpoint] = (await stripe.webhookEndpoints.list()).data;
      if (how === "removed") await stripe.webhookEndpoints.del(endpoint?.id ?? "");
      else await stripe.webhookEndpoints.update(endpoint?.id ?? "", { disabled: true });
      expect((await proveCallbacks(tenant.scope)).callbacks.state).toBe("PROVEN");
      const { data } = await stripe.webhookEndpoints.list();
      expect(data.map(({ status }) => status)).toEqual(["enabled"]);
      expect(data[0]?.id).not.toBe(endpoint?.id);
    },
  );

  it("two checks at once leave one registration", async () => {
    const stripe = stripeWith(secretKey);
    const [endpoint] = (await stripe.webhookEndpoints.list()).data;
    await stripe.webhookEndpoints.del(endpoint?.id ?? "");
    const both = await Promise.all([proveCallbacks(tenant.scope), proveCallbacks(tenant.scope)]);
    expect(both.map(({ callbacks }) => callbacks.state)).toEqual(["PROVEN", "PROVEN"]);
    expect((await stripe.webhookEndpoints.list()).data).toHaveLength(1);
  });
});
