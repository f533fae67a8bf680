import { setTimeout as pause } from "node:timers/promises";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createJobHandlers } from "../../../../jobs/handlers.ts";
import { aCatalog } from "../../../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../../../testing/a-tenant.ts";
import { createClient, type Reply } from "../../../../testing/client.ts";
import { ownDatabase } from "../../../../testing/own-database.ts";
import { openSecondProcess, type SecondProcess } from "../../../../testing/second-process.ts";
import { openWorld, unique, type World } from "../../../../testing/world.ts";

// Concurrent starts, and starts that meet a crash or a provider that hangs. Leases are four seconds long here, longer
// than a busy machine holds a process up, and end by themselves.

const PATH = "/v1/billing/cardprovider/subscriptions/headless";
const LEASES = { USHER_LEASE_SECONDS: "4" };
const TEMPORARY = ["K6007", "K7005", "K9004"];

let world: World;
let tenant: TestTenant;
let stripe: Stripe;
let price = "";

beforeAll(async () => {
  world = await openWorld({ environment: { ...LEASES, DATABASE_URL: await ownDatabase() } });
  tenant = await aTenant(world);
  const catalog = await aCatalog(tenant.scope, { plans: [{ slug: "pro", prices: [{ amount: 1000 }] }] });
  price = catalog.plans.pro?.prices[0] ?? "";
  const { hostname: host, port } = new URL(world.sandboxUrl);
  stripe = new Stripe(tenant.providerKey, { host, port, protocol: "http" });
});

afterAll(() => world?.close());

interface Start {
  customer: string;
  token?: string;
  key?: string | undefined;
  baseUrl?: string;
}

function start({ customer, token = "tok_visa", key, baseUrl = world.baseUrl }: Start): Promise<Reply> {
  const sale = {
    customer,
    email: `${customer}@example.com`,
    plan_price_id: price,
    cardprovider_test_card_token: token,
  };
  const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
  return createClient(baseUrl, tenant.server.headers).post(PATH, sale, headers);
}

/** Retries until the response is one that a client would not retry; every temporary one says when. */
async function untilAnswered(ask: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await ask();
    if (!TEMPORARY.includes(reply.body.code)) return reply;
    expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
    await pause(50);
  }
}

const order = (fault: object) => stripe.rawRequest("POST", "/sandbox/faults", fault);

/** Waits until the injected fault has affected a request. */
async function met(): Promise<void> {
  const waits = "select 1 from stripe_sandbox.faults where remaining > 0";
  const isMet = async () => expect((await world.services.pool.query(waits)).rowCount).toBe(0);
  await vi.waitFor(isMet, { timeout: 45_000, interval: 10 });
}

/** The provider's data of a customer, by our identifier. */
async function chargedOf(customer: string): Promise<string[]> {
  const remote: string[] = [];
  for await (const one of stripe.subscriptions.list({
    status: "all",
    limit: 100,
    expand: ["data.customer"],
  })) {
    const owner = typeof one.customer === "string" ? null : one.customer;
    if (owner && !owner.deleted && owner.metadata.usher_external_id === customer) remote.push(one.id);
  }
  return remote;
}

describe("a start that another of the same customer and product meets", () => {
  it("has to wait, never names a subscription that does not exist, and succeeds when the first is declined", {
    tags: ["long"],
  }, async () => {
    const customer = unique("customer");
    await order({ kind: "slow", delay_ms: 700, method: "POST", path: "/v1/subscriptions" });
    const declined = start({ customer, token: "tok_chargeCustomerFail" });
    await met();
    const good = await start({ customer });
    expect([good.status, good.body.code, good.headers.get("retry-after")]).toEqual([409, "K6007", "1"]);
    expect((await declined).status).toBe(402);
    expect((await untilAnswered(() => start({ customer }))).status).toBe(201);
    expect(await chargedOf(customer)).toHaveLength(1);
  });

  it("is refused for good only when the first succeeded, and then names its id", {
    tags: ["long"],
  }, async () => {
    const customer = unique("customer");
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => untilAnswered(() => start({ customer }))),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    for (const { status, body } of replies) {
      const id = status === 201 ? body.id : body.details.subscription_id;
      expect((await tenant.server.get(`/v1/billing/subscriptions/${id}`)).status).toBe(200);
    }
    expect(await chargedOf(customer)).toHaveLength(1);
  });

  it("gets no final response under its key while it has to wait", { tags: ["long"] }, async () => {
    const customer = unique("customer");
    const key = unique("key");
    await order({ kind: "slow", delay_ms: 500, method: "POST", path: "/v1/subscriptions" });
    const declined = start({ customer, token: "tok_chargeCustomerFail" });
    await met();
    expect((await start({ customer, key })).body.code).toBe("K6007");
    await declined;
    const [first, again] = [
      await untilAnswered(() => start({ customer, key })),
      await start({ customer, key }),
    ];
    expect([first.status, again.status, again.headers.get("idempotent-replayed")]).toEqual([
      201,
      201,
      "true",
    ]);
    expect(again.body).toEqual(first.body);
  });

  it("may hang far longer than its lease without another process claiming it", {
    tags: ["long"],
  }, async () => {
    const customer = unique("customer");
    const key = unique("key");
    await order({ kind: "slow", delay_ms: 12_000, method: "POST", path: "/v1/subscriptions" });
    const hanging = start({ customer, key });
    await met();
    let isOver = false;
    hanging.finally(() => {
      isOver = true;
    });
    const seen = new Set<string>();
    while (!isOver) {
      await createJobHandlers(world.services).recover({});
      const other = await start({ customer });
      if (!isOver) seen.add(other.body.code);
      await pause(100);
    }
    const [first, ...later] = seen;
    expect(first).toBe("K6007");
    // It is saved before its invoice is read, and answered after that.
    for (const code of later) expect(code).toBe("K6002");
    const done = await hanging;
    expect(done.status).toBe(201);
    expect((await start({ customer, key })).body).toEqual(done.body);
    expect(await chargedOf(customer)).toHaveLength(1);
  });

  it("continues its own operation after the provider could not be reached, and returns its result", {
    tags: ["long"],
  }, async () => {
    const customer = unique("customer");
    const key = unique("key");
    // The SDK tries three times by itself.
    await order({ kind: "cut_after", method: "POST", path: "/v1/subscriptions", count: 3 });
    const away = await start({ customer, key });
    expect([away.status, away.body.code]).toEqual([503, "K7005"]);
    const again = await untilAnswered(() => start({ customer, key }));
    expect(again.status).toBe(201);
    expect(await chargedOf(customer)).toEqual([again.body.provider_subscription_id]);
  });
});

describe("a start whose process is killed", { tags: ["long"] }, () => {
  /** Where the process dies: while a request to the provider is in progress, or after it was done and before its response. */
  const MOMENTS = [
    ["before the customer is made", "timeout_before", "/v1/customers"],
    ["after the customer was made", "timeout_after", "/v1/customers"],
    ["before the card is made", "timeout_before", "/v1/payment_methods"],
    ["after the card was attached", "timeout_after", "/v1/payment_methods/*/attach"],
    ["before the subscription is made", "timeout_before", "/v1/subscriptions"],
    ["after the subscription was made", "timeout_after", "/v1/subscriptions"],
  ] as const;
  const KEYS = ["keyed", "unkeyed", "declined"] as const;

  interface Cut {
    customer: string;
    token: string;
    key: string | undefined;
    moment: string;
    kind: (typeof KEYS)[number];
  }
  const cuts: Cut[] = [];

  beforeAll(async () => {
    const doomed: SecondProcess = await openSecondProcess(world, { environment: LEASES });
    const dying: Promise<unknown>[] = [];
    for (const [moment, kind, path] of MOMENTS)
      for (const way of KEYS) {
        const token = way === "declined" ? "tok_chargeCustomerFail" : "tok_visa";
        const key = way === "unkeyed" ? undefined : unique("key");
        const cut: Cut = { customer: unique("customer"), token, key, moment, kind: way };
        cuts.push(cut);
        await order({ kind, method: "POST", path });
        dying.push(start({ ...cut, baseUrl: doomed.baseUrl }).catch(() => null));
        await met();
      }
    await doomed.kill();
    expect(await Promise.all(dying)).toEqual(dying.map(() => null));
  });

  const cutOf = (kind: string) => cuts.filter((cut) => cut.kind === kind);

  it("is finished by its own retry on another process, with the correct response and one charge", async () => {
    const racing = createJobHandlers(world.services).recover({});
    for (const cut of cutOf("keyed")) {
      const reply = await untilAnswered(() => start(cut));
      expect([cut.moment, reply.status]).toEqual([cut.moment, 201]);
      expect(await chargedOf(cut.customer)).toEqual([reply.body.provider_subscription_id]);
      const again = await start(cut);
      expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
    }
    await racing;
  });

  it("returns what was sold when it is retried without a key, and names it from then on", async () => {
    for (const cut of cutOf("unkeyed")) {
      const reply = await untilAnswered(() => start(cut));
      const again = await start(cut);
      expect([cut.moment, again.status, again.body.code]).toEqual([cut.moment, 409, "K6002"]);
      const id = again.body.details.subscription_id;
      // The recovery job may have finished the sale before it was sent again.
      const named = reply.status === 201 ? reply.body.id : reply.body.details?.subscription_id;
      expect([cut.moment, named]).toEqual([cut.moment, id]);
      const { body, status } = await tenant.server.get(`/v1/billing/subscriptions/${id}`);
      expect([cut.moment, status, body.status]).toEqual([cut.moment, 200, "ACTIVE"]);
      expect(await chargedOf(cut.customer)).toEqual([body.provider_subscription_id]);
    }
  });

  it("gets the decline that the recovery job got, and is not tried a second time", async () => {
    const where = { tenantId: tenant.id, status: "PENDING" } as const;
    await expect
      .poll(
        async () => {
          await createJobHandlers(world.services).recover({});
          return world.services.db.providerOperation.count({ where });
        },
        { timeout: 45_000, interval: 100 },
      )
      .toBe(0);
    for (const cut of cutOf("declined")) {
      const reply = await untilAnswered(() => start(cut));
      expect([cut.moment, reply.status, reply.body.code]).toEqual([cut.moment, 402, "K7001"]);
      expect(reply.body.details.decline_code).toBe("generic_decline");
      const operations = await world.services.db.providerOperation.count({
        where: { tenantId: tenant.id, customer: { externalId: cut.customer } },
      });
      expect([cut.moment, operations]).toEqual([cut.moment, 1]);
      expect((await start({ ...cut, token: "tok_visa", key: unique("key") })).status).toBe(201);
    }
  });
});
