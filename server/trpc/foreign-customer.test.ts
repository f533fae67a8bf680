// @module-tag ci
import { describe, expect } from "vitest";
import { aCatalog } from "../testing/a-catalog.ts";
import { aSubscription } from "../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../testing/a-tenant.ts";
import { aUser } from "../testing/a-user.ts";
import { it } from "../testing/it.ts";
import {
  callAsPage,
  callRest,
  type Outsider,
  operationsOpenTo,
  propertiesOf,
  type Told,
} from "../testing/open-operations.ts";
import { unique } from "../testing/world.ts";
import { appRouter } from "./root.ts";

// Generated from the router: to an end user, and to a customer in the portal, another customer and their objects are answered as what is
// not there, so that no answer tells which there are.

/** The field `id`, by the operation's group. */
const ID_OF_GROUP: Record<string, keyof Ids> = {
  subscriptions: "subscription",
  invoices: "invoice",
  creditNotes: "creditNote",
  paymentMethods: "card",
};

/** The other fields that name a customer or one of their objects; null: that name what belongs to no customer. */
const FIELDS: Record<string, keyof Ids | null> = {
  customer: "customer",
  invoice_id: "invoice",
  subscription_id: "subscription",
  payment_id: "payment",
  usage_record_id: "usageRecord",
  cardprovider_payment_method_id: "card",
  quote_id: "quote",
  plan_price_id: null,
  plan_id: null,
  pack_id: null,
  product_id: null,
};

interface Ids {
  customer: string;
  subscription: string;
  invoice: string;
  creditNote: string;
  payment: string;
  usageRecord: string;
  card: string;
  quote: string;
}

const named = operationsOpenTo(appRouter)
  .filter(({ callers }) => callers.some((who) => who !== "visitor"))
  .map((operation) => {
    const fields = propertiesOf(operation.procedure);
    return { ...operation, fields, naming: fields.filter((one) => /(^|_)id$|^customer$|^user$/.test(one)) };
  });

const kindOf = (name: string, field: string): keyof Ids | null | undefined =>
  field === "id" ? ID_OF_GROUP[name.split(".")[0] ?? ""] : FIELDS[field];

it("every field that names an object is known", () => {
  const unknown = named.flatMap(({ name, naming }) =>
    naming.filter((field) => kindOf(name, field) === undefined).map((field) => `${name} ${field}`),
  );
  expect(unknown, "name the field in FIELDS or ID_OF_GROUP").toEqual(["invitations.redeem user"]);
});

const tried = named.flatMap(({ name, naming, callers, ...operation }) =>
  naming.flatMap((field) => {
    const kind = kindOf(name, field);
    const asked = { ...operation, name, field };
    return kind ? callers.filter((who) => who !== "visitor").map((who) => ({ ...asked, kind, who })) : [];
  }),
);

let own: Ids;
let theirs: Ids;
let missing: Ids;
let call: (who: Outsider, operation: (typeof tried)[number], input: Record<string, unknown>) => Promise<Told>;

it.beforeAll(async ({ world }) => {
  const tenant = await aTenant(world);
  const catalog = await aCatalog(tenant.scope, {
    features: { calls: { type: "METERED" } },
    plans: [
      { slug: "pro", prices: [{ amount: 4_900 }], entitlements: { calls: { limit: 100 } } },
      { slug: "team", prices: [{ amount: 9_900 }], entitlements: { calls: { limit: 100 } } },
    ],
  });
  const price = catalog.plans.pro?.prices[0];
  const team = catalog.plans.team?.prices[0];
  const me = await objectsOf(tenant, price);
  own = me.ids;
  theirs = (await objectsOf(tenant, price)).ids;
  const none = "01h455vb4pex5vsknk084sn02q";
  missing = {
    customer: `cus_${none}`,
    subscription: `sub_${none}`,
    invoice: `inv_${none}`,
    quote: `quote_${none}`,
    creditNote: `cn_${none}`,
    payment: `pay_${none}`,
    usageRecord: `usage_${none}`,
    card: "pm_none",
  };
  const { client } = await aUser(tenant, { customer: me.customer });
  const { mode } = await world.services.db.tenant.findUniqueOrThrow({ where: { id: tenant.id } });
  const portal = { type: "portal", tenantId: tenant.id, tenantMode: mode, address: "192.0.2.1" } as const;
  const fixed = { plan_price_id: team, feature_key: "calls", email: `${unique("p")}@example.com` };
  call = async (who, operation, input) => {
    const { fields } = operation;
    const whole: Record<string, unknown> = {};
    for (const field of fields) {
      const kind = kindOf(operation.name, field);
      if (kind && (field === "id" || field === "customer" || operation.openapi?.path.includes(`{${field}}`)))
        whole[field] = own[kind];
      else if (field in fixed) whole[field] = fixed[field as keyof typeof fixed];
    }
    const sent = { ...whole, ...input };
    if (who === "user") return callRest(client, operation, sent);
    const pass = { ...portal, customerId: me.ids.customer, member: null };
    return callAsPage({ root: appRouter, services: world.services }, pass, operation.name, sent);
  };
});

/** The answer without what differs by chance; what names the object that was asked for is replaced. */
function told({ status, headers, body }: Told, asked: string) {
  const names = Object.keys(headers).filter((name) => !/^(date|x-request-id|etag|ratelimit-)/.test(name));
  return JSON.stringify({ status, names, body }).replaceAll(asked, "…");
}

describe.each(tried)("$name as $who", (operation) => {
  const { field, kind, who } = operation;

  it(`answers alike for another customer's ${field} and for one that is not there`, async () => {
    const foreign = await call(who, operation, { [field]: theirs[kind] });
    const none = await call(who, operation, { [field]: missing[kind] });
    expect(told(foreign, theirs[kind])).toBe(told(none, missing[kind]));
    expect(JSON.stringify(foreign.body)).not.toContain(theirs.customer);
  });
});

it.for(["user", "portal"] as const)(
  "a customer is refused as one that is not theirs, by the name of the tenant, too: %s",
  async (who) => {
    const operation = tried.find((one) => one.name === "invoices.list" && one.who === who);
    if (!operation) throw new Error("There is no such operation.");
    const answer = await call(who, operation, { customer: "nobody" });
    expect([answer.status, answer.body.code]).toEqual([403, "K2010"]);
    expect((await call(who, operation, {})).status).toBe(200);
  },
);

/** A customer with an object of each kind. */
async function objectsOf(tenant: TestTenant, price: string | undefined) {
  const { db, tenantId } = tenant.scope;
  const { id, customer, customerId } = await aSubscription(tenant, { price });
  const byInvoice = await aCatalog(tenant.scope, { plans: [{ slug: "extra", prices: [{ amount: 900 }] }] });
  const extra = byInvoice.plans.extra?.prices[0];
  const second = await aSubscription(tenant, { price: extra, customer, paidBy: "invoice" });
  const [invoice] = (await tenant.admin.get(`/v1/billing/invoices?subscription_id=${second.id}`)).body.data;
  const path = `/v1/billing/invoices/${invoice.id}`;
  await tenant.admin.post(`${path}/payments`, { amount: 100 });
  const [payment] = (await tenant.admin.get(`${path}/payments`)).body.data;
  const note = await tenant.admin.post(`${path}/credit-notes`, { amount: 300, reason: "Two days lost." });
  await tenant.admin.post("/v1/billing/usage", { customer, feature_key: "calls", quantity: 1 });
  const record = await db.usageRecord.findFirstOrThrow({ where: { tenantId, customerId } });
  const cards = (await tenant.admin.get(`/v1/billing/payment-methods?customer=${customer}`)).body.data;
  const change = `/v1/billing/subscriptions/${id}/change-plan/preview`;
  const quote = await tenant.admin.post(change, { plan_price_id: price, drivers: [] });
  const ids: Ids = {
    customer: customerId,
    subscription: id,
    invoice: invoice.id,
    creditNote: note.body.id,
    payment: payment.id,
    usageRecord: record.id,
    card: cards[0].id,
    quote: quote.body.id,
  };
  for (const [kind, one] of Object.entries(ids)) if (!one) throw new Error(`No ${kind}.`);
  return { customer, ids };
}
