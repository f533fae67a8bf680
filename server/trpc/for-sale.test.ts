// @module-tag ci
import Stripe from "stripe";
import { describe, expect } from "vitest";
import { z } from "zod";
import { readChangeOptions } from "../domain/billing/subscriptions/change/read-change-options.ts";
import { portalOperation } from "../platform/schema/operation.ts";
import { OWN_DATA } from "../platform/schema/throttles.ts";
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
import { unique, type World } from "../testing/world.ts";
import { Nothing, router } from "./init.ts";
import { mutation } from "./procedures.ts";
import { appRouter } from "./root.ts";

// What customers and visitors may buy by themselves: what the price list shows. Generated from the router: an operation open to them that
// takes a price, a pack, a code or a quantity is to be named in TABLE, and is called with what is not for sale.

/** Fields that name what is bought, and how much of it. */
const NAMES_OFFER = /(^|_)(price|plan|pack|product|code|coupon|drivers?|steps|items?|quantity|trial)(_|s?$)/;

/** Kinds of what is bought. */
const KINDS = ["price", "driver", "promotion", "invitation"] as const;
type Kind = (typeof KINDS)[number];

const CHANGE = { plan_price_id: "price", drivers: "driver", promotion_code: "promotion" } as const;

/** By operation: the fields that name what is bought, by what they name; or why it sells nothing. */
const TABLE: Record<string, Partial<Record<string, Kind>> | string> = {
  "auth.register": { invitation_code: "invitation" },
  "checkout.openForVisitor": { plan_price_id: "price", drivers: "driver" },
  "entitlements.check": "answers whether `quantity` may be used",
  "invitations.check": { code: "invitation" },
  "invitations.redeem": { code: "invitation" },
  "pricing.get": "`product` filters the price list",
  "subscriptions.changePlan": CHANGE,
  "subscriptions.list": "filters the customer's own subscriptions",
  "subscriptions.previewChange": CHANGE,
  "waitlist.confirm": "`referral_code` is that of the place whose mail is answered",
  "waitlist.join": "`referral_code` names who brought the visitor",
  "waitlist.position": "shows the `referral_code` of a place",
};

const offering = (root: Parameters<typeof operationsOpenTo>[0]) =>
  operationsOpenTo(root).filter(({ procedure }) =>
    propertiesOf(procedure).some((property) => NAMES_OFFER.test(property)),
  );

it("every operation open to customers or visitors that takes a price, a pack, a code or a quantity is in the table", () => {
  expect(
    offering(appRouter).map(({ name }) => name),
    "name it in TABLE: with the fields that name what is bought, or with why it sells nothing",
  ).toEqual(Object.keys(TABLE));
});

it("an operation that is added is found", () => {
  const Order = z.strictObject({ order: z.strictObject({ addon_price_id: z.string() }) });
  const added = router({
    addons: router({ buy: mutation(portalOperation({ throttle: OWN_DATA }), Order, Nothing, () => ({})) }),
  });
  expect(offering(added).map(({ name }) => name)).toEqual(["addons.buy"]);
});

interface Shop {
  /** The valid fields of an input. */
  fields: Record<string, unknown>;
  /** What they may not buy, by why; `missing` is not there at all. */
  refused: Record<Kind, Record<string, unknown>>;
  call(who: Outsider, name: string, input: Record<string, unknown>): Promise<Told>;
  /** A subscription to a plan that was taken off the price list. */
  kept: { id: string; plan_price_id: string };
}

let shop: Shop;
it.beforeAll(async ({ world }) => {
  shop = await aShop(world);
});

const tried = Object.entries(TABLE).flatMap(([name, fields]) =>
  typeof fields === "string"
    ? []
    : Object.entries(fields).map(([field, kind]) => ({ name, field, kind: kind ?? "price" })),
);

/** The details that repeat what was sent. */
const ECHOED = ["code", "feature_key", "value"];

describe.each(tried)("$name with $field", ({ name, field, kind }) => {
  const open = operationsOpenTo(appRouter).find((one) => one.name === name);
  const known = propertiesOf(open?.procedure);

  it.for(open?.callers ?? [])(
    "answers the %s alike for what is not for sale and for what is not there",
    async (who) => {
      const input = Object.fromEntries(Object.entries(shop.fields).filter(([one]) => known.includes(one)));
      const answers: Record<string, string> = {};
      for (const [why, value] of Object.entries(shop.refused[kind])) {
        const { body, status } = await shop.call(who, name, { ...input, [field]: value });
        // What is named by the caller is told back as it was sent.
        const told = Object.entries(body.details ?? {}).filter(([key]) => !ECHOED.includes(key));
        answers[why] = `${status} ${body.code} ${JSON.stringify(told)}`;
      }
      const { missing } = answers;
      expect(missing).toMatch(/^4\d\d K\d{4} /);
      expect(answers).toEqual(Object.fromEntries(Object.keys(answers).map((why) => [why, missing])));
    },
  );
});

it("a customer keeps the price that they have, though it is not for sale any more", async () => {
  const asked = { ...shop.kept, drivers: [] };
  for (const who of ["user", "portal"] as const)
    expect((await shop.call(who, "subscriptions.previewChange", asked)).body.code, who).toBe(undefined);
  expect((await shop.call("portal", "subscriptions.changePlan", asked)).body.code).toBe(undefined);
});

it("the tenant's back end moves a customer to a plan that is not for sale", async ({ world }) => {
  const tenant = await aTenant(world);
  const { pro, hidden } = await aPriceList(tenant);
  const { id } = await aSubscription(tenant, { price: pro });
  const path = `/v1/billing/subscriptions/${id}/change-plan`;
  const { status, body } = await tenant.admin.post(path, { plan_price_id: hidden });
  expect(status, JSON.stringify(body)).toBe(200);
});

it.for(["plan", "product", "price"] as const)(
  "nobody is moved to a price whose %s was taken off sale, nor is it offered; the present one stays",
  async (thing, { world }) => {
    const { admin, server, scope, ...tenant } = await aTenant(world);
    const slugs = ["pro", "team", "max"];
    const { plans, productId } = await aCatalog(scope, {
      plans: slugs.map((slug, nth) => ({ slug, prices: [{ amount: 100 * (nth + 1) }] })),
    });
    const [pro, team] = [plans.pro?.prices[0], plans.team?.prices[0]];
    const { id } = await aSubscription({ admin, server, scope, ...tenant }, { price: pro });
    const archived = { plan: plans.team?.id, product: productId, price: team }[thing];
    expect((await admin.post(`/v1/catalog/${thing}s/${archived}/archive`)).status).toBe(200);
    const path = `/v1/billing/subscriptions/${id}/change-plan`;
    for (const way of [path, `${path}/preview`])
      expect((await server.post(way, { plan_price_id: team })).body.code, way).toBe("K6008");
    expect((await server.post(path, { plan_price_id: pro })).status).toBe(200);
    const { prices } = await readChangeOptions(scope, { id });
    const offered = prices.map(({ plan_price }) => plan_price.id);
    expect(offered).toEqual(thing === "product" ? [] : [plans.max?.prices[0]]);
  },
);

async function aShop(world: World): Promise<Shop> {
  const [tenant, theirs] = [await aTenant(world), await aTenant(world)];
  const { pro, team, ...notForSale } = await aPriceList(tenant);
  const other = await aPriceList(theirs);
  const own = await aSubscription(tenant, { price: pro });
  const kept = await aKeptSubscription(tenant, own.customer);
  const { client } = await aUser(tenant, { customer: own.customer });
  const { mode } = await world.services.db.tenant.findUniqueOrThrow({ where: { id: tenant.id } });
  const whose = { tenantId: tenant.id, tenantMode: mode, address: "192.0.2.1" };
  const code = await theirs.admin.post("/v1/invitations/code", {});
  const stranger = await aSubscription(tenant, { price: pro });
  const steps = (feature_key: string) => [{ feature_key, steps: 1 }];
  return {
    fields: { id: own.id, plan_price_id: team, email: `${unique("person")}@example.com` },
    refused: {
      price: { ...notForSale, theirs: other.pro, missing: "price_01h455vb4pex5vsknk084sn02q" },
      driver: { unsold: steps("pro"), theirs: steps("theirs"), missing: steps("none") },
      promotion: {
        theirs: await aPromotionCode(world, theirs),
        "for another customer": await aPromotionCode(world, tenant, stranger.body.provider_customer_id),
        missing: "NONE",
      },
      invitation: { theirs: code.body.code, missing: "WK4RX-7CDMA-93HP" },
    },
    kept,
    async call(who, name, input) {
      const open = operationsOpenTo(appRouter).find((one) => one.name === name);
      if (who === "user") return callRest(client, { openapi: open?.openapi }, input);
      const caller =
        who === "visitor"
          ? ({ type: "visitor", ...whose } as const)
          : ({ type: "portal", ...whose, customerId: own.customerId, member: null } as const);
      return callAsPage({ root: appRouter, services: world.services }, caller, name, input);
    },
  };
}

/** A plan on sale, and prices that are not, each for its own reason. */
async function aPriceList({ scope }: TestTenant) {
  const { db, tenantId } = scope;
  const slugs = ["hidden", "retired", "unpublished", "negotiated"];
  const { plans } = await aCatalog(scope, {
    features: { pro: { type: "BOOLEAN" }, theirs: { type: "BOOLEAN" } },
    plans: [
      { slug: "pro", prices: [{ amount: 4_900 }, { amount: 200 }], entitlements: { pro: {} } },
      { slug: "team", prices: [{ amount: 9_900 }], entitlements: { pro: {} } },
      ...slugs.map((slug) => ({ slug, prices: [{ amount: 100 }] })),
    ],
  });
  const other = await aCatalog(scope, { plans: [{ slug: "ended", prices: [{ amount: 100 }] }] });
  const byId = (id: string | undefined) => ({ where: { tenantId_id: { tenantId, id: id ?? "" } } });
  const priceOf = (slug: string, index = 0) => plans[slug]?.prices[index] ?? "";
  const archivedAt = scope.clock.now();
  await db.plan.update({ ...byId(plans.hidden?.id), data: { isPublic: false } });
  await db.plan.update({ ...byId(plans.retired?.id), data: { archivedAt } });
  await db.plan.update({ ...byId(plans.negotiated?.id), data: { contactUrl: "https://seller.example/ask" } });
  await db.pack.update({ ...byId(plans.unpublished?.packId), data: { status: "ARCHIVED" } });
  await db.planPrice.update({ ...byId(priceOf("pro", 1)), data: { archivedAt } });
  await db.product.update({ ...byId(other.productId), data: { archivedAt } });
  return {
    pro: priceOf("pro"),
    team: priceOf("team"),
    hidden: priceOf("hidden"),
    retired: priceOf("retired"),
    unpublished: priceOf("unpublished"),
    archived: priceOf("pro", 1),
    negotiated: priceOf("negotiated"),
    ended: other.plans.ended?.prices[0] ?? "",
  };
}

async function aKeptSubscription({ scope, ...tenant }: TestTenant, customer: string) {
  const { plans } = await aCatalog(scope, { plans: [{ slug: "old", prices: [{ amount: 100 }] }] });
  const [price = ""] = plans.old?.prices ?? [];
  const { id } = await aSubscription({ scope, ...tenant }, { price, customer, paidBy: "invoice" });
  const where = { tenantId_id: { tenantId: scope.tenantId, id: plans.old?.id ?? "" } };
  await scope.db.plan.update({ where, data: { isPublic: false } });
  return { id, plan_price_id: price };
}

async function aPromotionCode(world: World, { providerKey }: TestTenant, customer?: string): Promise<string> {
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(providerKey, { host, port, protocol: "http" });
  const coupon = await stripe.coupons.create({ percent_off: 50, duration: "once" });
  const { code } = await stripe.promotionCodes.create({
    promotion: { type: "coupon", coupon: coupon.id },
    code: unique("CODE").replace(/\W/g, ""),
    ...(customer && { customer }),
  });
  return code;
}
