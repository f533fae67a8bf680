import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { examine } from "../../doctor/examine.ts";
import { createJobHandlers } from "../../jobs/handlers.ts";
import { aUser, PASSWORD } from "../../testing/a-user.ts";
import type { Reply } from "../../testing/client.ts";
import { anOwner } from "../../testing/mutations-dashboard.ts";
import { ownDatabase } from "../../testing/own-database.ts";
import { aStage, done, type Stage } from "../../testing/stage.ts";
import { openWorld, unique, type World } from "../../testing/world.ts";
import { sealAudit } from "../audit/seal-audit.ts";
import { carryOutErasure } from "./carry-out-erasure.ts";
import { findObjectsOfPerson, findPerson, PERSON, personValues } from "./find-person.ts";
import { PERSONAL_DATA } from "./inventory.ts";

let world: World;
let client: pg.Client;

beforeAll(async () => {
  // A database of its own: every table of it is searched.
  const connectionString = await ownDatabase();
  world = await openWorld({
    environment: { DATABASE_URL: connectionString, USHER_WEBHOOKS_TO_PRIVATE: "true" },
  });
  client = new pg.Client({ connectionString });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await world.close();
});

const LIVE = "/v1/billing/subscriptions";
const ERASURES = "/v1/privacy/erasures";

/** Where a text occurs, as table.column, in any table of ours or of the job queue. */
async function placesOf(text: string): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'stripe_sandbox')`);
  const places = new Set<string>();
  for (const { name } of tables) {
    const { rows } = await client.query<{ column: string }>(
      `select distinct pair.key as column from ${name} t, jsonb_each_text(to_jsonb(t)) pair where pair.value ilike $1`,
      [`%${text}%`],
    );
    for (const { column } of rows) places.add(`${name.replace(/^public\./, "")}.${column}`);
  }
  return [...places].sort();
}

const work = ({ id: tenantId }: Stage, id: string) =>
  createJobHandlers(world.services).erasure({ tenantId, id });

/** Asks for an erasure and has it carried out. */
async function erase(stage: Stage, fields: object): Promise<Reply["body"]> {
  const { id } = await done(stage.admin.post(ERASURES, fields));
  await work(stage, id);
  return (await stage.admin.get(`${ERASURES}/${id}`)).body;
}

/** A person with data in every area; `mark` is part of everything that could identify them. */
async function aKnownPerson(stage: Stage) {
  const { admin, server, browser, catalog, scope } = stage;
  const mark = unique("zyx");
  const email = `${mark}@example.com`;
  const price = catalog.plans.pro?.prices[0];
  await done(server.post("/v1/waitlist", { email, name: mark, metadata: { likes: mark } }));
  await done(browser.post("/v1/auth/register", { email, name: mark, password: PASSWORD }));
  await done(server.post("/v1/waitlist/invite", { oldest: 1 }));
  const { code } = await done(server.post("/v1/invitations/code", { maxUses: 5 }));
  const user = await aUser(stage, { email, code });
  const { customerId } = user;
  const owner = await anOwner(stage);
  await owner.customers.update({ id: customerId, email: `former-${email}` });
  await owner.customers.update({ id: customerId, name: mark, email, invoice_address: mark });
  await owner.customers.addNote({ customer_id: customerId, body: `Met ${mark}.` });
  await done(server.post("/v1/invitations/redeem", { code, user: mark, customer: customerId }));
  await done(browser.post("/v1/auth/password/reset", { email }));
  // By transfer first, with a payment that names them; then by card.
  const sale = { customer: customerId, plan_price_id: price };
  const manual = await done(server.post(LIVE, { ...sale, provider: "PROVIDER_B" }));
  const { data } = await done(server.get(`/v1/billing/invoices?subscription_id=${manual.id}`));
  await done(admin.post(`/v1/billing/invoices/${data[0].id}/payments`, { reference: `from ${mark}` }));
  await done(server.post(`${LIVE}/${manual.id}/cancel`, { at: "now" }));
  const keyed = server.with({ "idempotency-key": unique("key") });
  const headless = { ...sale, cardprovider_test_card_token: "tok_visa" };
  const card = await done(keyed.post("/v1/billing/cardprovider/subscriptions/headless", headless));
  const use = { customer: customerId, feature_key: "calls", dimension: mark };
  await done(server.post("/v1/billing/usage", { ...use, quantity: 1, event_id: mark }));
  await done(admin.post("/v1/billing/usage/set", { ...use, value: 7, reason: `as ${mark} says` }));
  await done(server.post("/v1/billing/usage/reservations", { ...use, quantity: 1 }));
  const override = { customer: customerId, feature_key: "calls", limit_add: 5, reason: `for ${mark}` };
  await done(admin.post("/v1/billing/overrides", override));
  await done(
    server.post(`${LIVE}/${card.id}/change-plan/preview`, { plan_price_id: catalog.plans.team?.prices[0] }),
  );
  await done(server.post("/v1/billing/portal-sessions", { customer: customerId }));
  await done(server.post(`${LIVE}/${card.id}/cancel`, { at: "now" }));
  await done(server.post("/v1/billing/checkout", { customer: customerId, plan_price_id: price }));
  const { tenantId, db, clock } = scope;
  await db.providerEvent.create({
    data: {
      tenantId,
      id: unique("pevt"),
      provider: "PROVIDER_A",
      providerEventId: unique("evt"),
      type: "customer.subscription.updated",
      payload: { subscription: card.provider_subscription_id, invoice: null },
      receivedAt: clock.now(),
      processedAt: clock.now(),
    },
  });
  const repeat = () => keyed.post("/v1/billing/cardprovider/subscriptions/headless", headless);
  return { mark, email, user, customerId, repeat };
}

/** Columns that are keys or have fixed values, so that they cannot contain the mark. */
const NAMES =
  /(^|_)id$|^(environment|email|to|customer|subject|dimension|trait|type|object_type|payload|part_of)$/;

/**
 * Writes the mark into every text column of every row of the customer, as far as the database allows it, so that forgotten
 * columns are found. Returns the columns where it could.
 */
async function fill(stage: Stage, mark: string, customer: string): Promise<string[]> {
  const { scope } = stage;
  const person = await findPerson(scope.db, scope, { customer });
  const values = personValues(scope, person, await findObjectsOfPerson(scope.db, scope, person));
  const filled: string[] = [];
  const { rows: columns } = await client.query<{ table: string; column: string; type: string }>(`
    select table_name as table, column_name as column, data_type as type from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb', 'ARRAY') order by 1, 2`);
  const inType: Record<string, string> = {
    text: "$7::text",
    jsonb: "jsonb_build_object('said', $7::text)",
    ARRAY: "array[$7::text]",
  };
  for (const { table, column, type } of columns) {
    const holding = PERSONAL_DATA.find((one) => one.table === table);
    if (!holding || NAMES.test(column)) continue;
    const sql = `update ${table} t set ${column} = ${inType[type]} from ${PERSON}
      where t.tenant_id = p.tenant_id and ${holding.of} and $7::text is not null`;
    await client.query("begin");
    const result = await client.query(sql, [...values, mark]).catch(() => null);
    await client.query(result ? "commit" : "rollback");
    if (result && (result.rowCount ?? 0) > 0) filled.push(`${table}.${column}`);
  }
  return filled;
}

const isKept = (place: string) => {
  const [table = "", column = ""] = place.split(".");
  return column in (PERSONAL_DATA.find((holding) => holding.table === table)?.keeps ?? {});
};

describe("a person who is known in every area", () => {
  it("is exported completely, and erased without a trace but what the law requires to be kept", {
    tags: ["long"],
  }, async () => {
    const stage = await aStage(world);
    const { mark, email, customerId, repeat } = await aKnownPerson(stage);
    const others = unique("other");
    await done(stage.server.post("/v1/waitlist", { email: `${others}@example.com`, name: others }));
    await sealAudit(world.services);
    const othersPlaces = await placesOf(others);
    const filled = await fill(stage, mark, customerId);
    expect(filled.length).toBeGreaterThan(30);
    const before = await placesOf(mark);
    expect(before.length).toBeGreaterThan(filled.length);

    const { status, body, headers } = await stage.admin.get(`/v1/privacy/export?customer=${customerId}`);
    expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
    const missing = before.filter((place) => {
      const [table = "", column = ""] = place.split(".");
      const holding = PERSONAL_DATA.find((one) => one.table === table);
      if (holding?.hides?.includes(column)) return false;
      const rows = [...(body.data[table] ?? []), ...(body.data[`${table}_that_mention`] ?? [])];
      return !rows.some((row) => JSON.stringify(row[column])?.toLowerCase().includes(mark));
    });
    // The job queue and the encrypted columns are not in this list, which shows that they do not identify the person.
    expect(missing).toEqual([]);
    expect(JSON.stringify(body)).not.toMatch(
      /"(password_hash|token_hash|token_sealed|totp_sealed|recovery_hashes|salt)":/,
    );

    const erasure = await erase(stage, { customer: customerId, cancel: true });
    expect(erasure).toMatchObject({ status: "DONE", last_error: null, customer_ids: [customerId] });
    const left = await placesOf(mark);
    expect(left.filter((place) => !isKept(place))).toEqual([]);
    // What the law requires to be kept is found, which shows that the search works.
    expect(left).toContain("invoice_lines.description");
    await expectForgottenAtProvider(stage, customerId);
    expect(await placesOf(others)).toEqual(othersPlaces);
    // A repeated request does not bring them back.
    expect((await repeat()).body.code).toBe("K9003");
    await sealAudit(world.services);
    expect(await examine(client)).toEqual([]);
    expect((await stage.admin.get(`/v1/privacy/export?email=${email}`)).body.code).toBe("K3050");
  });

  it("keeps its invoices: number, dates, amounts and lines stay, who was billed does not", {
    tags: ["long"],
  }, async () => {
    const stage = await aStage(world);
    const { customerId, mark } = await aKnownPerson(stage);
    const list = async () =>
      (await done(stage.server.get(`/v1/billing/invoices?customer=${customerId}`))).data as Reply["body"][];
    const before = await list();
    await expectSamePages(stage, customerId);
    await erase(stage, { customer: customerId });
    const stable = (invoice: Reply["body"]) => ({ ...invoice, hosted_url: null, updated_at: null });
    expect((await list()).map(stable)).toEqual(before.map(stable));
    const own = before.find(({ provider }) => provider === "PROVIDER_B");
    const row = await stage.scope.db.invoice.findUniqueOrThrow({
      where: { tenantId_id: { tenantId: stage.id, id: own.id } },
    });
    expect(row.letterhead).toMatchObject({ buyer: `Erased customer ${customerId}`, brand: "Test tenant" });
    const pdf = await stage.server.get(`/v1/billing/invoices/${own.id}/pdf`);
    expect(pdf.status).toBe(200);
    expect(JSON.stringify(row.letterhead)).not.toContain(mark);
  });
});

/** What the dashboard reads page by page is what the export says; each is recorded. */
async function expectSamePages(stage: Stage, customer: string): Promise<void> {
  const owner = await anOwner(stage);
  const counted: Record<string, number> = {};
  for (let cursor: string | undefined; ; ) {
    const page = await owner.privacy.exportPage({ customer, ...(cursor && { cursor }) });
    for (const { table } of page.data) counted[table] = (counted[table] ?? 0) + 1;
    if (page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  const { data } = (await stage.admin.get(`/v1/privacy/export?customer=${customer}`)).body;
  // Mails are kept sealed; the links in them are secrets of the account.
  const words = data.mail_messages.map(({ text }: { text: string }) => text).join();
  expect(words).toContain("Test tenant");
  expect(words).toMatch(/[?&]\w+=…/);
  const whole = Object.entries(data as Record<string, unknown[]>).map(([table, { length }]) => [
    table,
    length,
  ]);
  expect(counted).toEqual(Object.fromEntries(whole.filter(([, length]) => length !== 0)));
  const action = "personal_data.exported";
  expect(await stage.scope.db.auditEntry.count({ where: { tenantId: stage.id, action } })).toBe(2);
}

async function expectForgottenAtProvider(stage: Stage, customerId: string): Promise<void> {
  const { rows } = await client.query(
    "select id from stripe_sandbox.objects where kind = 'customer' and body #>> '{metadata,usher_customer}' = $1",
    [customerId],
  );
  expect(rows).toEqual([]);
  expect(
    await stage.scope.db.providerReference.count({ where: { tenantId: stage.id, objectId: customerId } }),
  ).toBe(0);
}

describe("an erasure", () => {
  it("is refused while a subscription is live, unless the request cancels it", {
    tags: ["long"],
  }, async () => {
    const stage = await aStage(world);
    const customer = unique("customer");
    const fields = {
      customer,
      email: `${customer}@example.com`,
      plan_price_id: stage.catalog.plans.pro?.prices[0],
    };
    const { id } = await done(stage.server.post(LIVE, { ...fields, provider: "PROVIDER_B" }));
    const { data } = await done(stage.server.get(`/v1/billing/invoices?subscription_id=${id}`));
    const refused = await stage.admin.post(ERASURES, { customer });
    expect([refused.status, refused.body.code]).toEqual([409, "K3051"]);
    expect(refused.body.details).toEqual({
      subscription_ids: [id],
      invoice_ids: [data[0].id],
      charge_ids: [],
      credit: [],
    });
    expect((await erase(stage, { customer, cancel: true })).status).toBe("DONE");
    const invoice = await done(stage.server.get(`/v1/billing/invoices/${data[0].id}`));
    expect(invoice.status).toBe("VOID");
    expect((await done(stage.server.get(`${LIVE}/${id}`))).status).toBe("CANCELED");
    expect(await placesOf(customer)).toEqual([]);
  });

  it("is one, however many requests are made, at once or repeated", { tags: ["long"] }, async () => {
    const stage = await aStage(world);
    const { customerId } = await aUser(stage);
    const asked = await Promise.all(
      Array.from({ length: 5 }, () => stage.admin.post(ERASURES, { customer: customerId })),
    );
    const ids = new Set(asked.map(({ body }) => body.id));
    expect(ids.size).toBe(1);
    const [id] = [...ids];
    // As many workers as there are.
    await Promise.all(Array.from({ length: 3 }, () => work(stage, id)));
    const again = await stage.admin.post(ERASURES, { customer: customerId });
    expect(again.body).toMatchObject({ id, status: "DONE" });
    const events = await stage.scope.db.event.findMany({ where: { tenantId: stage.id, objectId: id } });
    expect(events.map(({ type }) => type).sort()).toEqual(["erasure.completed", "erasure.requested"]);
  });

  it("continues after a crash at any step", { tags: ["long"] }, async () => {
    const stage = await aStage(world);
    const { mark, customerId, repeat } = await aKnownPerson(stage);
    const { id } = await done(stage.admin.post(ERASURES, { customer: customerId }));
    const scope = { ...stage.scope, actor: { type: "SYSTEM", id: "worker" } as const };
    // The provider cannot be reached.
    const away = () => {
      throw new Error("away");
    };
    await expect(carryOutErasure({ ...scope, openCardProvider: away }, id)).rejects.toThrow("away");
    const waiting = (await stage.admin.get(`${ERASURES}/${id}`)).body;
    expect(waiting).toMatchObject({ status: "RUNNING", attempts: 1, completed_at: null });
    expect(waiting.last_error).not.toBeNull();
    // The rows are deleted, and the process dies while it erases the stored responses.
    const dying = {
      ...scope.vault,
      decrypt(sealed: string, context: string) {
        if (context.startsWith("idempotency:")) throw new Error("killed");
        return scope.vault.decrypt(sealed, context);
      },
    };
    await expect(carryOutErasure({ ...scope, vault: dying }, id)).rejects.toThrow("killed");
    expect(await placesOf(mark)).toEqual([]);
    expect((await repeat()).headers.get("idempotent-replayed")).toBe("true");
    await work(stage, id);
    expect((await stage.admin.get(`${ERASURES}/${id}`)).body).toMatchObject({ status: "DONE", attempts: 3 });
    expect((await repeat()).body.code).toBe("K9003");
    await sealAudit(world.services);
    expect(await examine(client)).toEqual([]);
  });

  it("prevents later writes about them; the same identifier is a new customer", {
    tags: ["long"],
  }, async () => {
    const stage = await aStage(world);
    const customer = unique("customer");
    const start = (named: string) =>
      stage.server.post("/v1/billing/cardprovider/subscriptions/headless", {
        customer: named,
        email: `${customer}@example.com`,
        plan_price_id: stage.catalog.plans.free?.prices[0],
      });
    const first = (await done(start(customer))).customer.id;
    const owner = await anOwner(stage);
    await erase(stage, { customer, cancel: true });
    for (const named of [first, `erased:${first}`]) expect((await start(named)).body.code).toBe("K3003");
    await expect(owner.customers.update({ id: first, name: "Ada" })).rejects.toThrow();
    await expect(owner.customers.addNote({ customer_id: first, body: "x" })).rejects.toThrow();
    // The database refuses a request that read the row before.
    const late = client.query("update customers set name = 'Ada' where id = $1", [first]);
    await expect(late).rejects.toThrow("customers_erased");
    expect((await done(start(customer))).customer.id).not.toBe(first);
  });

  it("ends their sessions in every process", { tags: ["long"] }, async () => {
    const stage = await aStage(world);
    const { client: own, customerId } = await aUser(stage);
    expect((await own.get("/v1/auth/me")).status).toBe(200);
    await erase(stage, { customer: customerId });
    await expect.poll(async () => (await own.get("/v1/auth/me")).status).toBe(401);
  });

  it("by address, erases its waitlist entry, and no person whose address only ends the same", {
    tags: ["long"],
  }, async () => {
    const stage = await aStage(world);
    const name = unique("ann");
    await done(stage.server.post("/v1/waitlist", { email: `${name}@example.com` }));
    await done(stage.server.post("/v1/waitlist", { email: `jo${name}@example.com` }));
    expect(await erase(stage, { email: `${name}@example.com` })).toMatchObject({ status: "DONE" });
    const { entries } = await done(stage.server.get("/v1/waitlist"));
    expect(entries.map((entry: Reply["body"]) => entry.email)).toEqual([`jo${name}@example.com`]);
    const joined = await stage.scope.db.event.findMany({
      where: { tenantId: stage.id, type: "waitlist.joined" },
    });
    expect(joined.map(({ data }) => JSON.stringify(data).includes(`jo${name}`)).sort()).toEqual([
      false,
      true,
    ]);
  });

  it("refuses unknown persons, shared customers, and members of the dashboard", {
    tags: ["long"],
  }, async () => {
    const stage = await aStage(world);
    const ask = async (fields: object) => (await stage.admin.post(ERASURES, fields)).body.code;
    expect(await ask({})).toBe("K1002");
    expect(await ask({ customer: "nobody", email: "nobody@example.com" })).toBe("K1002");
    expect(await ask({ customer: "nobody" })).toBe("K3050");
    expect(await ask({ email: "nobody@example.com" })).toBe("K3050");
    const first = await aUser(stage);
    const second = await aUser(stage, { customer: first.customerId });
    expect(await ask({ email: first.email })).toBe("K3053");
    expect(await erase(stage, { email: second.email })).toMatchObject({
      customer_ids: [],
      user_ids: [second.id],
      status: "DONE",
    });
    expect(
      (await stage.admin.get(`/v1/privacy/export?customer=${first.customerId}`)).body.data.users,
    ).toHaveLength(1);
    const owner = await anOwner(stage);
    const { email } = await owner.account.get({});
    expect(await ask({ email })).toBe("K3052");
    expect((await stage.admin.get(`${ERASURES}/era_x`)).body.code).toBe("K3054");
    const { data } = (await stage.admin.get(ERASURES)).body;
    expect(data).toHaveLength(1);
  });

  it("leaves another tenant's person of the same address alone", { tags: ["long"] }, async () => {
    const [ours, theirs] = [await aStage(world), await aStage(world)];
    const email = `${unique("same")}@example.com`;
    const [user] = [await aUser(ours, { email }), await aUser(theirs, { email })];
    const count = () =>
      theirs.scope.db.event.count({
        where: { tenantId: theirs.id, data: { path: ["email"], equals: email } },
      });
    const before = await count();
    await erase(ours, { customer: user.customerId });
    expect(await count()).toBe(before);
    expect(before).toBeGreaterThan(0);
    expect((await theirs.admin.get(`/v1/privacy/export?email=${email}`)).body.data.users).toHaveLength(1);
  });
});
