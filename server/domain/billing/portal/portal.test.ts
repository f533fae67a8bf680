// @module-tag ci
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installPagesBridge } from "../../../http/pages-bridge.ts";
import type { OpenPortal, PagesBridge, PagesBridgeKey, SessionClaims } from "../../../http/pages-contract.ts";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aMember } from "../../../testing/a-member.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";

const KEY: PagesBridgeKey = "usher.pages";

let world: World;
let tenant: TestTenant;
let bridge: PagesBridge;
let now: Date;
let price: string;
let other: string;

beforeAll(async () => {
  now = new Date();
  world = await openWorld({ clock: { now: () => now } });
  tenant = await aTenant(world);
  installPagesBridge(world.services, { nextAuthSecret: "a secret of the test" });
  const catalog = await aCatalog(tenant.scope, {
    plans: [
      { slug: "small", prices: [{ amount: 900 }] },
      { slug: "big", prices: [{ amount: 4_900 }] },
    ],
  });
  [price = "", other = ""] = ["small", "big"].map((slug) => catalog.plans[slug]?.prices[0] ?? "");
  // The bridge stores exactly this type under its symbol.
  bridge = Reflect.get(globalThis, Symbol.for(KEY)) as PagesBridge;
});
afterAll(() => world.close());

async function aCustomer(): Promise<string> {
  const body = { customer: unique("customer"), email: `${unique("c")}@example.com` };
  return (await tenant.admin.post("/v1/billing/cardprovider/setup-intent", body)).body.customer_id;
}

async function aLink(customer: string): Promise<string> {
  const answer = await tenant.server.post("/v1/billing/portal-sessions", { customer });
  expect(answer.status).toBe(201);
  return new URL(answer.body.url).searchParams.get("token") ?? "";
}

async function opened(customer: string): Promise<OpenPortal> {
  const entered = await bridge.enterPortal(await aLink(customer));
  const portal = entered && (await bridge.portal(entered.slug, entered.session));
  if (!portal) throw new Error("The portal did not open.");
  return portal;
}

/** A customer on a plan, and another plan to change to. */
async function aSubscriber(): Promise<{ subscription: string; customer: string }> {
  const { id, customerId } = await aSubscription(tenant, { price, paidBy: "invoice" });
  return { subscription: id, customer: customerId };
}

/** The link that a member of the dashboard makes. */
async function linkBy(member: SessionClaims, customer: string): Promise<string> {
  const request = new Request("http://pages.internal/api/trpc/portal.createSession", {
    method: "POST",
    body: JSON.stringify({ customer }),
    headers: { "content-type": "application/json", "x-usher-tenant": tenant.id },
  });
  const answer = await (await bridge.trpc(request, member)).json();
  return new URL(answer.result.data.url).searchParams.get("token") ?? "";
}

async function openedBy(member: SessionClaims, customer: string): Promise<OpenPortal> {
  const entered = await bridge.enterPortal(await linkBy(member, customer));
  const portal = entered && (await bridge.portal(entered.slug, entered.session));
  if (!portal) throw new Error("The portal did not open.");
  return portal;
}

/** Calls an operation as the portal's pages do. */
async function call(portal: OpenPortal, path: string, input: object, method: "GET" | "POST" = "GET") {
  const url = `http://pages.internal/api/trpc/${path}`;
  const body = JSON.stringify(input);
  const request =
    method === "GET"
      ? new Request(`${url}?input=${encodeURIComponent(body)}`)
      : new Request(url, { method, body, headers: { "content-type": "application/json" } });
  const answer = await (await bridge.portalTrpc(request, { ...portal, address: "192.0.2.1" })).json();
  return answer.result?.data ?? answer.error.data.error.code;
}

describe("a link", () => {
  it("does not reveal the customer, opens the portal once, and is in the audit log", async () => {
    const customer = await aCustomer();
    const token = await aLink(customer);
    expect(token).not.toContain(customer);
    const both = await Promise.all([bridge.enterPortal(token), bridge.enterPortal(token)]);
    expect(both.filter((entered) => entered !== null)).toHaveLength(1);
    const entry = await world.services.db.auditEntry.findFirst({
      where: { tenantId: tenant.id, action: "portal_session.created" },
      orderBy: { createdAt: "desc" },
    });
    expect(entry?.after).toMatchObject({ customer_id: customer });
  });

  it("is not a session, a session is not a link, and a forged token is neither", async () => {
    const link = await aLink(await aCustomer());
    const { slug } = (await world.services.db.tenant.findUniqueOrThrow({ where: { id: tenant.id } })) ?? {};
    expect(await bridge.portal(slug, link)).toBeNull();
    const entered = await bridge.enterPortal(link);
    expect(await bridge.enterPortal(entered?.session ?? "")).toBeNull();
    for (const wrong of ["", "x", "v1.a.b.c", `${link}x`]) expect(await bridge.enterPortal(wrong)).toBeNull();
    const other = await aTenant(world);
    const { slug: foreign } = await world.services.db.tenant.findUniqueOrThrow({ where: { id: other.id } });
    expect(await bridge.portal(foreign, entered?.session ?? "")).toBeNull();
  });

  it("is created for an existing customer, and by a back end only", async () => {
    const nobody = await tenant.admin.post("/v1/billing/portal-sessions", { customer: unique("nobody") });
    expect([nobody.status, nobody.body.code]).toEqual([404, "K3003"]);
    const browser = await tenant.browser.post("/v1/billing/portal-sessions", { customer: "any" });
    expect(browser.status).toBe(401);
  });
});

describe("in the portal", () => {
  it("a customer reaches their own data, and no other customer's", async () => {
    const [own, other] = [await aCustomer(), await aCustomer()];
    const portal = await opened(own);
    expect(await call(portal, "portal.look", {})).toMatchObject({ customer: { id: own }, invoices: [] });
    expect(await call(portal, "subscriptions.list", { customer: own })).toMatchObject({ data: [] });
    expect(await call(portal, "subscriptions.list", { customer: other })).toBe("K2010");
    expect(await call(portal, "paymentMethods.list", { customer: other })).toBe("K2010");
    expect(await call(portal, "paymentMethods.createSetupIntent", { customer: other }, "POST")).toBe("K2010");
    const redeem = { code: "any", user: "any", customer: other };
    expect(await call(portal, "invitations.redeem", redeem, "POST")).toBe("K2005");
  });

  it("a customer sees what is left to pay of each open invoice, with the bank details that it says", async () => {
    // Another customer's older invoice says no bank details.
    const older = await aSubscriber();
    const how = { invoice_payment: "Bank of London\nIBAN GB33 BUKB 2020 1555 5555 55" };
    expect((await tenant.admin.send("PATCH", "/v1/settings", how)).status).toBe(200);
    const { subscription, customer } = await aSubscriber();
    const { data } = (await tenant.admin.get(`/v1/billing/invoices?subscription_id=${subscription}`)).body;
    const [{ id, number, due_at }] = data;
    await tenant.admin.post(`/v1/billing/invoices/${id}/payments`, { amount: 200 });
    const portal = await opened(customer);
    expect((await call(portal, "portal.look", {})).owed).toMatchObject([
      {
        invoice_id: id,
        number,
        amount: 700,
        currency: "USD",
        due_at,
        is_overdue: false,
        is_by_transfer: true,
        how_to_pay: how.invoice_payment,
      },
    ]);
    expect((await call(await opened(older.customer), "portal.look", {})).owed).toMatchObject([
      { amount: 900, how_to_pay: how.invoice_payment },
    ]);
    await tenant.admin.post(`/v1/billing/invoices/${id}/payments`, {});
    expect((await call(portal, "portal.look", {})).owed).toEqual([]);
  });

  it("a customer has a receipt for each payment that counts", { tags: ["long"] }, async () => {
    const { subscription, customer } = await aSubscriber();
    const { data } = (await tenant.admin.get(`/v1/billing/invoices?subscription_id=${subscription}`)).body;
    const path = `/v1/billing/invoices/${data[0].id}/payments`;
    for (const amount of [100, 200]) await tenant.admin.post(path, { amount });
    const [newest] = (await tenant.admin.get(path)).body.data;
    await tenant.admin.post(`${path}/${newest.id}/take-back`, { reason: "It bounced." });
    const { invoices } = await call(await opened(customer), "portal.look", {});
    expect(invoices).toMatchObject([{ id: data[0].id, receipts: [{ amount: 100 }] }]);
    const pdf = await fetch(invoices[0].receipts[0].url);
    expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(pdf.headers.get("content-disposition")).toContain(`${data[0].number}-R1.pdf`);
    expect((await fetch(`${invoices[0].receipts[0].url.slice(0, -4)}AAAA`)).status).toBe(404);
  });

  it("a customer has their credit notes under the invoice, and no other customer's", {
    tags: ["long"],
  }, async () => {
    const [{ subscription, customer }, stranger] = [await aSubscriber(), await aSubscriber()];
    const [invoice] = (await tenant.admin.get(`/v1/billing/invoices?subscription_id=${subscription}`)).body
      .data;
    const path = `/v1/billing/invoices/${invoice.id}/credit-notes`;
    const { status, body: note } = await tenant.admin.post(path, { amount: 300, reason: "Two days lost." });
    expect(status, JSON.stringify(note)).toBe(201);
    const { invoices } = await call(await opened(customer), "portal.look", {});
    expect(invoices[0].credit_notes).toEqual([
      {
        number: note.number,
        amount: 300,
        issued_at: note.issued_at,
        pdf_url: expect.stringContaining("/credit-notes/"),
      },
    ]);
    const pdf = await fetch(invoices[0].credit_notes[0].pdf_url);
    expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);

    const theirs = await opened(stranger.customer);
    expect((await call(theirs, "portal.look", {})).invoices).toMatchObject([{ credit_notes: [] }]);
    expect(await call(theirs, "creditNotes.get", { id: note.id })).toBe("K6040");
    expect(await call(theirs, "creditNotes.download", { id: note.id })).toBe("K6040");
    expect(await call(theirs, "creditNotes.list", { customer })).toBe("K2010");
    expect(await call(theirs, "creditNotes.list", { invoice_id: invoice.id })).toMatchObject({ data: [] });
    expect(await call(theirs, "creditNotes.link", { id: note.id })).toBe("K2005");
  });

  it("the tenant's own operations are refused", async () => {
    const portal = await opened(await aCustomer());
    const usage = { customer: portal.customerId, feature_key: "seats", value: 1 };
    expect(await call(portal, "usage.set", usage, "POST")).toBe("K2005");
    expect(await call(portal, "settings.get", {})).toBe("K2005");
    expect(await call(portal, "waitlist.list", {})).toBe("K2005");
    expect(await call(portal, "subscriptions.pause", { id: "sub_x" }, "POST")).toBe("K2005");
  });
});

describe("a portal opened with a member's link", () => {
  it("allows what the member's role allows, and nothing more", { tags: ["long"] }, async () => {
    const { subscription, customer } = await aSubscriber();
    const support = await openedBy(await aMember(world, tenant.id, "SUPPORT"), customer);
    expect(await call(support, "subscriptions.get", { id: subscription })).toMatchObject({
      status: "ACTIVE",
    });
    const refused = [
      ["subscriptions.cancel", { id: subscription, at: "now" }],
      ["subscriptions.resume", { id: subscription }],
      ["paymentMethods.createSetupIntent", { customer }],
    ] as const;
    for (const [path, input] of refused) expect(await call(support, path, input, "POST")).toBe("K2029");
    const quote = await call(
      support,
      "subscriptions.previewChange",
      { id: subscription, plan_price_id: other },
      "POST",
    );
    expect(quote).toMatchObject({ subscription_id: subscription });
    expect(await call(support, "subscriptions.get", { id: subscription })).toMatchObject({
      status: "ACTIVE",
    });
  });

  it("names the member in the audit log", async () => {
    const { subscription, customer } = await aSubscriber();
    const admin = await aMember(world, tenant.id, "ADMIN");
    const portal = await openedBy(admin, customer);
    await call(portal, "subscriptions.cancel", { id: subscription, at: "period_end" }, "POST");
    const [entry] = await world.services.db.auditEntry.findMany({
      where: { tenantId: tenant.id, objectId: subscription },
      orderBy: { id: "desc" },
      take: 1,
    });
    expect(entry).toMatchObject({ actorType: "USER", actorId: admin.userId });
  });

  it("uses the member's current role, and ends when the member is removed", async () => {
    const { subscription, customer } = await aSubscriber();
    const member = await aMember(world, tenant.id, "ADMIN");
    const entered = await bridge.enterPortal(await linkBy(member, customer));
    const { slug = "", session = "" } = entered ?? {};
    const where = { userId: member.userId, targetTenantId: tenant.id };
    await world.services.db.membership.updateMany({ where, data: { role: "VIEWER" } });
    const portal = await bridge.portal(slug, session);
    expect(portal?.member?.role).toBe("VIEWER");
    const cancel = { id: subscription, at: "now" };
    expect(await call(portal as OpenPortal, "subscriptions.cancel", cancel, "POST")).toBe("K2029");
    await world.services.db.membership.deleteMany({ where });
    expect(await bridge.portal(slug, session)).toBeNull();
  });

  it("keeps the customer's rights when an application created the link", async () => {
    const { subscription, customer } = await aSubscriber();
    const portal = await opened(customer);
    expect(portal.member).toBeNull();
    const canceled = await call(portal, "subscriptions.cancel", { id: subscription, at: "now" }, "POST");
    expect(canceled).toMatchObject({ status: "CANCELED" });
  });
});

it("names what the customer has in their language, and nothing of plans that they do not have", {
  tags: ["long"],
}, async () => {
  const own = await aTenant(world);
  const made = async (path: string, body: object) => (await own.admin.post(`/v1/catalog/${path}`, body)).body;
  const inGerman = (name: string) => ({ translations: { de: { name } } });
  const product = await made("products", { slug: "desk", name: "Desk", ...inGerman("Tisch") });
  await made("features", { key: "drawers", name: "Drawers", type: "METERED", ...inGerman("Schubladen") });
  const plan = async (slug: string, name: string) => {
    const { id } = await made("plans", { product_id: product.id, slug, name: slug, ...inGerman(name) });
    const paid = { plan_id: id, amount: 900, currency: "USD", interval: "MONTH" };
    const { id: priceId } = await made("prices", paid);
    const pack = await made("packs", { plan_id: id, entitlements: [{ feature_key: "drawers" }] });
    await own.admin.post(`/v1/catalog/packs/${pack.id}/publish`);
    return { id, priceId };
  };
  const [free, pro] = [await plan("free", "Umsonst"), await plan("pro", "Groß")];
  await plan("secret", "Geheim");
  await own.admin.send("PATCH", `/v1/catalog/products/${product.id}`, { free_plan_id: free.id });
  const { customerId } = await aSubscription(own, { price: pro.priceId, paidBy: "invoice" });
  const link = (await own.server.post("/v1/billing/portal-sessions", { customer: customerId })).body.url;
  const entered = await bridge.enterPortal(new URL(link).searchParams.get("token") ?? "");
  const portal = entered && (await bridge.portal(entered.slug, entered.session));
  if (!portal) throw new Error("The portal did not open.");
  expect(await call(portal, "portal.names", { locale: "de" })).toEqual({
    plans: [{ id: pro.id, name: "Groß" }],
    products: [{ id: product.id, name: "Tisch", free_plan_name: "Umsonst" }],
    features: [{ key: "drawers", name: "Schubladen" }],
  });
  expect(await call(portal, "portal.names", { locale: "fr" })).toMatchObject({
    plans: [{ name: "pro" }],
    products: [{ name: "Desk", free_plan_name: "free" }],
    features: [{ name: "Drawers" }],
  });
});

it("a visitor of the public pages may do what a publishable application may, and nothing else", async () => {
  const look = await world.services.db.tenant.findUniqueOrThrow({ where: { id: tenant.id } });
  const visit = async (path: string, input: object) => {
    const url = `http://pages.internal/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`;
    const visitor = { tenant: { id: look.id, mode: look.mode }, address: "192.0.2.7" };
    const answer = await (await bridge.visitorTrpc(new Request(url), visitor)).json();
    return answer.result?.data ?? answer.error.data.error.code;
  };
  expect(await visit("pricing.get", {})).toMatchObject({ products: [{ plans: [{}, {}] }] });
  expect(await visit("waitlist.list", {})).toBe("K2005");
  expect(await visit("portal.look", {})).toBe("K2005");
  expect(await visit("subscriptions.list", {})).toBe("K2005");
});

it("a page can be embedded by the origins of its publishable application only", async () => {
  const origin = "https://shop.example";
  const own = await aTenant(world, { browserOrigins: [origin] });
  const wanted = { appId: own.browserAppId, origin };
  expect(await bridge.embedding(wanted)).toMatchObject({ origin, tenant: { id: own.id } });
  expect(await bridge.embedding({ ...wanted, origin: "https://shop.example.evil.example" })).toBeNull();
  expect(await bridge.embedding({ ...wanted, origin: "" })).toBeNull();
  expect(await bridge.embedding({ appId: own.adminApplication.appId, origin })).toBeNull();
  const policy = await bridge.policy(
    new URL(`http://usher/embed/card?app=${own.browserAppId}&origin=${origin}`),
  );
  expect(policy?.ancestors).toEqual([origin]);
});

// Last: tokens of the tests above end with the time that passes here.
it("a link expires after five minutes, and the session it opened after half an hour", async () => {
  const [late, token] = [await aLink(await aCustomer()), await aLink(await aCustomer())];
  const entered = await bridge.enterPortal(token);
  now = new Date(now.getTime() + 5 * 60_000);
  expect(await bridge.enterPortal(late)).toBeNull();
  const { slug = "", session = "" } = entered ?? {};
  expect(await bridge.portal(slug, session)).not.toBeNull();
  now = new Date(now.getTime() + 25 * 60_000);
  expect(await bridge.portal(slug, session)).toBeNull();
});
