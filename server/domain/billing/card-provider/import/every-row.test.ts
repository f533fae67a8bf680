import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCatalog } from "../../../../testing/a-catalog.ts";
import { aTenant } from "../../../../testing/a-tenant.ts";
import { openWorld, unique, type World } from "../../../../testing/world.ts";
import { getDrift } from "../drift/drift.ts";

// An account that grew for years: each subscription gets its own result, and none is lost silently.

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

type Person = Stripe.CustomerCreateParams;

/** An account at the provider, and a tenant with two prices that cost 15 and 30 dollars a month. */
async function anAccount() {
  const tenant = await aTenant(world);
  const { plans } = await aCatalog(tenant.scope, {
    plans: [
      { slug: "team", prices: [{ amount: 1500 }] },
      { slug: "firm", prices: [{ amount: 3000 }] },
    ],
  });
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(tenant.providerKey, { host, port: Number(port), protocol: "http" });
  const product = await stripe.products.create({ name: "Team" });
  const price = async (unit_amount: number) => {
    const recurring = { interval: "month" as const };
    return (await stripe.prices.create({ product: product.id, currency: "usd", unit_amount, recurring })).id;
  };
  const person = async (fields: Person) =>
    (
      await stripe.customers.create({
        payment_method: "pm_card_visa",
        invoice_settings: { default_payment_method: "pm_card_visa" },
        ...fields,
      })
    ).id;
  const subscribe = (customer: string, of: string, more: Partial<Stripe.SubscriptionCreateParams> = {}) =>
    stripe.subscriptions.create({ customer, items: [{ price: of }], ...more });
  const [team, firm] = [await price(1500), await price(3000)];
  const [ours, next] = [plans.team?.prices[0] ?? "", plans.firm?.prices[0] ?? ""];
  const prices = [
    { provider_price_id: team, plan_price_id: ours },
    { provider_price_id: firm, plan_price_id: next },
  ];
  const run = async (fields: object = {}) => {
    const { status, body } = await tenant.admin.post("/v1/billing/cardprovider/import", {
      prices,
      ...fields,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  return { tenant, stripe, team, firm, ours, next, prices, price, person, subscribe, run };
}

const byId = (rows: { provider_subscription_id: string; reason: string }[]) =>
  Object.fromEntries(rows.map((row) => [row.provider_subscription_id, row.reason]));

describe("each subscription by itself", () => {
  it("matches customers by their address, in any case", async () => {
    const { tenant, person, subscribe, team, run } = await anAccount();
    const address = `${unique("P2")}@Example.com`;
    await subscribe(await person({ email: address }), team);
    const { imported } = await run({ is_dry_run: false });
    const { data } = (await tenant.admin.get(`/v1/billing/subscriptions?customer=${imported[0].external_id}`))
      .body;
    expect(data[0].customer.email).toBe(address.toLowerCase());
    await expect(
      world.services.db.customer.updateMany({ where: { tenantId: tenant.id }, data: { email: address } }),
    ).rejects.toThrow("customers_email");
  });

  it("imports every paying customer, whatever their address; one that mail cannot reach is left out and named", async () => {
    const { tenant, person, subscribe, team, run } = await anAccount();
    const id = unique("x");
    const sold = [
      `r&d.${id}@example.com`,
      `${id}@xn--e1afmkfd.xn--p1ai`,
      `o${id}'@example.com`,
      `а.${id}@example.com`,
    ];
    for (const email of sold)
      await subscribe(await person({ email, metadata: { account: email.slice(0, 30) } }), team);
    const asked = { external_id: { metadata: "account" } };
    const promised = await run(asked);
    const { imported, skipped } = await run({ ...asked, is_dry_run: false });
    expect(skipped).toEqual([]);
    const left = (rows: { unusable_email: string | null }[]) =>
      rows.flatMap((row) => row.unusable_email ?? []);
    expect([left(promised.imported), left(imported)]).toEqual([[sold[3]], [sold[3]]]);
    const made = await world.services.db.customer.findMany({ where: { tenantId: tenant.id } });
    expect(made.map(({ email }) => email).sort()).toEqual([null, ...sold.slice(0, 3)].sort());
    expect(
      (await run({ ...asked, external_id: "email" })).skipped.map(({ reason }: { reason: string }) => reason),
    ).toEqual(Array.from({ length: 4 }, () => "already_here"));
  });

  it("continues after metadata that cannot name a customer, and reports it", { tags: ["long"] }, async () => {
    const { person, subscribe, team, run } = await anAccount();
    const named = async (account: string) => subscribe(await person({ metadata: { account } }), team);
    const control = await named("acct\u0007one");
    const long = await named("x".repeat(300));
    const like = await named("cus_01h455vb4pex5vsknk084sn02q");
    const none = await subscribe(await person({}), team);
    const good = await named("acct-good");
    const fields = { external_id: { metadata: "account" }, is_dry_run: false };
    const { imported, skipped } = await run(fields);
    expect(imported.map((row: { provider_subscription_id: string }) => row.provider_subscription_id)).toEqual(
      [good.id],
    );
    expect(byId(skipped)).toEqual({
      [control.id]: "external_id_invalid",
      [long.id]: "external_id_invalid",
      [like.id]: "external_id_invalid",
      [none.id]: "no_external_id",
    });
    expect(skipped.every(({ message }: { message: string }) => message.endsWith("."))).toBe(true);
  });

  it("imports one whose metadata is full at the provider", { tags: ["long"] }, async () => {
    const { person, subscribe, team, run } = await anAccount();
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`key${index}`, "x"]));
    const full = await subscribe(await person({}), team, { metadata });
    const other = await subscribe(await person({}), team);
    const { imported } = await run({ is_dry_run: false });
    expect(
      imported.map((row: { provider_subscription_id: string }) => row.provider_subscription_id).sort(),
    ).toEqual([full.id, other.id].sort());
    expect(byId((await run({ is_dry_run: false })).skipped)).toEqual({
      [full.id]: "already_here",
      [other.id]: "already_here",
    });
  });

  it("names those of another installation as such", async () => {
    const { tenant, person, subscribe, team, run } = await anAccount();
    const other = await subscribe(await person({}), team, { metadata: { usher_tenant: "ten_another" } });
    const own = await subscribe(await person({}), team, { metadata: { usher_tenant: tenant.id } });
    expect(byId((await run()).skipped)).toEqual({ [other.id]: "other_installation", [own.id]: "made_here" });
  });

  it("imports both of two prices that are mapped to one of ours, and keeps them apart from differences", {
    tags: ["long"],
  }, async () => {
    const { tenant, stripe, person, subscribe, team, ours, price, run } = await anAccount();
    const second = await price(1500);
    const one = await subscribe(await person({}), team);
    const two = await subscribe(await person({}), second);
    const prices = [team, second].map((id) => ({ provider_price_id: id, plan_price_id: ours }));
    expect((await run({ prices, is_dry_run: false })).imported).toHaveLength(2);
    // What was mapped once is known from then on.
    const three = await subscribe(await person({}), second);
    const { imported } = await run({ prices: [], is_dry_run: false });
    expect(imported).toMatchObject([{ provider_subscription_id: three.id, plan_price_id: ours }]);
    await world.services.db.subscription.updateMany({
      where: { tenantId: tenant.id },
      data: { updatedAt: new Date(Date.now() - 600_000) },
    });
    expect(await getDrift(tenant.scope)).toMatchObject({ theirs: 3, differences: [] });
    for (const [{ id }, paid] of [
      [one, team],
      [two, second],
    ] as const)
      expect((await stripe.subscriptions.retrieve(id)).items.data[0]?.price.id).toBe(paid);
  });

  it("imports a scheduled cancellation and the scheduled change of a schedule", {
    tags: ["long"],
  }, async () => {
    const { tenant, stripe, person, subscribe, team, firm, next, price, run } = await anAccount();
    const at = Math.floor(Date.now() / 1000) + 100 * 86_400;
    const ending = await subscribe(await person({}), team, { cancel_at: at });
    const moving = await subscribe(await person({}), team);
    const odd = await subscribe(await person({}), team);
    const toOther = async ({ id, items }: Stripe.Subscription, to: string) => {
      const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
      const [item] = items.data;
      await stripe.subscriptionSchedules.update(schedule.id, {
        end_behavior: "release",
        phases: [
          {
            items: [{ price: team, quantity: 1 }],
            start_date: schedule.current_phase?.start_date ?? 0,
            end_date: item?.current_period_end ?? 0,
          },
          {
            items: [{ price: to, quantity: 1 }],
            proration_behavior: "none",
            duration: { interval: "month", interval_count: 1 },
          },
        ],
      });
      return new Date((item?.current_period_end ?? 0) * 1000).toISOString();
    };
    const changesAt = await toOther(moving, firm);
    await toOther(odd, await price(9900));
    const { imported, skipped } = await run({ is_dry_run: false });
    const row = (id: string) =>
      imported.find((each: { provider_subscription_id: string }) => each.provider_subscription_id === id);
    expect(row(ending.id)).toMatchObject({ cancel_at: new Date(at * 1000).toISOString() });
    expect(row(moving.id)).toMatchObject({ next_plan_price_id: next, next_plan_price_at: changesAt });
    expect(byId(skipped)).toEqual({ [odd.id]: "schedule" });
    const kept = await tenant.admin.get(`/v1/billing/subscriptions/${row(moving.id).subscription_id}`);
    expect(kept.body.pending_plan_price_id).toBe(next);
    const stored = await world.services.db.subscription.findFirstOrThrow({
      where: { tenantId: tenant.id, providerSubscriptionId: ending.id },
    });
    expect(stored.cancelAt).toEqual(new Date(at * 1000));
    await world.services.db.subscription.updateMany({
      where: { tenantId: tenant.id },
      data: { updatedAt: new Date(Date.now() - 600_000) },
    });
    expect((await getDrift(tenant.scope)).differences).toEqual([]);
    for (const { id } of [moving, odd]) {
      const { schedule } = await stripe.subscriptions.retrieve(id);
      expect((await stripe.subscriptionSchedules.retrieve(String(schedule))).status).toBe("active");
    }
  });
});

describe("the dry run", () => {
  it("predicts exactly what the import does, across pages and for customers with shared names and addresses", {
    tags: ["long"],
  }, async () => {
    const { tenant, person, subscribe, team, firm, price, prices, ours, run } = await anAccount();
    const [third, unknown] = [await price(1500), await price(700)];
    const mapped = [...prices, { provider_price_id: third, plan_price_id: ours }];
    // A few names and addresses for many: who comes first takes the name, and a product once.
    const random = (below: number) => Math.floor(Math.random() * below);
    const people: string[] = [];
    for (let number = 0; number < 14; number++) {
      const account = ["a", "b", "c", "d", "", "x\u0007", "cus_01h455vb4pex5vsknk084sn02q"][random(7)] ?? "";
      people.push(
        await person({ email: `P${random(4)}@Example.com`, ...(account && { metadata: { account } }) }),
      );
    }
    for (let number = 0; number < 36; number++) {
      const of = [team, firm, third, unknown][random(4)] ?? team;
      const quantity = random(8) === 0 ? 2 : 1;
      const metadata: Record<string, string> = random(9) === 0 ? { usher_tenant: "ten_another" } : {};
      const items = [{ price: of, quantity }];
      await subscribe(people[random(people.length)] ?? "", of, { items, metadata });
    }
    const all = async (is_dry_run: boolean, limit: number) => {
      const rows: string[] = [];
      let cursor: string | undefined;
      do {
        const fields = {
          prices: mapped,
          external_id: { metadata: "account" },
          is_dry_run,
          limit,
          ...(cursor && { cursor }),
        };
        const part = await run(fields);
        // A page that is requested again gives the same response.
        if (is_dry_run)
          expect(await run(fields)).toMatchObject({ imported: part.imported, skipped: part.skipped });
        for (const one of part.imported) rows.push(`${one.provider_subscription_id} ${one.external_id}`);
        for (const one of part.skipped) rows.push(`${one.provider_subscription_id} ${one.reason}`);
        cursor = part.next_cursor ?? undefined;
      } while (cursor);
      return rows.sort();
    };
    const promised = await all(true, 7);
    expect(promised).toHaveLength(36);
    expect((await tenant.admin.get("/v1/billing/subscriptions")).body.data).toEqual([]);
    expect(await all(false, 5)).toEqual(promised);
  });
});
