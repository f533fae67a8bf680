import Stripe from "stripe";
import { expect, it } from "vitest";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aTenant } from "../../../testing/a-tenant.ts";
import type { Reply } from "../../../testing/client.ts";
import { keysOf } from "../../../testing/sandbox-keys.ts";
import { openWorld } from "../../../testing/world.ts";
import { syncBalance } from "../../customers/sync-balance.ts";
import { connectProvider } from "../../tenants/provider/provider-settings.ts";

/** What a tenant tried in test mode, before its live key: sold by card and by invoice, credited, owed, held and deleted. */
async function aTriedTenant() {
  const world = await openWorld({ isApart: true, environment: { USHER_RATE_LIMIT: "1000000" } });
  // Live mode calls https addresses alone.
  world.services.baseUrl = "https://usher.example";
  const tenant = await aTenant(world);
  const { admin, scope } = tenant;
  const { plans } = await aCatalog(scope, {
    features: { calls: { type: "METERED" } },
    plans: [
      {
        slug: "pro",
        entitlements: { calls: { limit: 100 } },
        prices: [{ amount: 3000 }, { amount: 30_000, interval: "YEAR" }],
      },
      { slug: "free", prices: [{ amount: 0 }] },
    ],
  });
  // Of another product, as nobody has two subscriptions to one.
  const abroadPlans = (
    await aCatalog(scope, { plans: [{ slug: "euros", prices: [{ amount: 2000, currency: "EUR" }] }] })
  ).plans;
  const price = (slug: string) => ({ ...plans, ...abroadPlans })[slug]?.prices[0] ?? "";
  const test = await keysOf(world);
  await connectProvider(scope, test, 0);
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(test.secret_key, { host, port, protocol: "http", telemetry: false });
  const made = async (reply: Promise<Reply>) => {
    const { status, body } = await reply;
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body;
  };
  const customer = "grace";
  const buyer = { customer, email: "grace@customers.example" };
  const path = "/v1/billing/cardprovider/subscriptions/headless";
  const card = { cardprovider_test_card_token: "tok_visa" };
  const sold = await made(admin.post(path, { ...buyer, ...card, plan_price_id: price("pro") }));
  const abroad = await made(admin.post(path, { ...buyer, ...card, plan_price_id: price("euros") }));
  await made(admin.post("/v1/billing/usage", { customer, feature_key: "calls", quantity: 5 }));
  await made(
    admin.post("/v1/billing/tax-ids", { customer, tax_ids: [{ type: "eu_vat", value: "DE123456789" }] }),
  );
  await made(
    admin.post("/v1/billing/invoices", {
      customer,
      provider: "PROVIDER_A",
      currency: "USD",
      lines: [{ description: "Set-up", amount: 900 }],
    }),
  );
  const cards = (await made(admin.get(`/v1/billing/payment-methods?customer=${customer}`))).data;
  const remote: string = sold.provider_customer_id;
  // Owed, and paid by nobody.
  const { id: open = "" } = await stripe.invoices.create({ customer: remote, currency: "usd" });
  await stripe.invoiceItems.create({ customer: remote, invoice: open, amount: 700, currency: "usd" });
  await stripe.invoices.finalizeInvoice(open, { auto_advance: false });
  await made(admin.post("/v1/billing/cardprovider/drift/mend", {}));
  for (const { id } of [sold, abroad])
    await made(admin.post(`/v1/billing/subscriptions/${id}/cancel`, { at: "now" }));
  await stripe.customers.createBalanceTransaction(remote, { amount: -500, currency: "usd" });
  await syncBalance(scope, remote);
  const transfer = await made(
    admin.post("/v1/billing/subscriptions", {
      customer: "ada",
      email: "ada@customers.example",
      plan_price_id: price("pro"),
      provider: "PROVIDER_B",
    }),
  );
  const invoices = (await made(admin.get("/v1/billing/invoices?limit=100"))).data;
  return {
    world,
    tenant,
    test,
    price,
    customer,
    buyer,
    sold,
    cards,
    transfer,
    invoices,
    made,
  };
}

it("a tenant that tried everything in test mode goes live over https, and nothing of either mode is answered with 502", {
  tags: ["long"],
  timeout: 300_000,
}, async () => {
  const tried = await aTriedTenant();
  const { world, tenant, price, customer, buyer, sold, cards, transfer, made } = tried;
  const { admin, scope } = tenant;
  const live = await keysOf(world, { account: tried.test.account, mode: "live" });
  const settings = await connectProvider(scope, live, 0);
  expect(settings.account).toMatchObject({ is_test_mode: false });
  expect(settings.account?.callback_url).toMatch(/^https:\/\/usher.example\//);
  const answers: string[] = [];
  const ask = async (method: "get" | "post" | "delete", path: string, body?: object) => {
    const reply = await admin.send(method.toUpperCase(), path, method === "post" ? (body ?? {}) : undefined);
    answers.push(`${method} ${path} ${reply.status} ${reply.body?.code ?? ""} ${reply.body?.message ?? ""}`);
    return reply;
  };
  const subscription = `/v1/billing/subscriptions/${sold.id}`;
  const of = `customer=${customer}`;
  const [card] = cards;
  // What was before.
  for (const { id, provider } of tried.invoices) {
    const invoice = `/v1/billing/invoices/${id}`;
    await ask("get", invoice);
    await ask("get", `${invoice}/decisions`);
    await ask("post", `${invoice}/credit-notes/preview`, { to: "REFUND" });
    const note = await ask("post", `${invoice}/credit-notes`, { to: "REFUND", reason: "A mistake" });
    // Stripe knows no invoice of the other mode, and is not asked again and again.
    expect(note.body.code).toBe(provider === "PROVIDER_A" ? "K6048" : undefined);
    await ask("post", `${invoice}/credit-notes`, { to: "BALANCE", amount: 100, reason: "A mistake" });
    await ask("post", `${invoice}/refunds`, { amount: 100, reason: "A mistake" });
    await ask("post", `${invoice}/void`, {});
    await ask("post", `${invoice}/write-off`, { reason: "Never paid" });
    await ask("post", `${invoice}/reopen`, { reason: "Paid after all" });
    await ask("post", `${invoice}/payments`, {
      amount: 100,
      paid_at: "2026-11-01T00:00:00Z",
      reference: "r",
    });
  }
  for (const path of ["cancel", "pause", "resume"])
    await ask("post", `${subscription}/${path}`, path === "cancel" ? { at: "now" } : {});
  await ask("post", `${subscription}/change-plan/preview`, { plan_price_id: price("free") });
  await ask("post", `${subscription}/change-plan`, { plan_price_id: price("free") });
  await ask("post", `${subscription}/move-provider`, { provider: "PROVIDER_B" });
  await ask("post", `${subscription}/items`, { description: "More", amount: 100 });
  await ask("delete", `${subscription}/pending-change`);
  const held = (await ask("get", `/v1/billing/ledger?${of}&state=held`)).body.data;
  expect(held).toMatchObject([{ amount: -500, why: { code: "LEFT" } }]);
  expect(
    (await ask("post", `/v1/billing/ledger/${held[0].id}/decide`, { decision: "balance", reason: "No" })).body
      .code,
  ).toBe("K6076");
  for (const path of [
    ...[
      "disputes",
      "refunds",
      "credit-notes",
      "invoice-notices",
      `subscriptions?${of}`,
      `payment-methods?${of}`,
    ],
    ...[`tax-ids?${of}`, `customers/${customer}/balance`, "ledger", "revenue/mrr", `entitlements?${of}`],
    ...["cardprovider/drift", "cardprovider/drift/run", "cardprovider/card-form", "cardprovider/drift/mends"],
  ])
    await ask("get", `/v1/billing/${path}`);
  // Cards of test mode, and what is sold next.
  await ask("post", "/v1/billing/payment-methods", { customer, cardprovider_payment_method_id: card.id });
  await ask("post", "/v1/billing/payment-methods", { customer, cardprovider_test_card_token: "tok_visa" });
  await ask("delete", `/v1/billing/payment-methods/${card.id}?${of}`);
  const headless = "/v1/billing/cardprovider/subscriptions/headless";
  const refused = await ask("post", headless, {
    ...buyer,
    cardprovider_test_card_token: "tok_visa",
    plan_price_id: price("pro"),
  });
  expect([refused.status, refused.body.code]).toEqual([422, "K7003"]);
  await ask("post", headless, {
    ...buyer,
    cardprovider_payment_method_id: card.id,
    plan_price_id: price("pro"),
  });
  await ask("post", headless, { ...buyer, plan_price_id: price("pro") });
  await ask("post", "/v1/billing/invoices/preview", {
    customer,
    provider: "PROVIDER_A",
    currency: "USD",
    lines: [{ description: "Set-up", amount: 900 }],
  });
  await ask("post", "/v1/billing/invoices", {
    customer,
    provider: "PROVIDER_A",
    currency: "USD",
    lines: [{ description: "Set-up", amount: 900 }],
  });
  await ask("post", `/v1/billing/subscriptions/${transfer.id}/move-provider`, { provider: "PROVIDER_A" });
  await ask("post", "/v1/billing/tax-ids", {
    customer,
    tax_ids: [{ type: "eu_vat", value: "DE987654321" }],
  });
  for (const slug of ["pro", "euros"])
    await made(ask("post", "/v1/billing/checkout", { customer, plan_price_id: price(slug) }));
  await made(ask("post", "/v1/billing/cardprovider/setup-intent", { customer }));
  await made(ask("post", "/v1/billing/cardprovider/portal-session", { customer }));
  await made(ask("post", headless, { ...buyer, plan_price_id: price("free") }));
  await ask("post", "/v1/test-clocks", { name: "A year" });
  await ask("post", "/v1/billing/cardprovider/drift/mend", {});
  await ask("post", "/v1/billing/cardprovider/import", {});
  await ask("post", "/v1/billing/cardprovider/callbacks/rotate", {});
  await ask("post", "/v1/privacy/erasures", { customer, cancel: true });
  expect(answers.filter((line) => / 5\d\d /.test(line))).toEqual([]);
  await world.close();
});
