// @module-tag ci
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { mailedSecret, PASSWORD } from "../../../server/testing/a-user.ts";
import { openWorld, unique, type World } from "../../../server/testing/world.ts";
import { OPERATIONS } from "../src/generated/operations.ts";
import { createUserSession, createUsher, isUsherError, type Usher, UsherError } from "../src/index.ts";
import { aProduct, type TestProduct } from "./a-product.ts";

let ahead = 0;
let world: World;
let product: TestProduct;
let usher: Usher;

beforeAll(async () => {
  world = await openWorld({ clock: { now: () => new Date(Date.now() + ahead) } });
  product = await aProduct(world);
  usher = product.usher;
});

afterEach(() => {
  ahead = 0;
  vi.useRealTimers();
});

afterAll(() => world.close());

/** The platform's fetch, with the paths that went through it. */
function counting() {
  const paths: string[] = [];
  const counted: typeof fetch = (input, init) => {
    paths.push(new URL(input instanceof Request ? input.url : input).pathname);
    return fetch(input, init);
  };
  return { paths, fetch: counted };
}

describe("every operation of the API", () => {
  it("has a method that reaches its route", { tags: ["long"] }, async () => {
    const missed: string[] = [];
    type Method = (input: object, options: object) => Promise<unknown>;
    for (const [group, methods] of Object.entries(OPERATIONS)) {
      // Called with too little on purpose: whatever the operation says of it, it was found.
      const calls = Reflect.get(usher, group) as Record<string, Method>;
      for (const [name, { path }] of Object.entries(methods)) {
        const ids = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, id]) => [id, "none"]));
        const failure = await calls[name]?.({ ...ids, file: "" }, { retries: 0 }).then(
          () => null,
          (error) => error,
        );
        const isReached =
          failure === null ||
          (isUsherError(failure) && !isUsherError(failure, "path_not_found", "method_not_allowed"));
        if (!isReached) missed.push(`${group}.${name}: ${failure}`);
      }
    }
    expect(missed).toEqual([]);
  });
});

describe("a tenant's back end", () => {
  it("subscribes a customer, checks, meters, reserves and changes the plan", { tags: ["long"] }, async () => {
    const customer = unique("ada");
    const subscription = await usher.subscriptions.start({
      customer,
      email: `${customer}@example.com`,
      plan_price_id: product.price,
      cardprovider_test_card_token: "tok_visa",
    });
    expect(subscription).toMatchObject({ status: "ACTIVE", plan: { slug: "pro" } });
    const receipt = await usher.usage.record({ customer, feature_key: "calls", quantity: 4 });
    expect(receipt.used).toBe(4);
    const held = await usher.usage.reserve({ customer, feature_key: "calls", quantity: 6 });
    expect(await usher.usage.confirm({ id: held.id, quantity: 5 })).toMatchObject({ status: "CONFIRMED" });
    const check = await usher.entitlements.check({ customer, feature_key: "calls" });
    expect(check).toMatchObject({ allowed: true, limit: 1000, used: 9, remaining: 991 });
    expect((await usher.usage.list({ customer })).map(({ value }) => value)).toEqual([9]);
    for await (const { value } of usher.usage.list({ customer, limit: 1 })) expect(value).toBe(9);
    expect((await usher.subscriptions.get({ id: subscription.id })).customer.external_id).toBe(customer);
    const cancelled = await usher.subscriptions.cancel({ id: subscription.id });
    expect(cancelled.id).toBe(subscription.id);
  });

  it("bills by hand, and gets the invoice as a file", async () => {
    const customer = unique("corp");
    await usher.subscriptions.create({
      customer,
      email: `${customer}@example.com`,
      plan_price_id: product.price,
      provider: "PROVIDER_B",
    });
    const { data: invoices } = await usher.invoices.list({ customer });
    const pdf = await usher.invoices.download({ id: invoices[0]?.id ?? "" });
    expect((await pdf.text()).slice(0, 5)).toBe("%PDF-");
  });

  it("manages catalog, settings, overrides, webhooks and reads events and audit", async () => {
    const made = await usher.products.create({ slug: unique("tool"), name: "Tool" });
    const changed = await usher.products.update({ product_id: made.id, name: "Tools" });
    expect(changed.name).toBe("Tools");
    const plan = await usher.plans.create({ product_id: made.id, slug: "solo", name: "Solo" });
    const price = await usher.prices.create({
      plan_id: plan.id,
      amount: 900,
      currency: "USD",
      interval: "MONTH",
      price_label_name: "monthly",
      price_label_slug: unique("monthly"),
    });
    expect(price.amount).toBe(900);
    const feature = await usher.features.create({ key: "seats", name: "Seats", type: "ALLOCATED" });
    expect(feature.key).toBe("seats");
    expect((await usher.settings.update({ support_email: "help@example.com" })).support_email).toBe(
      "help@example.com",
    );
    const types = (await usher.events.list({ limit: 5 })).data.map(({ type }) => type);
    expect(types).toContain("feature.created");
    expect((await usher.audit.list({ object_id: feature.id })).data).toHaveLength(1);
    const ndjson = await usher.audit.exportNdjson({ object_id: feature.id });
    expect(JSON.parse((await ndjson.text()).trim())).toMatchObject({ object_id: feature.id });
    const { products } = await usher.pricing.get({ currency: "USD" });
    expect(products[0]?.plans.map(({ slug }) => slug)).toEqual(["free", "pro"]);
  });

  it("runs a waitlist from a file to the registered user", { tags: ["long"] }, async () => {
    const [first, second] = [`${unique("p")}@example.com`, `${unique("p")}@example.com`];
    const { joined } = await usher.waitlist.import({ file: `email,name\n${first},One\n${second},Two\n` });
    expect(joined).toBe(2);
    const emails: string[] = [];
    for await (const entry of usher.waitlist.list({ limit: 1 })) emails.push(entry.email);
    expect(emails).toEqual(expect.arrayContaining([first, second]));
    const { token } = await usher.invitations.createToken({ email: first });
    await usher.invitations.createCode({ maxUses: 2 });
    await usher.invitations.createCode({ maxUses: 3 });
    const kinds: string[] = [];
    for await (const { type } of usher.invitations.list({ limit: 1 })) kinds.push(type);
    expect(kinds.filter((type) => type === "code").length).toBeGreaterThanOrEqual(2);
    expect(kinds.length).toBe(Object.values(await usher.invitations.list()).flat().length);
    const registered = await usher.auth.register({
      email: first,
      password: PASSWORD,
      invitation_token: token,
    });
    expect(registered.status).toBe("REGISTERED");
    const csv = await (await usher.waitlist.export({ status: "REGISTERED" })).text();
    expect(csv).toContain(first);
  });

  it("opens the doors for customers to pay: checkout, card form, portal", async () => {
    const customer = unique("grace");
    const named = { customer, email: `${customer}@example.com` };
    const { url } = await usher.checkout.create({ ...named, plan_price_id: product.price });
    expect(url).toMatch(/^http/);
    const intent = await usher.paymentMethods.createSetupIntent(named);
    expect(intent.client_secret).toMatch(/secret/);
    expect((await usher.portal.createSession({ customer })).url).toMatch(/^http/);
  });

  it("travels in time with the customers of a sandbox", async () => {
    const sandbox = await aProduct(world, { mode: "TEST" });
    const clock = await sandbox.usher.testClocks.create({ now: "2030-01-01T00:00:00Z" });
    const { external_id } = await sandbox.usher.testClocks.addCustomer({ id: clock.id, customer: "ada" });
    expect(external_id).toBe("ada");
    const moved = await sandbox.usher.testClocks.advance({ id: clock.id, to: "2030-02-01T00:00:00Z" });
    expect(moved.now).toBe("2030-02-01T00:00:00.000Z");
  });
});

describe("a list", () => {
  it("answers its first page, and iterates over all that follow", async () => {
    const fresh = await aProduct(world);
    for (const name of ["a", "b", "c", "d", "e"])
      await fresh.usher.features.create({ key: name, name, type: "BOOLEAN" });
    const listing = fresh.usher.features.list({ limit: 3 });
    expect((await listing).data).toHaveLength(3);
    const keys: string[] = [];
    for await (const { key } of listing) keys.push(key);
    expect(keys.sort()).toEqual(["a", "b", "c", "calls", "d", "e", "exports", "region"]);
    const sizes: number[] = [];
    for await (const page of fresh.usher.features.list({ limit: 3 }).pages()) sizes.push(page.data.length);
    expect(sizes).toEqual([3, 3, 2]);
  });

  it("stops asking when the caller stops iterating", async () => {
    const { paths, fetch } = counting();
    for await (const _ of product.open({ fetch }).features.list({ limit: 1 })) break;
    expect(paths.filter((path) => path === "/v1/catalog/features")).toHaveLength(1);
  });
});

describe("an error", () => {
  it("carries code, status, fields and the request's id", async () => {
    const error = await usher.products.create({ slug: "Not a slug", name: "x" }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(UsherError);
    expect(error).toMatchObject({ code: "K1002", status: 400, issues: [{ path: "slug" }] });
    expect(error.requestId).toMatch(/^req_/);
    expect(isUsherError(error, "fields_invalid")).toBe(true);
    expect(isUsherError(error, "usage_limit_reached")).toBe(false);
  });

  it("of a refused use brings the check's answer", async () => {
    const customer = unique("free");
    await usher.auth.register({
      email: `${customer}@example.com`,
      password: PASSWORD,
      email_verified: true,
      customer,
    });
    const error = await usher.usage.record({ customer, feature_key: "calls", quantity: 11 }).catch((e) => e);
    expect(error).toMatchObject({ code: "K8005", details: { check: { limit: 10, used: 0 } } });
  });
});

describe("an application's token", () => {
  it("is fetched once for requests that begin together, and kept", async () => {
    const { paths, fetch } = counting();
    const client = product.open({ fetch });
    await Promise.all(Array.from({ length: 8 }, () => client.settings.get()));
    await client.settings.get();
    expect(paths.filter((path) => path === "/v1/auth/token")).toHaveLength(1);
  });

  it("is not asked for where x-app-id is enough", async () => {
    const { paths, fetch } = counting();
    await product.open({ fetch }).pricing.get();
    expect(paths).toEqual(["/v1/pricing"]);
  });

  it("is renewed a minute before its end, so that no request is refused", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { paths, fetch } = counting();
    const client = product.open({ fetch });
    await client.settings.get();
    vi.setSystemTime(Date.now() + 13.9 * 60_000);
    await client.settings.get();
    expect(paths.filter((path) => path === "/v1/auth/token")).toHaveLength(1);
    vi.setSystemTime(Date.now() + 0.2 * 60_000);
    await client.settings.get();
    expect(paths.filter((path) => path === "/v1/auth/token")).toHaveLength(2);
    expect(paths.filter((path) => path === "/v1/settings")).toHaveLength(3);
  });

  it("is renewed once when the server refuses it before its time", async () => {
    const { paths, fetch } = counting();
    const client = product.open({ fetch });
    await client.settings.get();
    ahead = 16 * 60_000;
    await Promise.all([client.settings.get(), client.settings.get()]);
    expect(paths.filter((path) => path === "/v1/auth/token")).toHaveLength(2);
  });

  it("that cannot be had is an error, not a loop", async () => {
    const { paths, fetch } = counting();
    const client = product.open({ fetch, clientSecret: "wrong" });
    await expect(client.settings.get()).rejects.toMatchObject({ code: "K2007", status: 401 });
    expect(paths).toEqual(["/v1/auth/token"]);
  });
});

describe("a user's session", () => {
  const memory = () => {
    const items = new Map<string, string>();
    return {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    };
  };

  async function aPerson() {
    const email = `${unique("user")}@example.com`;
    await usher.auth.register({ email, password: PASSWORD, email_verified: true });
    return { email, password: PASSWORD };
  }

  function inBrowser(options: { storage?: ReturnType<typeof memory>; fetch?: typeof fetch } = {}) {
    const settings = { baseUrl: world.baseUrl, appId: product.tenant.browserAppId, ...options };
    const session = createUserSession(settings);
    return { session, client: createUsher({ ...settings, tokens: session }) };
  }

  it("signs in with publishable parts alone, asks for itself, and signs out on the server, too", async () => {
    const person = await aPerson();
    const storage = memory();
    const { session, client } = inBrowser({ storage });
    await expect(client.entitlements.check({ feature_key: "calls" })).rejects.toMatchObject({
      code: "K2002",
    });
    await session.signIn(person);
    expect((await client.auth.me()).email).toBe(person.email);
    expect(await client.entitlements.check({ feature_key: "calls" })).toMatchObject({ limit: 10, used: 0 });
    await expect(client.settings.get()).rejects.toMatchObject({ status: 403 });
    const kept = JSON.stringify(storage.getItem(`usher-session:${product.tenant.browserAppId}`));
    await session.signOut();
    expect(session.isSignedIn()).toBe(false);
    storage.setItem(`usher-session:${product.tenant.browserAppId}`, JSON.parse(kept));
    await expect(client.auth.me()).rejects.toMatchObject({ status: 401 });
  });

  it("calls its listeners when a user signs in or out, and says when the password is wrong", async () => {
    const person = await aPerson();
    const { session } = inBrowser();
    let calls = 0;
    const stop = session.subscribe(() => calls++);
    await expect(session.signIn({ ...person, password: "wrong" })).rejects.toMatchObject({ code: "K2016" });
    await session.signIn(person);
    await session.signOut();
    stop();
    await session.signIn(person);
    expect(calls).toBe(2);
  });

  it("survives its access token, in two tabs at once: the refresh token is used one time", async () => {
    const person = await aPerson();
    const storage = memory();
    const { paths, fetch } = counting();
    const [one, other] = [inBrowser({ storage, fetch }), inBrowser({ storage, fetch })];
    await one.session.signIn(person);
    ahead = 16 * 60_000;
    const answers = await Promise.all([one.client.auth.me(), other.client.auth.me(), one.client.auth.me()]);
    expect(answers.map(({ email }) => email)).toEqual([person.email, person.email, person.email]);
    expect(paths.filter((path) => path === "/v1/auth/token")).toHaveLength(2);
    expect(other.session.isSignedIn()).toBe(true);
  });

  it("is over when it was ended elsewhere", async () => {
    const person = await aPerson();
    const { session, client } = inBrowser();
    await session.signIn(person);
    const elsewhere = inBrowser();
    await elsewhere.session.signIn(person);
    await elsewhere.client.auth.signOut({ everywhere: true });
    await expect(client.auth.me()).rejects.toMatchObject({ status: 401 });
    expect(session.isSignedIn()).toBe(false);
  });

  it("begins by the link of the mail that a user who signed up got", async () => {
    const email = `${unique("new")}@example.com`;
    const { client, session } = inBrowser();
    await client.auth.register({ email });
    const token = await mailedSecret(product.tenant, email);
    await client.auth.verifyEmail({ token, password: PASSWORD });
    await session.signIn({ email, password: PASSWORD });
    expect((await client.auth.me()).email).toBe(email);
  });
});
