// @module-tag ci
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCatalog, type TestCatalog } from "../../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { openDocumentLink } from "../invoices/document-link.ts";
import { LINKED_PURCHASE } from "../invoices/purchase-link.ts";
import { trySyncInvoices } from "../invoices/try-sync-invoices.ts";
import { syncFromProvider } from "../provider-events/process-event.ts";
import { checkoutProgress } from "./checkout-progress.ts";

// What a buyer is shown and sent after a checkout.

const CARD = "4242 4242 4242 4242";
const ANOTHER_CARD = "5555 5555 5555 4444";
const AFTER_AN_HOUR_MS = 61 * 60_000;

let world: World;
let tenant: TestTenant;
let catalog: TestCatalog;
const clock = { ahead: 0, now: () => new Date(Date.now() + clock.ahead) };

beforeAll(async () => {
  world = await openWorld({ clock });
  tenant = await aTenant(world);
  const seats = { driverStepSize: 1, limit: 1, prices: [{ currency: "USD", driverStepAmount: 1000n }] };
  catalog = await aCatalog(tenant.scope, {
    features: { seats: { type: "ALLOCATED" } },
    plans: [
      { slug: "free", prices: [{ amount: 0 }] },
      { slug: "pro", entitlements: { seats }, prices: [{ amount: 2000 }] },
      { slug: "try", prices: [{ amount: 3000, trialDays: 14, trialNeedsCard: true }] },
      { slug: "cardless", prices: [{ amount: 3000, trialDays: 14, trialNeedsCard: false }] },
    ],
  });
});

afterAll(() => world.close());

interface Wish {
  slug?: string;
  more?: Record<string, unknown>;
}

async function open({ slug = "pro", more = {} }: Wish = {}) {
  const customer = unique("buyer");
  const reply = await tenant.server.post("/v1/billing/checkout", {
    customer,
    email: `${customer}@example.com`,
    plan_price_id: catalog.plans[slug]?.prices[0],
    ...more,
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return tenant.scope.db.checkoutSession.findFirstOrThrow({
    where: { tenantId: tenant.id, url: reply.body.url },
    include: { customer: true },
  });
}

async function pay({ url }: { url: string | null }, number = CARD): Promise<string> {
  const body = new URLSearchParams({ number, expiry: "12/40", cvc: "123" });
  expect((await fetch(url ?? "", { method: "POST", body, redirect: "manual" })).status).toBe(303);
  const provider = await cardProviderOf(tenant.scope);
  const known: string[] = [];
  for await (const { id } of provider.listSubscriptions()) known.push(id);
  return known[0] ?? "";
}

/** Opens a page, completes it and saves what the callback would bring. */
async function buy(wish?: Wish, number?: string) {
  const page = await open(wish);
  await syncFromProvider(tenant.scope, await pay(page, number));
  return page;
}

const own = () => ({ id: tenant.id, mode: tenant.scope.tenantMode });
const progress = (id: string, of = own()) => checkoutProgress(world.services, of, id);
const mailsTo = (to: string | null) =>
  tenant.scope.db.mailMessage.findMany({
    where: { tenantId: tenant.id, to: to ?? "" },
    select: { template: true, subject: true },
  });

it("a trial that needs no card is started without one on the checkout page", async () => {
  const { url, subscriptionId } = await open({ slug: "cardless" });
  const shown = await (await fetch(url ?? "")).text();
  expect(shown).not.toContain('name="number"');
  expect(shown).toContain(">Start trial</button>");
  expect(
    (await fetch(url ?? "", { method: "POST", body: new URLSearchParams(), redirect: "manual" })).status,
  ).toBe(303);
  const provider = await cardProviderOf(tenant.scope);
  for await (const { id } of provider.listSubscriptions()) {
    await syncFromProvider(tenant.scope, id);
    break;
  }
  const started = await tenant.server.get(`/v1/billing/subscriptions/${subscriptionId}`);
  expect(started.body).toMatchObject({ status: "TRIALING" });
  const withCard = await open({ slug: "try" });
  expect(await (await fetch(withCard.url ?? "")).text()).toContain('name="number"');
});

describe("the page after a checkout", () => {
  it("says that the subscription is being set up until it is there, and then what was bought", {
    tags: ["long"],
  }, async () => {
    const page = await open({ more: { drivers: [{ feature_key: "seats", steps: 5 }] } });
    expect(await progress(page.id)).toMatchObject({ state: "PENDING", purchase: null, own: null });
    await syncFromProvider(tenant.scope, await pay(page));
    const bought = await progress(page.id);
    expect(bought).toMatchObject({
      state: "ACTIVE",
      purchase: { amount: 7000, currency: "USD", interval: "MONTH", isTrial: false },
    });
    expect(bought?.purchase?.quantities.map(({ quantity }) => quantity)).toEqual([6]);
    const { currentPeriodEnd } = await tenant.scope.db.subscription.findFirstOrThrow({
      where: { tenantId: tenant.id, id: page.subscriptionId },
    });
    expect(bought?.purchase?.nextChargeAt).toEqual(currentPeriodEnd);
  });

  it("shows the card and the receipt, and for an hour only", async () => {
    const page = await buy();
    expect((await progress(page.id))?.own).toEqual({
      card: { brand: "visa", last4: "4242" },
      receiptUrl: null,
      awaitsReceipt: true,
    });
    await trySyncInvoices(tenant.scope, page.subscriptionId);
    const { receiptUrl } = (await progress(page.id))?.own ?? {};
    const sealed = receiptUrl?.split("/purchases/")[1] ?? "";
    expect(await openDocumentLink(world.services, LINKED_PURCHASE, sealed)).toMatchObject({ ending: "pdf" });
    clock.ahead = AFTER_AN_HOUR_MS;
    try {
      expect(await progress(page.id)).toMatchObject({ state: "ACTIVE", own: null });
    } finally {
      clock.ahead = 0;
    }
  });

  it("promises no receipt for what is free, and tells when a trial becomes a charge", async () => {
    const free = await progress((await buy({ slug: "free" })).id);
    expect(free).toMatchObject({
      purchase: { amount: 0, nextChargeAt: null },
      own: { receiptUrl: null, awaitsReceipt: false },
    });
    const trial = await progress((await buy({ slug: "try" })).id);
    expect(trial).toMatchObject({
      state: "TRIALING",
      purchase: { amount: 3000, isTrial: true, nextChargeAt: expect.any(Date) },
      own: { receiptUrl: null, awaitsReceipt: false },
    });
  });

  it("names what was bought in the buyer's language", async () => {
    const inGerman = (name: string) => ({ translations: { de: { name } } });
    for (const [path, id, name] of [
      ["products", catalog.productId, "Tisch"],
      ["plans", catalog.plans.pro?.id, "Groß"],
      ["features", catalog.features.seats, "Plätze"],
    ])
      expect(
        (await tenant.admin.send("PATCH", `/v1/catalog/${path}/${id}`, inGerman(name ?? ""))).status,
      ).toBe(200);
    const { id } = await buy();
    const read = (locale: string) => checkoutProgress(world.services, own(), id, locale);
    expect(await read("de")).toMatchObject({
      name: "Tisch Groß",
      purchase: { name: "Tisch Groß", quantities: [{ name: "Plätze" }] },
    });
    expect(await read("fr")).toMatchObject({
      name: "Product pro",
      purchase: { name: "Product pro", quantities: [{ name: "seats" }] },
    });
  });

  it("is a page of its tenant alone", async () => {
    const page = await open();
    const foreign = await aTenant(world);
    expect(await progress(page.id, { id: foreign.id, mode: foreign.scope.tenantMode })).toBeNull();
    for (const unknown of [newId("checkoutSession"), "chk_anything", "\0", ""])
      expect(await progress(unknown)).toBeNull();
  });
});

describe("the way back", () => {
  const site = "https://app.shop.example";
  const opened = (return_url: string) =>
    tenant.server.post("/v1/billing/checkout", {
      customer: unique("buyer"),
      email: `${unique("buyer")}@example.com`,
      plan_price_id: catalog.plans.pro?.prices[0],
      return_url,
    });

  it("leads where the checkout was opened to, on the website or an application's allowed origin", async () => {
    const hidden = ["https://shop.example/\0", "https://shop.example/\u202eb", "https://u:p@shop.example/"];
    const strangers = [`${site}/welcome`, "https://shop.example.evil.example/", "javascript:alert(1)"];
    for (const stranger of [...strangers, ...hidden]) {
      const reply = await opened(stranger);
      expect([stranger, reply.status, reply.body.code]).toEqual([stranger, 400, "K1002"]);
    }
    const made = await tenant.admin.post("/v1/applications", {
      name: "App",
      kind: "BROWSER",
      allowed_origins: [site],
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const page = await open({ more: { return_url: `${site}/welcome?plan=pro` } });
    expect(await progress(page.id)).toMatchObject({ returnUrl: `${site}/welcome?plan=pro` });
    await tenant.admin.send("PATCH", "/v1/settings", { website_url: "https://shop.example/" });
    expect((await opened("https://shop.example/thanks")).status).toBe(201);
    expect((await opened("https://other.example/thanks")).status).toBe(400);
  });

  it.each(["/v1/billing/portal-sessions", "/v1/billing/cardprovider/portal-session"])(
    "of %s is bound to the same addresses",
    async (path) => {
      const person = { customer: unique("customer"), email: `${unique("customer")}@example.com` };
      const made = await tenant.server.post("/v1/billing/cardprovider/setup-intent", person);
      const openedFor = async (return_url: string) => {
        const fields = { customer: made.body.customer_id, return_url };
        const { status, body } = await tenant.server.post(path, fields);
        return [status, body.code, body.issues?.[0].path];
      };
      const own = `https://${unique("app")}.example`;
      for (const stranger of [`${own}/`, "https://evil.example/", "https://shop.example.evil.example/"])
        expect(await openedFor(stranger)).toEqual([400, "K1002", "return_url"]);
      const fields = { name: "App", kind: "BROWSER", allowed_origins: [own] };
      expect((await tenant.admin.post("/v1/applications", fields)).status).toBe(201);
      expect(await openedFor(`${own}/settings`)).toEqual([201, undefined, undefined]);
      await tenant.admin.send("PATCH", "/v1/settings", { website_url: "https://shop.example/" });
      expect(await openedFor("https://shop.example/account")).toEqual([201, undefined, undefined]);
    },
  );

  it("of an application that was revoked is closed", async () => {
    const origin = `https://${unique("app")}.example`;
    const made = await tenant.admin.post("/v1/applications", {
      name: "App",
      kind: "BROWSER",
      allowed_origins: [origin],
    });
    expect((await opened(`${origin}/`)).status).toBe(201);
    await tenant.admin.post(`/v1/applications/${made.body.id}/revoke`);
    expect((await opened(`${origin}/`)).status).toBe(400);
  });
});

describe("the mail to the buyer", () => {
  it("is sent once, however callbacks and the page race", async () => {
    const page = await open();
    const remote = await pay(page);
    await Promise.all([
      syncFromProvider(tenant.scope, remote),
      syncFromProvider(tenant.scope, remote),
      progress(page.id),
      syncFromProvider(tenant.scope, remote),
    ]);
    await syncFromProvider(tenant.scope, remote);
    const mails = await mailsTo(page.customer.email);
    expect(mails.map(({ template }) => template)).toEqual(["purchase"]);
    expect(mails[0]?.subject).toMatch(/^Your purchase of .*pro/i);
  });

  it("speaks of the trial where one began, and of the charge where it had been used before", async () => {
    for (const subject of [/^Your free trial of/, /started without a trial$/]) {
      const page = await buy({ slug: "try" }, ANOTHER_CARD);
      const mails = await mailsTo(page.customer.email);
      expect(mails).toEqual([{ template: expect.any(String), subject: expect.stringMatching(subject) }]);
    }
  });
});
