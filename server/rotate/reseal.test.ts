// @module-tag ci
import { generate } from "otplib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDocumentLink } from "../domain/billing/invoices/document-link.ts";
import { invoiceLink, LINKED_INVOICE } from "../domain/billing/invoices/invoice-link.ts";
import { decryptPortalToken, encryptPortalToken } from "../domain/billing/portal/portal-token.ts";
import { requestErasure } from "../domain/privacy/request-erasure.ts";
import { rotateCallbackSecret } from "../domain/tenants/provider/provider-callbacks.ts";
import { createVault } from "../platform/crypto.ts";
import { readSchema } from "../platform/database/migration-files.ts";
import { PASSWORD } from "../testing/a-user.ts";
import { poolOf } from "../testing/fuzz/pool.ts";
import { anOwner } from "../testing/mutations-dashboard.ts";
import { ownDatabase } from "../testing/own-database.ts";
import { aCustomer, aStage, type Stage } from "../testing/stage.ts";
import { openWorld, SECRET, type World } from "../testing/world.ts";
import { SEALED_COLUMNS } from "./columns.ts";
import { reseal } from "./reseal.ts";

const NEXT = "the secret that takes its place, long enough";
const key = { "idempotency-key": "before the rotation" };

let world: World;
let stage: Stage;
let application: { id: string; client_secret: string };

beforeAll(async () => {
  const url = await ownDatabase();
  world = await openWorld({ environment: { DATABASE_URL: url, USHER_WEBHOOKS_TO_PRIVATE: "true" } });
  stage = await aStage(world);
  await poolOf(stage);
  await rotateCallbackSecret(stage.scope);
  await requestErasure(stage.scope, { customer: await aCustomer(stage), cancel: true });
  application = (await stage.admin.post("/v1/applications", { name: "Kept", kind: "SERVER" }, key)).body;
  const owner = await anOwner(stage);
  const { secret, pending } = await owner.account.startTotp({ password: PASSWORD });
  await owner.account.confirmTotp({ pending, code: await generate({ secret }) });
}, 60_000);
afterAll(() => world.close());

/** How many values of a column begin so, and how many do not. */
async function countBy(mark: string) {
  const counts: Record<string, [number, number]> = {};
  for (const { table, column, isList } of SEALED_COLUMNS) {
    const value = isList ? `unnest(${column})` : column;
    const { rows } = await world.services.pool.query<{ sealed: string | null }>(
      `select ${value} as sealed from ${table}`,
    );
    const values = rows.flatMap(({ sealed }) => (sealed === null ? [] : [sealed]));
    const inNew = values.filter((sealed) => sealed.startsWith(mark)).length;
    counts[`${table}.${column}`] = [inNew, values.length - inNew];
  }
  return counts;
}

describe("rotating the secret", () => {
  it("knows every sealed column of the schema", async () => {
    const schema = (await readSchema()).map(({ content }) => content).join("\n");
    const inSchema = [...schema.matchAll(/@map\("(\w*sealed)"\)|^ {2}(sealed) /gm)].map(([, a, b]) => a ?? b);
    const known = SEALED_COLUMNS.map(({ column }) => column);
    expect(inSchema.filter((name) => name !== undefined && !known.includes(name))).toEqual([]);
    expect(inSchema.length).toBeGreaterThanOrEqual(7);
  });

  it("encrypts everything again, in several batches and concurrently; then the old secret opens nothing and is not needed", {
    tags: ["long"],
    timeout: 60_000,
  }, async () => {
    const vault = createVault(NEXT, [SECRET]);
    const before = await countBy(vault.prefix);
    for (const [name, [inNew, inOld]] of Object.entries(before)) {
      expect([name, inNew]).toEqual([name, 0]);
      expect(inOld, name).toBeGreaterThan(0);
    }
    const { pool } = world.services;
    const turns = await Promise.all([reseal(pool, vault), reseal(pool, vault)]);
    expect(turns.flat().flatMap(({ unopened }) => unopened)).toEqual([]);
    const after = await countBy(vault.prefix);
    for (const [name, [inNew, inOld]] of Object.entries(after)) {
      expect([name, inOld]).toEqual([name, 0]);
      expect(inNew).toBe(before[name]?.[1]);
    }
    expect((await reseal(pool, vault)).every(({ resealed }) => resealed === 0)).toBe(true);

    const DATABASE_URL = world.services.config.databaseUrl ?? "";
    const old = await reseal(pool, createVault(SECRET));
    expect(old.every(({ resealed }) => resealed === 0)).toBe(true);
    expect(old.every(({ unopened }) => unopened.length > 0)).toBe(true);

    const rotated = await openWorld({ environment: { DATABASE_URL, USHER_SECRET: NEXT }, secret: NEXT });
    try {
      const again = await fetch(`${rotated.baseUrl}/v1/applications`, {
        method: "POST",
        headers: { ...stage.admin.headers, authorization: "", "content-type": "application/json", ...key },
        body: JSON.stringify({ name: "Kept", kind: "SERVER" }),
      });
      // Tokens name their issuer, which is another here; the application's own secret is the same.
      expect(again.status).toBe(401);
      const token = await fetch(`${rotated.baseUrl}/v1/auth/token`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          grant_type: "client_credentials",
          client_id: stage.adminApplication.id,
          client_secret: stage.adminApplication.clientSecret,
        }),
      });
      const { access_token } = (await token.json()) as { access_token: string };
      const replayed = await fetch(`${rotated.baseUrl}/v1/applications`, {
        method: "POST",
        headers: {
          ...stage.admin.headers,
          authorization: `Bearer ${access_token}`,
          "content-type": "application/json",
          ...key,
        },
        body: JSON.stringify({ name: "Kept", kind: "SERVER" }),
      });
      // What was asked is kept as a digest under the old secret alone: the repeat is refused, and not done twice.
      expect([replayed.status, await replayed.json()]).toMatchObject([422, { code: "K9003" }]);
      const where = { tenantId: stage.id, key: key["idempotency-key"] };
      const kept = await rotated.services.db.idempotencyKey.findFirstOrThrow({ where });
      const context = `idempotency:${kept.tenantId}:${kept.applicationId}:${kept.key}`;
      expect(JSON.parse(createVault(NEXT).decrypt(kept.responseBody ?? "", context))).toEqual(application);
    } finally {
      await rotated.close();
    }
  });
});

it("links that were sealed before open for as long as the old secret is known", async () => {
  const pass = {
    id: "x",
    tenantId: stage.id,
    customerId: "cus_x",
    returnUrl: null,
    memberId: null,
    expiresAt: Date.now() + 60_000,
  };
  const { clock } = world.services;
  const sealed = encryptPortalToken({ vault: createVault(SECRET) }, "portal link", pass);
  expect(decryptPortalToken({ vault: createVault(NEXT, [SECRET]), clock }, "portal link", sealed)).toEqual(
    pass,
  );
  expect(decryptPortalToken({ vault: createVault(NEXT), clock }, "portal link", sealed)).toBeNull();
  const link = invoiceLink({ ...stage.scope, vault: createVault(SECRET) }, "inv_x").split("/invoices/")[1];
  const open = (vault: ReturnType<typeof createVault>) =>
    openDocumentLink({ ...world.services, vault }, LINKED_INVOICE, link ?? "");
  // What opens names an invoice that is not there; what does not open has a cause for the log.
  const opened = await open(createVault(NEXT, [SECRET])).catch((error: unknown) => error);
  expect(opened).toMatchObject({ code: "K6012", cause: undefined });
  const refused = await open(createVault(NEXT)).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "K6012", cause: expect.any(Error) });
});
