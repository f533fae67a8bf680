// @module-tag ci
import { afterAll, beforeAll, expect, it } from "vitest";
import { aUser, PASSWORD } from "../testing/a-user.ts";
import { aClockAhead, keyedStage } from "../testing/kept-answers.ts";
import { RECIPES } from "../testing/mutations.ts";
import { aDebt } from "../testing/mutations-billing.ts";
import {
  aCode,
  aCustomer,
  after,
  aStage,
  done,
  just,
  type Recipe,
  type Stage,
  twoPacks,
} from "../testing/stage.ts";
import { openWorld, unique, type World } from "../testing/world.ts";
import { restProcedures } from "../trpc/rest-procedures.ts";
import { appRouter } from "../trpc/root.ts";

// Operations that are POSTed and write no event; those that do are held to the same by server/trpc/every-mutation.test.ts.

const usage = (path: string, fields: object = {}) =>
  after([], aCustomer, ({ server }, customer) =>
    server.post(`/v1/billing/usage${path}`, { customer, feature_key: "calls", quantity: 1, ...fields }),
  );
async function aReservation(stage: Stage): Promise<string> {
  const customer = await aCustomer(stage);
  const held = { customer, feature_key: "calls", quantity: 1 };
  return (await done(stage.server.post("/v1/billing/usage/reservations", held))).id;
}

/** Operations that write no event, and so have no recipe among those that do. */
const OTHERS: Record<string, Recipe> = {
  "cardProvider.check": just([], ({ admin }) => admin.post("/v1/billing/cardprovider/check")),
  "auth.token": after([], aUser, ({ browser }, { email }) =>
    browser.post("/v1/auth/token", { grant_type: "password", username: email, password: PASSWORD }),
  ),
  "auth.revoke": after([], aUser, ({ browser }, { refreshToken }) =>
    browser.post("/v1/auth/revoke", { token: refreshToken }),
  ),
  "usage.record": usage(""),
  "usage.recordBatch": after([], aCustomer, ({ server }, customer) =>
    server.post("/v1/billing/usage/batch", { items: [{ customer, feature_key: "calls", quantity: 1 }] }),
  ),
  "usage.reserve": usage("/reservations"),
  "usage.confirm": after([], aReservation, ({ server }, id) =>
    server.post(`/v1/billing/usage/reservations/${id}/confirm`),
  ),
  "usage.release": after([], aReservation, ({ server }, id) =>
    server.post(`/v1/billing/usage/reservations/${id}/release`),
  ),
  "paymentMethods.createSetupIntent": just([], ({ server }) =>
    server.post("/v1/billing/cardprovider/setup-intent", {
      customer: unique("customer"),
      email: `${unique("p")}@example.com`,
    }),
  ),
  "creditNotes.preview": after([], aDebt, ({ admin }, { invoice }) =>
    admin.post(`/v1/billing/invoices/${invoice}/credit-notes/preview`, { amount: 250 }),
  ),
  "invoices.preview": after([], aCustomer, ({ admin }, customer) =>
    admin.post("/v1/billing/invoices/preview", {
      customer,
      currency: "USD",
      lines: [{ description: "Set-up", amount: 5000 }],
    }),
  ),
  "plans.preview": just([], ({ admin, catalog }) =>
    admin.post(`/v1/catalog/plans/${catalog.plans.pro?.id}/preview`, {}),
  ),
  "packMigrations.preview": after([], twoPacks, ({ admin }, { from, to }) =>
    admin.post(`/v1/catalog/packs/${to}/migrations/preview`, { from_pack_id: from }),
  ),
  "invitations.check": after([], aCode, ({ browser }, { code }) =>
    browser.post("/v1/invitations/check", { code }),
  ),
};
let world: World;
const clock = aClockAhead();

beforeAll(async () => {
  world = await openWorld({ clock });
});

afterAll(() => world.close());

/** What may be there twice, counted. */
async function rowsOf(tenantId: string): Promise<number> {
  const { db } = world.services;
  const where = { tenantId };
  const counts = await Promise.all([
    db.event.count({ where }),
    db.usageLedgerEntry.count({ where }),
    db.usageReservation.count({ where }),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}

it.each(Object.keys(OTHERS))("%s answers the same again under its key, and is done once", async (name) => {
  const keyed = keyedStage(await aStage(world), clock);
  const call = await OTHERS[name]?.prepare(keyed.stage);
  keyed.begin();
  const reply = await call?.();
  if (!reply) throw new Error("There is no call.");
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  await keyed.expectSameAnswerAgain(reply, { isAtomic: false, count: () => rowsOf(keyed.stage.id) });
});

it("two at the same time are done once, and answered alike", async () => {
  const { stage } = keyedStage(await aStage(world), clock);
  const key = { "idempotency-key": unique("key") };
  const twins = await Promise.all(
    Array.from({ length: 5 }, () =>
      stage.admin.post("/v1/applications", { name: "twin", kind: "SERVER" }, key),
    ),
  );
  expect(new Set(twins.map(({ body }) => body.id)).size).toBe(1);
  expect(twins.map(({ status }) => status)).toEqual(Array(5).fill(201));
  expect(twins.filter(({ headers }) => headers.get("idempotent-replayed") === null)).toHaveLength(1);
});

it("every operation that is POSTed is held to it", () => {
  const posts = restProcedures(appRouter)
    .filter(({ meta }) => meta.openapi.method === "POST")
    .map(({ name }) => name);
  const held = [...Object.keys(OTHERS), ...Object.keys(RECIPES)];
  const missing = posts.filter((name) => !held.includes(name));
  expect(
    missing,
    "add a recipe in server/testing/mutations*.ts, or to OTHERS in this file where no event is written",
  ).toEqual([]);
});
