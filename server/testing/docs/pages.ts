import { expect } from "vitest";
import { aCatalog } from "../a-catalog.ts";
import { aTenant, type TestTenant } from "../a-tenant.ts";
import { mailedSecret } from "../a-user.ts";
import { aForeignOne } from "../mutations-billing.ts";
import { done } from "../stage.ts";
import type { World } from "../world.ts";
import { DAY, onAClock } from "./on-a-clock.ts";

/** What a page needs of a reader who follows it: what they have already, and what they do between its blocks. */
export interface Story {
  tenant: TestTenant;
  /** Replaces the reader's own values, in the order of the page; the last one is used again. */
  values: Record<string, string[]>;
  /** What the reader's program has already, in TypeScript. */
  has?: string;
  /** What happens after a block, by its number on the page, from 0. */
  after?: Record<number, () => Promise<void>>;
  /** What the page promises for later, once all of it was followed: a test clock is advanced to it. */
  later?: () => Promise<void>;
  /** Blocks that stand inside a function of the reader's. */
  inFunction?: number[];
}

const LATER = new Date(Date.now() + 30 * 86_400_000).toISOString();

const USHER = `import { createUsher } from "@usher/client";
const usher = createUsher({
  baseUrl: process.env.USHER_URL ?? "",
  appId: process.env.USHER_APP_ID ?? "",
  clientId: process.env.USHER_CLIENT_ID ?? "",
  clientSecret: process.env.USHER_CLIENT_SECRET ?? "",
});`;

const person = (customer: string) => ({ customer, email: `billing@${customer}.example` });

/** A customer buys by a test card; the subscription's id. */
async function buys({ server }: TestTenant, customer: string, price: string): Promise<string> {
  const body = {
    ...person(customer),
    plan_price_id: price,
    cardprovider_test_card_token: "tok_visa",
  };
  return (await done(server.post("/v1/billing/cardprovider/subscriptions/headless", body))).id;
}

const plan = (slug: string, amount: number, entitlements = {}) => ({
  slug,
  entitlements,
  prices: [{ amount }],
});

/** A tenant with a plan that has no pack for sale yet but an empty one. */
async function withPlan(world: World, features: Parameters<typeof aCatalog>[1]["features"] = {}) {
  const tenant = await aTenant(world, { mode: "TEST" });
  const catalog = await aCatalog(tenant.scope, { features, plans: [plan("scale", 4_900)] });
  const { id = "", prices = [] } = catalog.plans.scale ?? {};
  return { tenant, catalog, planId: id, price: prices[0] ?? "" };
}

/** The tenant's website, to which its pages may lead back. */
async function isOn(tenant: TestTenant, website_url: string): Promise<void> {
  await done(tenant.admin.send("PATCH", "/v1/settings", { website_url }));
}

/** The pages that are run, and what each begins with. */
export const STORIES: Record<string, (world: World) => Promise<Story>> = {
  async "docs/quickstart.md"(world) {
    const tenant = await aTenant(world, { mode: "TEST" });
    await aCatalog(tenant.scope, { features: { events: { type: "METERED" } }, plans: [] });
    return { tenant, values: { "http://localhost:3000": [world.baseUrl] } };
  },

  async "docs/card-form.md"(world) {
    return { tenant: await aTenant(world, { mode: "TEST" }), values: {} };
  },

  async "docs/public-pages.md"(world) {
    const { tenant, price } = await withPlan(world);
    await buys(tenant, "acme", price);
    await isOn(tenant, "https://app.example.com");
    return { tenant, values: {} };
  },

  async "docs/guides/go-live.md"(world) {
    return { tenant: await aTenant(world, { mode: "TEST" }), values: {} };
  },

  async "docs/webhooks.md"(world) {
    return { tenant: await aTenant(world, { mode: "TEST" }), values: {} };
  },

  async "docs/guides/gate-a-feature.md"(world) {
    const { tenant, planId, price } = await withPlan(world, {
      retention_days: { type: "STATIC", valueType: "number" },
    });
    const acme = await onAClock(tenant, person("acme"));
    return {
      tenant,
      // The override ends when it says.
      async later() {
        expect(await acme.check("sso")).toMatchObject({ has_override: true, allowed: true });
        await acme.wait(31 * DAY);
        expect(await acme.check("sso")).toMatchObject({ has_override: false, allowed: true });
      },
      values: { "plan_…": [planId], "2027-01-31T00:00:00Z": [LATER] },
      after: { 0: async () => void (await buys(tenant, "acme", price)) },
    };
  },

  async "docs/entitlements-and-usage.md"(world) {
    const { tenant, price } = await withPlan(world, { sso: { type: "BOOLEAN" } });
    await buys(tenant, "acme", price);
    return { tenant, values: { "https://billing.example.com": [world.baseUrl] }, has: USHER };
  },

  async "docs/guides/meter-usage.md"(world) {
    const { tenant, planId, price } = await withPlan(world);
    const acme = await onAClock(tenant, person("acme"));
    const events = { customer: "acme", feature_key: "events" };
    const hold = (quantity: number) =>
      tenant.server.post("/v1/billing/usage/reservations", { ...events, quantity });
    return {
      tenant,
      async later() {
        // What is neither confirmed nor released is free again after 15 minutes: all that the ceiling leaves is held twice.
        const { access_limit: most, used } = await acme.check("events");
        const rest = Number(most) - Number(used);
        await done(hold(rest));
        expect((await hold(rest)).status).toBe(409);
        await acme.wait(16);
        const { id } = await done(hold(rest));
        await done(tenant.server.post(`/v1/billing/usage/reservations/${id}/release`, {}));
        // What is past the limit when the month ends is on the renewal's invoice, once: a started thousand at 25 cents.
        await done(tenant.admin.post("/v1/billing/usage/set", { ...events, value: 259_001 }));
        await acme.wait(31 * DAY);
        expect(await acme.check("events")).toMatchObject({ used: 0, billed_amount: 0 });
        await acme.wait(31 * DAY);
        expect(await acme.totals()).toEqual([4_900, 4_900 + 10 * 25, 4_900]);
      },
      values: { "plan_…": [planId], "2026-11-21T09:00:00Z": [new Date().toISOString()] },
      has: `${USHER}\nconst importFile = async () => 4_200;`,
      after: {
        0: async () => {
          await buys(tenant, "acme", price);
          await buys(tenant, "umbrella", price);
        },
      },
    };
  },

  async "docs/guides/seats.md"(world) {
    const { tenant, planId, price } = await withPlan(world);
    const values: Story["values"] = { "plan_…": [planId], "price_…": [price] };
    const acme = await onAClock(tenant, person("acme"));
    return {
      tenant,
      values,
      has: USHER,
      // Steps that were bought cost the same each billing period, with the plan.
      async later() {
        await acme.wait(32 * DAY);
        expect((await acme.totals())[0]).toBe(4_900 + 4 * 1_500);
      },
      after: {
        // The customer buys, and takes no more seats yet than the plan has.
        2: async () => {
          values["sub_…"] = [await buys(tenant, "acme", price)];
        },
      },
    };
  },

  async "docs/guides/upgrade-flow.md"(world) {
    const tenant = await aTenant(world, { mode: "TEST" });
    const catalog = await aCatalog(tenant.scope, {
      features: { events: { type: "METERED" } },
      plans: [
        plan("small", 900, { events: { limit: 1_000 } }),
        plan("big", 4_900, { events: { limit: 100_000 } }),
      ],
    });
    await isOn(tenant, "https://app.example.com");
    const [small = "", big = ""] = ["small", "big"].map((slug) => catalog.plans[slug]?.prices[0] ?? "");
    const values: Story["values"] = { "price_…": [big] };
    const acme = await onAClock(tenant, person("acme"));
    return {
      tenant,
      values,
      async later() {
        const path = `/v1/billing/subscriptions/${values["sub_…"]?.[0]}`;
        const less = { plan_price_id: small, effective: "period_end" };
        // A quote holds for 15 minutes.
        const quote = await done(tenant.admin.post(`${path}/change-plan/preview`, less));
        await acme.wait(16);
        const late = await tenant.admin.post(`${path}/change-plan`, { ...less, quote_id: quote.id });
        expect(late.body.code).toBe("K6010");
        // At the period's end: nothing now, and the next invoice knows the new price alone.
        const before = await acme.totals();
        await done(tenant.admin.post(`${path}/change-plan`, less));
        expect(await acme.totals()).toEqual(before);
        expect(await acme.check("events")).toMatchObject({ limit: 100_000 });
        await acme.wait(32 * DAY);
        expect(await acme.check("events")).toMatchObject({ limit: 1_000 });
        expect(await acme.totals()).toEqual([900, ...before]);
      },
      has: `${USHER}
const showANewPreview = () => { throw new Error("the quote does not hold"); };
const askForAnotherCard = () => { throw new Error("the card was declined"); };
const confirmInTheBrowser = (details: unknown) => { throw new Error(JSON.stringify(details)); };`,
      after: {
        1: async () => {
          values["sub_…"] = [await buys(tenant, "acme", small)];
        },
      },
    };
  },

  async "docs/guides/waitlist-launch.md"(world) {
    const tenant = await aTenant(world, { mode: "TEST" });
    const values: Story["values"] = {
      "https://billing.example.com": [world.baseUrl],
      "app_pub_…": [tenant.browserAppId],
      "2027-02-01T00:00:00Z": [LATER],
    };
    return {
      tenant,
      values,
      has: USHER,
      after: {
        3: async () => {
          values["token of the link"] = [await mailedSecret(tenant, "grace@example.com")];
        },
      },
    };
  },

  async "docs/guides/from-stripe-only.md"(world) {
    const tenant = await aTenant(world, { mode: "TEST" });
    const catalog = await aCatalog(tenant.scope, { plans: [plan("pro", 4_900)] });
    // Sold before Usher was there.
    const foreign = await aForeignOne({ scope: tenant.scope, catalog });
    const price = catalog.plans.pro?.prices[0] ?? "";
    return { tenant, values: { "price_1AbC…": [foreign], "price_…": [price] }, has: USHER };
  },

  async "docs/clients.md"(world) {
    const tenant = await aTenant(world, { mode: "TEST" });
    const catalog = await aCatalog(tenant.scope, {
      features: { exports: { type: "METERED" } },
      plans: [
        plan("pro", 2_900, { exports: { limit: 10 } }),
        plan("team", 9_900, { exports: { limit: 99 } }),
      ],
    });
    const [pro = "", team = ""] = ["pro", "team"].map((slug) => catalog.plans[slug]?.prices[0] ?? "");
    await done(
      tenant.server.post("/v1/auth/register", {
        email: "grace@example.com",
        password: "correct horse battery staple",
        email_verified: true,
      }),
    );
    return {
      tenant,
      values: {
        "https://billing.example.com": [world.baseUrl],
        "app_pub_…": [tenant.browserAppId],
        "price_…": [pro, team],
        "pm_…": ["pm_card_visa"],
      },
      has: `
const remind = async (_: unknown) => undefined;
const store = async (_: unknown) => undefined;
const showUpgrade = (check: unknown) => { throw new Error(JSON.stringify(check)); };
const sayGoodbye = async (_: unknown) => undefined;
const order = { id: "8731", customer: "umbrella", email: "umbrella@example.com", price: ${JSON.stringify(pro)} };
const email = "grace@example.com", password = "correct horse battery staple";
const kept = new Map<string, string>();
const localStorage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};
const whoAsks = async (_: Request) => ({ id: "ada" });`,
      // 0 is the shell's; these name again what the page named before, or return.
      inFunction: [4, 8],
    };
  },
};
