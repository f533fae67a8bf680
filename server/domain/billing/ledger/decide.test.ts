import Stripe from "stripe";
import { describe, expect } from "vitest";
import { aStory, type Story } from "../../../testing/a-story.ts";
import { foundIn } from "../../../testing/doctor.ts";
import { it } from "../../../testing/it.ts";
import { unique, type World } from "../../../testing/world.ts";
import { carryOutErasure } from "../../privacy/carry-out-erasure.ts";
import { syncInvoices } from "../invoices/sync-invoice.ts";

// What a person decides about a charge whose invoice was voided without a word about it, over REST.

const JANUARY = "2030-01-10T10:00:00Z";

interface View {
  id: string;
  amount: number;
  state: string;
  cause: string;
}

async function aCompany(world: World) {
  const story = await aStory(world, JANUARY, {
    features: { calls: { type: "METERED" } },
    plans: [
      { slug: "pro", entitlements: { calls: { limit: 100 } }, prices: [{ amount: 3000 }] },
      { slug: "large", entitlements: { calls: { limit: 100 } }, prices: [{ amount: 9000 }] },
    ],
  });
  const { admin, scope, id: tenantId } = story.tenant;
  const charges = async (query = ""): Promise<View[]> =>
    (await admin.get(`/v1/billing/ledger?customer=${story.customer}${query}`)).body.data;
  return {
    story,
    admin,
    scope,
    charges,
    decide: (id: string, decision: string, reason = "We asked them.") =>
      admin.post(`/v1/billing/ledger/${id}/decide`, { decision, reason }),
    states: async () => (await charges()).map(({ state }) => state).sort(),
    balance: async () =>
      (await admin.get(`/v1/billing/customers/${story.customer}/balance`)).body.balances[0],
    /** Voids the newest open invoice of ours as versions before charges did: its charges are held. Answers the newest of them. */
    async hold() {
      const invoice = await scope.db.invoice.findFirstOrThrow({
        where: { tenantId, status: "OPEN", customer: { externalId: story.customer } },
        orderBy: { id: "desc" },
      });
      const at = new Date((await admin.get(`/v1/test-clocks/${story.clockId}`)).body.now);
      await scope.db.invoice.update({
        where: { tenantId_id: { tenantId, id: invoice.id } },
        data: { status: "VOID", voidedAt: at, updatedAt: at },
      });
      return (await charges("&state=held"))[0]?.id ?? "";
    },
  };
}

type Company = Awaited<ReturnType<typeof aCompany>>;

async function aHeldMonth(world: World): Promise<Company & { held: string; subscription: string }> {
  const company = await aCompany(world);
  const subscription = await company.story.start("PROVIDER_B", "pro");
  return { ...company, subscription, held: await company.hold() };
}

const amounts = async (story: Story, id: string) =>
  (await story.invoices(id)).map((invoice) => [invoice.status, ...invoice.amounts]);

describe("a held charge", () => {
  it("is on the next invoice when it is to wait", { tags: ["long"] }, async ({ world }) => {
    const { held, decide, story, subscription, balance } = await aHeldMonth(world);
    expect(await balance()).toMatchObject({ held: 3000, waiting: 0 });
    const reply = await decide(held, "wait");
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(reply.body).toMatchObject({
      state: "waiting",
      why: { code: "DECIDED", reason: "We asked them.", actor_type: "APPLICATION" },
    });
    expect(await balance()).toMatchObject({ held: 0, waiting: 3000 });
    await story.to("2030-02-10T13:00:00Z");
    expect(await amounts(story, subscription)).toEqual([
      ["VOID", 3000],
      ["OPEN", 3000, 3000],
    ]);
    expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
  });

  it("is on no invoice any more when it is written off", { tags: ["long"] }, async ({ world }) => {
    const { held, decide, story, subscription, balance } = await aHeldMonth(world);
    const { body } = await decide(held, "write_off");
    expect(body.state).toBe("written_off");
    expect(body.transfers.at(-1)).toMatchObject({ debit_account: "CANCELED", amount: 3000 });
    expect(await balance()).toMatchObject({ held: 0, waiting: 0, receivable: 0 });
    await story.to("2030-02-10T13:00:00Z");
    expect(await amounts(story, subscription)).toEqual([
      ["VOID", 3000],
      ["OPEN", 3000],
    ]);
    expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
  });

  it("takes back, written off, what a change of plan gave back for its time", { tags: ["long"] }, async ({
    world,
  }) => {
    const company = await aCompany(world);
    const id = await company.story.start("PROVIDER_B", "large");
    await company.story.to("2030-01-25T10:00:00Z");
    await company.story.tell(id, "change-plan", { plan_price_id: company.story.price("pro") });
    const before = await company.charges();
    const given = before.find(({ amount, cause }) => cause === "CHANGE" && amount < 0)?.amount ?? 0;
    expect(given).toBeLessThan(0);
    const held = await company.hold();
    expect((await company.decide(held, "write_off")).status).toBe(200);
    const [newest] = await company.charges();
    expect(newest).toMatchObject({ cause: "CORRECTION", amount: -given, state: "waiting" });
    expect(await foundIn(world.services.pool, company.story.tenant.id)).toEqual([]);
  });

  it.for([
    ["the charge", [9000, 0]],
    ["the credit", [0, 9000]],
  ] as const)(
    "and the credit for its time leave nothing owed once both are written off, %s first",
    { tags: ["long"] },
    async ([, order], { world }) => {
      const company = await aCompany(world);
      const id = await company.story.start("PROVIDER_B", "large");
      await company.story.to("2030-02-05T10:00:00Z");
      await company.story.tell(id, "change-plan", { plan_price_id: company.story.price("pro") });
      await company.hold();
      await company.story.to("2030-02-10T13:00:00Z");
      await company.hold();
      for (const amount of order) {
        const held = await company.charges("&state=held");
        const next = held.find((one) => (amount > 0 ? one.amount === amount : one.amount < 0));
        expect((await company.decide(next?.id ?? "", "write_off")).status).toBe(200);
      }
      expect(await company.balance()).toMatchObject({ waiting: 0, receivable: 0 });
      expect(await foundIn(world.services.pool, company.story.tenant.id)).toEqual([]);
    },
  );

  it("is decided by one of eight people at once, and the others are refused", { tags: ["long"] }, async ({
    world,
  }) => {
    const { held, decide, scope, story } = await aHeldMonth(world);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, nth) => decide(held, nth % 2 ? "wait" : "write_off")),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 409),
    ]);
    const state = replies.find(({ status }) => status === 200)?.body.state;
    const refused = replies.filter(({ status }) => status === 409);
    expect(new Set(refused.map(({ body }) => `${body.code} ${body.details.state}`))).toEqual(
      new Set([`K6023 ${state.replace("_", " ")}`]),
    );
    const of = { tenantId: story.tenant.id, objectId: held };
    expect(await scope.db.event.findMany({ where: of, select: { type: true } })).toEqual([
      { type: "charge.decided" },
    ]);
    expect(await scope.db.auditEntry.count({ where: of })).toBe(1);
    const live = await scope.db.chargePlacement.findMany({
      where: { tenantId: story.tenant.id, chargeId: held, endedAt: null },
    });
    expect(live).toHaveLength(1);
  });

  it("is decided once by a request that is sent again", { tags: ["long"] }, async ({ world }) => {
    const { held, admin } = await aHeldMonth(world);
    const keyed = admin.with({ "idempotency-key": unique("key") });
    const send = () =>
      keyed.post(`/v1/billing/ledger/${held}/decide`, { decision: "wait", reason: "Sent again." });
    const first = await send();
    expect(first.status).toBe(200);
    expect((await send()).body).toEqual(first.body);
  });

  it("is not decided without admin scope, without a reason, or where it is not held", {
    tags: ["long"],
  }, async ({ world }) => {
    const { held, admin, story, decide, charges } = await aHeldMonth(world);
    const path = `/v1/billing/ledger/${held}/decide`;
    const answers = [
      await story.tenant.server.post(path, { decision: "wait", reason: "Please." }),
      await admin.post(path, { decision: "wait" }),
      await decide("chg_01h455vb4pex5vsknk084sn02q", "wait"),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [403, "K2006"],
      [400, "K1002"],
      [404, "K6022"],
    ]);
    expect((await charges("&state=held")).map(({ id }) => id)).toEqual([held]);
    await decide(held, "write_off");
    const late = await decide(held, "write_off");
    expect([late.status, late.body.code, late.body.details]).toEqual([
      409,
      "K6023",
      { state: "written off" },
    ]);
  });

  it("of no subscription cannot wait, because no invoice would take it", { tags: ["long"] }, async ({
    world,
  }) => {
    const { held, decide, scope, story } = await aHeldMonth(world);
    const { tenantId, customerId, provider, currency, cause, amount, description } =
      await scope.db.charge.findUniqueOrThrow({
        where: { tenantId_id: { tenantId: story.tenant.id, id: held } },
      });
    const id = held.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    const at = new Date(JANUARY);
    await scope.db.$transaction(async (tx) => {
      await tx.charge.create({
        data: {
          tenantId,
          customerId,
          provider,
          currency,
          cause,
          amount,
          description,
          id,
          key: id,
          isProration: false,
          periodStart: at,
          periodEnd: at,
          createdAt: at,
        },
      });
      await tx.chargePlacement.create({
        data: {
          tenantId,
          id: `place_${id.slice(4)}`,
          chargeId: id,
          kind: "HELD",
          code: "VOIDED",
          actorType: "SYSTEM",
          actorId: "invoice",
          createdAt: at,
        },
      });
    });
    const refused = await decide(id, "wait");
    expect([refused.status, refused.body.code]).toEqual([409, "K6024"]);
    expect((await decide(id, "write_off")).body.state).toBe("written_off");
  });

  it("goes to the card provider's next invoice once, after its invoice was voided there", {
    tags: ["long"],
  }, async ({ world }) => {
    const { story, charges, decide, scope, states } = await aCompany(world);
    const id = await story.start("PROVIDER_A", "pro");
    await story.to("2030-02-10T10:30:00Z");
    const row = await scope.db.subscription.findUniqueOrThrow({
      where: { tenantId_id: { tenantId: scope.tenantId, id } },
    });
    const remote = row.providerSubscriptionId ?? "";
    const { hostname, port } = new URL(world.sandboxUrl);
    const stripe = new Stripe(story.tenant.providerKey, { host: hostname, port, protocol: "http" });
    const [draft] = (await stripe.invoices.list({ subscription: remote, status: "draft" })).data;
    await stripe.invoices.finalizeInvoice(draft?.id ?? "", { auto_advance: false });
    await stripe.invoices.voidInvoice(draft?.id ?? "");
    await syncInvoices(scope, remote);
    expect(await states()).toEqual(["held", "invoiced"]);
    const [held] = await charges("&state=held");
    await decide(held?.id ?? "", "wait");
    await story.to("2030-03-10T13:00:00Z");
    expect(await states()).toEqual(["invoiced", "invoiced", "invoiced"]);
    expect((await story.invoices(id)).map(({ status, total }) => [status, total])).toEqual([
      ["PAID", 3000],
      ["VOID", 3000],
      ["PAID", 6000],
    ]);
  });

  it("keeps no word of its decision once the customer is erased", { tags: ["long"] }, async ({ world }) => {
    const { held, decide, story, admin, scope, subscription } = await aHeldMonth(world);
    await decide(held, "write_off", "Jane Roe asked us to.");
    await story.end(subscription);
    const { status, body } = await admin.post("/v1/privacy/erasures", { customer: story.customer });
    expect(status, JSON.stringify(body)).toBe(201);
    await carryOutErasure(scope, body.id);
    const after = await admin.get(`/v1/billing/ledger/${held}`);
    expect(after.body).toMatchObject({ state: "written_off", why: { code: "DECIDED", reason: null } });
    const of = { where: { tenantId: scope.tenantId, objectId: held } };
    const kept = [...(await scope.db.event.findMany(of)), ...(await scope.db.auditEntry.findMany(of))];
    expect(kept.length).toBeGreaterThan(1);
    expect(JSON.stringify(kept)).not.toContain("Jane Roe");
  });
});
