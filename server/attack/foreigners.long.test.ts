import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPublicTenant } from "../domain/tenants/public-tenant.ts";
import { installPagesBridge } from "../http/pages-bridge.ts";
import type { OpenPortal, PagesBridge, PagesBridgeKey } from "../http/pages-contract.ts";
import type { OperationMeta } from "../platform/schema/operation.ts";
import { aMember } from "../testing/a-member.ts";
import { aTenant } from "../testing/a-tenant.ts";
import { aUser, type TestUser } from "../testing/a-user.ts";
import { type Client, createClient } from "../testing/client.ts";
import { fieldsFor, type OwnedIds } from "../testing/sample-input.ts";
import { aStage, done, type Stage, start } from "../testing/stage.ts";
import { openWorld, unique, type World } from "../testing/world.ts";
import { restProcedures } from "../trpc/rest-procedures.ts";
import { appRouter } from "../trpc/root.ts";
import { type ProcedureParts, proceduresOf } from "../vendor/trpc-parts.ts";

// Every operation called by every kind of caller without permission; server/trpc/foreign-tenant.test.ts has the other
// tenant's back end. Generated from the router, so new operations are covered automatically.

const KEY: PagesBridgeKey = "usher.pages";
const operations = restProcedures(appRouter);
const procedures = proceduresOf(appRouter);
/** They look at what they are sent, never at who sends it. */
const OPEN = [
  "auth.token",
  "auth.revoke",
  "members.accept",
  "members.confirmReset",
  "members.requestReset",
  "members.setUp",
];
const rulesOf = ({ meta }: ProcedureParts) => (meta as OperationMeta).rules;

let world: World;
let stage: Stage;
let bridge: PagesBridge;
/** The user whose data the others try to get. */
let victim: TestUser;
let ids: OwnedIds;
let before: string;

beforeAll(async () => {
  world = await openWorld({ environment: { USHER_RATE_LIMIT: "0" } });
  stage = await aStage(world);
  installPagesBridge(world.services, { nextAuthSecret: "a secret of the test" });
  // The bridge puts exactly this type under its symbol.
  bridge = Reflect.get(globalThis, Symbol.for(KEY)) as PagesBridge;
  victim = await aUser(stage);
  const subscription = await done(start(stage, "pro", victim.customerId));
  const { catalog } = stage;
  ids = {
    subscription: subscription.id,
    customer: victim.customerId,
    product: catalog.productId,
    plan: catalog.plans.team?.id ?? "",
    planPrice: catalog.plans.team?.prices[0] ?? "",
    pack: catalog.plans.team?.packId ?? "",
    feature: catalog.features.calls ?? "",
    application: stage.adminApplication.id,
    tenant: stage.id,
  };
  before = await state();
}, 60_000);
afterAll(() => world.close());

/** Everything of the victim's that an attacker could have changed; the tests use its application themselves. */
async function state(): Promise<string> {
  const { rows } = await world.services.pool.query(
    `select (select to_jsonb(s) from subscriptions s where s.id = $1) as subscription,
            (select to_jsonb(c) from customers c where c.id = $2) as customer,
            (select jsonb_agg(to_jsonb(u)) from usage_records u where u.customer_id = $2) as usage,
            (select jsonb_agg(to_jsonb(o)) from overrides o where o.customer_id = $2) as overrides,
            (select to_jsonb(a) - 'last_used_at' from applications a where a.id = $3) as application,
            (select count(*) from customer_notes n where n.customer_id = $2) as notes`,
    [ids.subscription, ids.customer, ids.application],
  );
  return JSON.stringify(rows);
}

async function callRest(client: Client, operation: (typeof operations)[number]) {
  const { method, path: template } = operation.meta.openapi;
  const { path, query, body } = fieldsFor(operation.procedure, template, method, ids);
  const search = new URLSearchParams(query).toString();
  const { status, body: answer } = await client.send(
    method,
    search === "" ? path : `${path}?${search}`,
    body,
  );
  return { status, text: typeof answer === "string" ? answer : JSON.stringify(answer) };
}

async function callPages(
  { name, procedure, type }: ProcedureParts,
  send: (request: Request) => Promise<Response>,
  tenantId = stage.id,
) {
  const { body } = fieldsFor(
    procedure,
    name.startsWith("sub") || name.startsWith("life") ? "/subscriptions/" : "",
    "POST",
    ids,
  );
  const headers = { "content-type": "application/json", "x-usher-tenant": tenantId };
  const url = `http://pages.internal/api/trpc/${name}`;
  const text = JSON.stringify(body ?? {});
  const request =
    type === "query"
      ? new Request(`${url}?input=${encodeURIComponent(text)}`, { headers })
      : new Request(url, { method: "POST", headers, body: text });
  const response = await send(request);
  return { status: response.status, text: await response.text() };
}

/** What only the victim and the tenant itself may read. */
const ofTheVictim = () => [victim.email, ids.subscription];

describe("over REST", () => {
  it("an end user of the same tenant reaches their own customer alone", async () => {
    const other = await aUser(stage);
    // After signing out the caller is anonymous.
    for (const operation of operations.filter(({ name }) => name !== "auth.signOut")) {
      const { security, isForEndUsers, isForBrowsers } = operation.meta.rules;
      const { status, text } = await callRest(other.client, operation);
      const shown = `${operation.name}: ${status} ${text}`;
      if (status < 300) for (const secret of ofTheVictim()) expect(text, shown).not.toContain(secret);
      // What an application's identifier opens, the token beside it neither widens nor narrows.
      if (security === "app" || security === "none" || isForBrowsers) continue;
      expect(status, shown).toBeGreaterThanOrEqual(400);
      if (!isForEndUsers) expect(status, shown).toBe(403);
    }
    expect(await state()).toBe(before);
  });

  it("an application that was revoked reaches nothing, by its identifier or by its token", async () => {
    const made = await done(
      stage.admin.post("/v1/applications", { name: "Gone", kind: "SERVER", scopes: ["billing:admin"] }),
    );
    const { access_token } = await done(
      createClient(world.baseUrl).post("/v1/auth/token", {
        grant_type: "client_credentials",
        client_id: made.id,
        client_secret: made.client_secret,
      }),
    );
    await done(stage.admin.post(`/v1/applications/${made.id}/revoke`));
    const authorization = `Bearer ${access_token}`;
    const clients = [
      createClient(world.baseUrl, { "x-app-id": made.app_id, authorization }),
      createClient(world.baseUrl, { "x-app-id": made.app_id }),
      createClient(world.baseUrl, { authorization }),
    ];
    const besideAnother = stage.admin.with({ authorization });
    // Where another application is enough by itself, the token is not looked at.
    for (const operation of operations.filter(({ meta }) => meta.rules.security !== "none"))
      for (const client of [
        ...clients,
        ...(operation.meta.rules.security === "app+jwt" ? [besideAnother] : []),
      ]) {
        const { status, text } = await callRest(client, operation);
        expect([operation.name, status], text).toEqual([operation.name, 401]);
      }
    expect(await state()).toBe(before);
  });

  it("the LIVE side's credentials do not reach the TEST side's objects", async () => {
    const live = await aTenant(world);
    const { db } = world.services;
    await db.tenant.update({ where: { id: stage.id }, data: { parentId: live.id } });
    for (const operation of operations) {
      const { status, text } = await callRest(live.admin, operation);
      const shown = `${operation.name}: ${status} ${text}`;
      if (/\{(id|\w+_id)\}/.test(operation.meta.openapi.path)) expect(status, shown).toBe(404);
      // Its own waitlist, asked for the other side's by name, is the one thing that a grant opens.
      if (status < 300) for (const secret of ofTheVictim()) expect(text, shown).not.toContain(secret);
    }
    await db.tenant.update({ where: { id: stage.id }, data: { parentId: null } });
    expect(await state()).toBe(before);
  });
});

describe("by the pages", () => {
  it("a member of another tenant reaches nothing by naming this one", async () => {
    const other = await aTenant(world);
    const claims = await aMember(world, other.id, "OWNER");
    for (const parts of procedures) {
      const { name } = parts;
      if (OPEN.includes(name)) continue;
      const { status, text } = await callPages(parts, (request) => bridge.trpc(request, claims));
      expect([name, status], text).toEqual([name, 401]);
    }
    for (const forged of [
      { ...claims, userId: victim.id },
      { ...claims, homeTenantId: stage.id },
      { ...claims, sessionId: "sess_x" },
      { homeTenantId: stage.id, userId: victim.id, sessionId: "sess_x" },
    ])
      expect(await bridge.member(forged)).toBeNull();
    expect(await state()).toBe(before);
  });

  it("an end user's session is no member's", async () => {
    const { id } = await world.services.db.session.findFirstOrThrow({
      where: { tenantId: stage.id, userId: victim.id },
    });
    expect(await bridge.member({ homeTenantId: stage.id, userId: victim.id, sessionId: id })).toBeNull();
  });

  it("a visitor may do what a publishable application may, and reads no customer's data", async () => {
    const { slug } = await world.services.db.tenant.findUniqueOrThrow({ where: { id: stage.id } });
    const tenant = await findPublicTenant(world.services, slug);
    if (!tenant) throw new Error("The tenant has no look.");
    for (const parts of procedures) {
      const { name } = parts;
      const { security, isForBrowsers } = rulesOf(parts);
      const visit = (request: Request) => bridge.visitorTrpc(request, { tenant, address: unique("address") });
      const { status, text } = await callPages(parts, visit);
      if (status < 300) for (const secret of ofTheVictim()) expect(text, name).not.toContain(secret);
      if (!OPEN.includes(name) && !(security === "app" && isForBrowsers))
        expect([name, status], text).toEqual([name, 403]);
    }
    expect(await state()).toBe(before);
  });

  it("a customer in the portal reaches their own, and no other customer of the tenant", async () => {
    const { slug } = await world.services.db.tenant.findUniqueOrThrow({ where: { id: stage.id } });
    const tenant = await findPublicTenant(world.services, slug);
    if (!tenant) throw new Error("The tenant has no look.");
    const other = await aUser(stage);
    const portal: OpenPortal & { address: string } = {
      tenant,
      customerId: other.customerId,
      returnUrl: null,
      member: null,
      address: "192.0.2.1",
    };
    for (const parts of procedures) {
      const { name } = parts;
      const { security, isForBrowsers, isForPortal } = rulesOf(parts);
      const { status, text } = await callPages(parts, (request) => bridge.portalTrpc(request, portal));
      if (status < 300) for (const secret of ofTheVictim()) expect(text, name).not.toContain(secret);
      const isOpen = OPEN.includes(name) || isForPortal || (security === "app" && isForBrowsers);
      if (!isOpen) expect([name, status], text).toEqual([name, 403]);
    }
    expect(await state()).toBe(before);
  });
});
