// @module-tag ci
import { AsyncLocalStorage } from "node:async_hooks";
import type { AnyTRPCProcedure } from "@trpc/server";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { newId } from "../platform/ids.ts";
import type { OperationMeta } from "../platform/schema/operation.ts";
import { aSubscription } from "../testing/a-subscription.ts";
import {
  aClock,
  aCode,
  anApplication,
  anEndpoint,
  anEntry,
  aProduct,
  aRate,
  aStage,
  aToken,
  done,
  type Stage,
} from "../testing/stage.ts";
import { openWorld, unique, type World } from "../testing/world.ts";
import type { Context } from "./init.ts";
import { appRouter } from "./root.ts";

// A list that asks the database once more for each of its rows is quick with three rows, and takes seconds with fifty.

const MANY = 4;
const AGAIN = Array.from({ length: MANY });

let world: World;
let stage: Stage;
let customer: string;
let invoice: string;

beforeAll(async () => {
  world = await openWorld({ environment: { USHER_WEBHOOKS_TO_PRIVATE: "true" } });
  stage = await aStage(world);
  const { admin, server } = stage;
  for (const _ of AGAIN) {
    ({ customer } = await aSubscription(stage));
    for (const _ of AGAIN)
      await done(server.post("/v1/billing/usage", { customer, feature_key: "calls", quantity: 1 }));
    await done(
      admin.post("/v1/billing/overrides", { customer, feature_key: "calls", limit_add: 1, reason: "r" }),
    );
    for (const make of [anEntry, aToken, aCode, anApplication, anEndpoint, aClock, aProduct])
      await make(stage);
    await aMend(stage);
    await aRate(stage);
    await aSubscription(stage, { paidBy: "invoice" });
  }
  invoice = (await done(server.get("/v1/billing/invoices"))).data[0].id;
  for (const _ of AGAIN) await done(admin.post(`/v1/billing/invoices/${invoice}/payments`, { amount: 1 }));
}, 60_000);

/** One that the comparison with the card provider has mended. */
async function aMend({ id: tenantId, scope }: Stage): Promise<void> {
  const what = { kind: "ending", action: "follow", providerSubscriptionId: unique("sub") };
  const by = { actorType: "SYSTEM", actorId: "worker", createdAt: scope.clock.now() } as const;
  const before = { ours: null, theirs: null };
  await scope.db.driftMend.create({ data: { tenantId, id: newId("driftMend"), ...what, before, ...by } });
}

afterEach(() => vi.restoreAllMocks());
afterAll(() => world.close());

interface Answered {
  rows: number;
  statements: number;
}

/** The tenant's owner in the dashboard; a SERVER application where no member may ask. */
function callerFor(name: string): Context["caller"] {
  const { id: tenantId } = stage;
  const whose = { tenantId, tenantMode: "TEST" } as const;
  // Every operation's meta is made by operation() or internalOperation().
  const meta = procedures.find(([path]) => path === name)?.[1]._def.meta as OperationMeta | undefined;
  if (meta?.rules.isForMembers !== false) return { type: "member", userId: "usr_x", ...whose, role: "OWNER" };
  const server = { id: "app_x", kind: "SERVER", expiresAt: null } as const;
  const application = { ...whose, ...server, allowedOrigins: [], scopes: [] };
  return { type: "api", application, tokenOwner: null, address: "::1" };
}

/** Asks for a list. Throws when more than the input is needed. */
async function ask(name: string, input: object): Promise<Answered> {
  const caller = callerFor(name);
  const { services } = world;
  const context: Context = { services, caller, requestId: "req_x", authorization: null, address: "::1" };
  // The dotted name leads to the operation.
  const operation = name
    .split(".")
    .reduce<unknown>(
      (at, part) => (at as Record<string, unknown>)[part],
      appRouter.createCaller(context),
    ) as Ask;
  const send = pg.Client.prototype.query;
  let statements = 0;
  const query = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [statement] = args as [{ name?: string }];
    // Preparing a new connection is not a statement of the list, nor is what else goes on in the process.
    if (isAsking.getStore() && statement.name !== "usher-set-tenant") statements += 1;
    return Reflect.apply(send, this, args);
  });
  try {
    const answer = await isAsking.run(true, () => operation(input));
    const rows = (Array.isArray(answer) ? answer : Object.values(answer).find(Array.isArray))?.length ?? 0;
    expect(statements).toBeGreaterThan(0);
    return { rows, statements };
  } finally {
    query.mockRestore();
  }
}

const isAsking = new AsyncLocalStorage<true>();

type Ask = (input: object) => Promise<object>;

const procedures = Object.entries(
  // tRPC types these as any; they are procedures by their names.
  appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>,
);
const lists = procedures.flatMap(([name, { _def }]) => {
  const [input] = _def.inputs;
  return _def.type === "query" && input instanceof z.ZodObject && "limit" in input.shape ? [name] : [];
});

/** What it takes when everything that is kept in memory is there. */
async function least(name: string, input: object): Promise<Answered> {
  const tries = [];
  for (let time = 0; time < 4; time++) tries.push(await ask(name, input));
  return tries.reduce((least, next) => (next.statements < least.statements ? next : least));
}

const UNKNOWN =
  "a list needs several rows: make them in beforeAll of server/trpc/statements-of-lists.test.ts and name what it is of in OF, or add it to EMPTY";

/** What a list is of, where it is not the tenant's own. */
const OF: Record<string, () => object> = {
  "usage.ledger": () => ({ customer }),
  "analytics.timeline": () => ({ customer }),
  "invoices.listPayments": () => ({ id: invoice }),
};
/** Lists of which this tenant has no rows. */
const EMPTY = new Set([
  "creditNotes.list",
  "refunds.list",
  "disputes.list",
  "invoiceNotices.list",
  "invoices.listDecisions",
  "customers.notes",
  "invitations.redemptions",
  "packMigrations.list",
  "privacy.listErasures",
  "webhookEndpoints.listDeliveries",
]);

describe("lists", () => {
  it.each(lists.filter((name) => !EMPTY.has(name)))(
    "%s asks no more often for many rows than for one",
    async (name) => {
      const of = OF[name]?.() ?? {};
      const ofLimit = (limit: number) =>
        least(name, { ...of, limit }).catch((error) => expect.fail(`${UNKNOWN}: ${error}`));
      const one = await ofLimit(1);
      const many = await ofLimit(MANY);
      expect([one.rows, many.rows > 1], UNKNOWN).toEqual([1, true]);
      expect(many.statements).toBeLessThanOrEqual(one.statements);
    },
  );

  it("all of a customer's entitlements, with any number of features", async () => {
    const ours = { customer };
    const few = await least("entitlements.list", ours);
    for (let number = 0; number < MANY; number++)
      await done(
        stage.admin.post("/v1/catalog/features", { key: `other_${number}`, name: "Other", type: "METERED" }),
      );
    const many = await least("entitlements.list", ours);
    expect(many).toEqual({ rows: few.rows + MANY, statements: few.statements });
  });
});
