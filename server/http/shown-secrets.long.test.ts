import type { AnyTRPCProcedure } from "@trpc/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { OperationMeta } from "../platform/schema/operation.ts";
import { ROLES } from "../platform/schema/operation.ts";
import { aMember } from "../testing/a-member.ts";
import { RECIPES } from "../testing/mutations.ts";
import { aStage, type Stage } from "../testing/stage.ts";
import { openSecrets, type SecretFinder } from "../testing/tenant-secrets.ts";
import { openWorld, type World } from "../testing/world.ts";
import { restProcedures } from "../trpc/rest-procedures.ts";
import { appRouter } from "../trpc/root.ts";
import { installPagesBridge } from "./pages-bridge.ts";
import type { OpenPortal, PagesBridge, PagesBridgeKey, SessionClaims } from "./pages-contract.ts";

// Made from the router: every operation that reads is asked for everything there is of a tenant that has every kind of secret,
// by the roles that may not see one, and through the portal that such a member opened.

const KEY: PagesBridgeKey = "usher.pages";

/** Capabilities that a role is meant to have, and why that is no leak. */
const MAY_SHOW: Record<string, string> = {
  "entitlements.snapshot": "A signed statement of what a customer may use: it opens nothing.",
  "creditNotes.link": "The link of one credit note's PDF, which the role may read as it is.",
  "invoices.link": "The link of one invoice's PDF, which the role may read as it is.",
  "invoices.linkReceipt": "The link of one payment's receipt, which the role may read as it is.",
  "portal.look": "The same links, of the customer's own invoices.",
};

/** Operations that a member is not answered by, whatever they name: the stage has no counterpart to copy a catalog from. */
const NOT_FOR_MEMBERS = ["auth.me", "portal.look", "portal.names", "copies.preview"];

/** As many questions as the pages may ask in one request. */
const MAX_BATCH_SIZE = 100;

type Query = [path: string, procedure: AnyTRPCProcedure, meta: OperationMeta];

/** What is a file is asked for over REST, below. */
const queries = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>)
  .filter(([, { _def }]) => _def.type === "query")
  .map(([path, procedure]): Query => [path, procedure, procedure._def.meta as OperationMeta])
  .filter(([, , { rules }]) => rules.answersFile === null);

let world: World;
let bridge: PagesBridge;
let stage: Stage;
let secrets: SecretFinder;
let ids: string[];
/** What fields are filled with that name no row by its id. */
let named: Record<string, unknown>;

beforeAll(async () => {
  world = await openWorld({ environment: { USHER_WEBHOOKS_TO_PRIVATE: "true" } });
  installPagesBridge(world.services, { nextAuthSecret: "a secret of the test" });
  // The bridge puts exactly this type under its symbol.
  bridge = Reflect.get(globalThis, Symbol.for(KEY)) as PagesBridge;
  stage = await aStage(world);
  await world.services.db.providerAccount.updateMany({
    where: { tenantId: stage.id },
    data: { publishableKey: "pk_test_of_the_stage" },
  });
  await playAll(stage);
  secrets = await openSecrets(world, stage.id);
  ids = await everyId(stage);
  const { db } = world.services;
  const where = { tenantId: stage.id };
  const [subscription, entry, delivery, payment] = await Promise.all([
    db.subscription.findFirstOrThrow({ where }),
    db.waitlistEntry.findFirstOrThrow({ where }),
    db.webhookDelivery.findFirstOrThrow({ where }),
    db.invoicePayment.findFirstOrThrow({ where }),
  ]);
  ids.push(payment.invoiceId);
  named = {
    customer: subscription.customerId,
    referral_code: entry.referralCode,
    endpoint_id: delivery.endpointId,
    event_id: delivery.eventId,
    payment_id: payment.id,
    feature_key: "calls",
    q: "example",
    email: entry.email,
    from: "2026-01-01T00:00:00Z",
    to: "2026-01-02T00:00:00Z",
    month: "2026-01",
    from_month: "2020-01",
    to_month: "2035-12",
    table: "journal",
  };
}, 120_000);

afterAll(() => world.close());

/** No secret of a tenant comes from the first two; the others make the stage another tenant than it was. */
const NOT_PLAYED = /^(?:catalog[.]|access[.]|settings[.](?:connectProvider|createSandbox))/;
const TAKES_AWAY = /archive|delete|erase|revoke|remove|void|update|signOut|confirmPassword/i;

/** What can be done to a tenant is done once; what takes something away comes last, and may find nothing left. */
async function playAll(on: Stage): Promise<void> {
  const names = Object.keys(RECIPES).filter((name) => !NOT_PLAYED.test(name));
  for (const isLast of [false, true])
    for (const name of names.filter((one) => TAKES_AWAY.test(one) === isLast))
      try {
        await (await RECIPES[name]?.prepare(on))?.();
      } catch {
        // It was made for a stage of its own. The first test asks for secrets of every kind.
      }
}

/** The newest ids of every table of the tenant. */
async function everyId({ id: tenantId }: Stage): Promise<string[]> {
  const { pool } = world.services;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name in ('id', 'tenant_id') and data_type = 'text'
     group by table_name having count(*) = 2`,
  );
  const found = tables.map(async ({ name }) => {
    const { rows } = await pool.query<{ id: string }>(
      `select id from ${name} where tenant_id = $1 order by id desc limit 2`,
      [tenantId],
    );
    return rows.map(({ id }) => id);
  });
  return (await Promise.all(found)).flat();
}

interface Fields {
  properties?: Record<string, { type?: string; maximum?: number }>;
  required?: string[];
}

/** An input that names as little as it may; `open` is the field that has to name an object, null when none has to. */
function inputOf(procedure: AnyTRPCProcedure): { base: Record<string, unknown>; open: string | null } {
  const [parser] = procedure._def.inputs as z.ZodType[];
  const { properties = {}, required = [] } = (
    parser ? z.toJSONSchema(parser, { io: "input", unrepresentable: "any" }) : {}
  ) as Fields;
  const base: Record<string, unknown> = {};
  if ("limit" in properties) base.limit = properties.limit?.maximum ?? 200;
  if ("customer" in properties) base.customer = named.customer;
  for (const name of required) base[name] ??= named[name];
  return { base, open: required.find((name) => base[name] === undefined) ?? null };
}

type Send = (request: Request) => Promise<Response>;

/** Asks one operation with each input, in as few requests as there may be; the successful answers. */
async function ask(send: Send, path: string, inputs: object[]): Promise<{ input: object; text: string }[]> {
  const answers = [];
  for (let from = 0; from < inputs.length; from += MAX_BATCH_SIZE) {
    const some = inputs.slice(from, from + MAX_BATCH_SIZE);
    const paths = some.map(() => path).join(",");
    const query = new URLSearchParams({ batch: "1", input: JSON.stringify({ ...some }) });
    const request = new Request(`http://pages.internal/api/trpc/${paths}?${query}`, {
      headers: { "x-usher-tenant": stage.id },
    });
    const body: { result?: { data: unknown } }[] = await (await send(request)).json();
    answers.push(
      ...body.flatMap(({ result }, nth) =>
        result ? [{ input: some[nth] ?? {}, text: JSON.stringify(result.data) }] : [],
      ),
    );
  }
  return answers;
}

/** What the operations show that they should not, and which of them were answered. */
async function askAll(send: Send, wanted: Query[]) {
  const leaks: string[] = [];
  const answered = new Set<string>();
  for (const [path, procedure] of wanted) {
    const { base, open } = inputOf(procedure);
    const inputs = open === null ? [base] : ids.map((id) => ({ ...base, [open]: id }));
    for (const { text } of await ask(send, path, inputs)) {
      answered.add(path);
      if (!(path in MAY_SHOW)) leaks.push(...secrets.find(text).map((kind) => `${path} shows ${kind}`));
    }
  }
  return { leaks: [...new Set(leaks)], answered };
}

const asMember = (claims: SessionClaims) => (request: Request) => bridge.trpc(request, claims);

test("the tenant that is asked about has secrets of every kind", () => {
  expect([...secrets.kinds].sort()).toEqual(
    expect.arrayContaining([
      "application_credentials.hash",
      "invitation_codes.code_sealed",
      "invitation_tokens.token_sealed",
      "mail_messages.text",
      "provider_accounts.secret_key_sealed",
      "provider_accounts.webhook_secrets_sealed",
      "refresh_tokens.hash",
      "user_tokens.hash",
      "webhook_secrets.sealed",
    ]),
  );
});

describe.each(["VIEWER", "SUPPORT"] as const)("%s", (role) => {
  test("is shown no secret by any operation that reads", async () => {
    const mayCall = queries.filter(([, , { rules }]) => reaches(role, rules) && rules.isForMembers);
    const { leaks, answered } = await askAll(asMember(await aMember(world, stage.id, role)), mayCall);
    expect(leaks).toEqual([]);
    const unanswered = mayCall.filter(([path]) => !answered.has(path)).map(([path]) => path);
    expect(unanswered.toSorted()).toEqual(NOT_FOR_MEMBERS.toSorted());
  });
});

test("no exported file holds a secret, for any caller", async () => {
  const files = restProcedures(appRouter).filter(({ meta }) => /csv|json/.test(meta.rules.answersFile ?? ""));
  expect(files.length).toBeGreaterThan(2);
  for (const { meta, procedure } of files) {
    const query = new URLSearchParams(inputOf(procedure).base as Record<string, string>);
    const reply = await stage.admin.get(`${meta.openapi.path}?${query}`);
    const text = typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body);
    expect([meta.openapi.path, reply.status, secrets.find(text)]).toEqual([meta.openapi.path, 200, []]);
  }
});

test("a portal that SUPPORT opened shows no secret either", async () => {
  const claims = await aMember(world, stage.id, "SUPPORT");
  const request = new Request("http://pages.internal/api/trpc/portal.createSession", {
    method: "POST",
    body: JSON.stringify({ customer: named.customer }),
    headers: { "content-type": "application/json", "x-usher-tenant": stage.id },
  });
  const { url } = (await (await bridge.trpc(request, claims)).json()).result.data;
  const entered = await bridge.enterPortal(new URL(url).searchParams.get("token") ?? "");
  const portal = (await bridge.portal(entered?.slug ?? "", entered?.session ?? "")) as OpenPortal;
  const send = (one: Request) => bridge.portalTrpc(one, { ...portal, address: "192.0.2.1" });
  const { leaks, answered } = await askAll(send, queries);
  expect(leaks).toEqual([]);
  expect([...answered]).toEqual(expect.arrayContaining(["portal.look", "subscriptions.list"]));
});

test("the finder does find: to an admin the same tenant's mails and invitations show what they are meant to", async () => {
  const claims = await aMember(world, stage.id, "ADMIN");
  const { leaks } = await askAll(
    asMember(claims),
    queries.filter(([path]) => path === "mail.read"),
  );
  expect(leaks.length).toBeGreaterThan(0);
  const { body } = await stage.server.get("/v1/invitations");
  expect(secrets.find(JSON.stringify(body))).toEqual(
    expect.arrayContaining(["invitation_codes.code_sealed", "invitation_tokens.token_sealed"]),
  );
});

function reaches(role: (typeof ROLES)[number], rules: OperationMeta["rules"]): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(rules.role);
}
