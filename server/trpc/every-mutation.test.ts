import type { AnyTRPCProcedure, AnyTRPCRouter } from "@trpc/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aClockAhead, keyedStage } from "../testing/kept-answers.ts";
import { RECIPES, WITHOUT_EVENT } from "../testing/mutations.ts";
import { aStage, type Stage } from "../testing/stage.ts";
import { openWorld, type World } from "../testing/world.ts";
import { restProcedures } from "./rest-procedures.ts";
import { appRouter } from "./root.ts";

// Generated from the router: finds an operation that changes something without an event or an audit entry.
// _def.procedures is typed as any by tRPC; it holds procedures by their dotted names.
const { procedures }: AnyTRPCRouter["_def"] = appRouter._def;
const mutations = Object.entries(procedures as Record<string, AnyTRPCProcedure>)
  .filter(([, procedure]) => procedure._def.type === "mutation")
  .map(([name]) => name);

/** Whatever is POSTed keeps its Idempotency-Key's promise; of those that write no event server/http/every-post.test.ts. */
const posts = new Map(
  restProcedures(appRouter).flatMap(({ name, meta }) =>
    meta.openapi.method === "POST" ? [[name, meta.rules] as const] : [],
  ),
);

const NOT_ASKED_AGAIN: Record<string, string> = {
  "portal.openProvider":
    "After a crash a second link is made, for the first one was never seen; the audit log has each.",
  "auth.signOut": "The token that asked ended with it.",
  "auth.requestPasswordReset":
    "A second mail is sent rather than none, and callers must not learn which addresses are known.",
};

let world: World;
const clock = aClockAhead();

beforeAll(async () => {
  world = await openWorld({ clock, environment: { USHER_WEBHOOKS_TO_PRIVATE: "true" } });
});

afterAll(() => world.close());

/** What was written of a tenant, beside what is known already. */
async function written({ id: tenantId }: Stage, known: Set<string>) {
  const events = await world.services.db.event.findMany({ where: { tenantId }, orderBy: { id: "asc" } });
  const entries = await world.services.db.auditEntry.findMany({
    where: { tenantId },
    orderBy: { id: "asc" },
  });
  const isNew = ({ id }: { id: string }) => !known.has(id);
  return { events: events.filter(isNew), entries: entries.filter(isNew) };
}

describe.each(Object.entries(RECIPES))("%s", { tags: ["long"] }, (name, { tells, prepare }) => {
  it(`writes ${tells.join(" and ")}, and an audit entry for each`, async () => {
    expect(mutations).toContain(name);
    const keyed = keyedStage(await aStage(world), clock);
    const { stage } = keyed;
    const call = await prepare(stage);
    keyed.begin();
    const before = await written(stage, new Set());
    const reply = await call();
    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
    const known = new Set([...before.events, ...before.entries].map(({ id }) => id));
    const { events, entries } = await written(stage, known);
    expect(events.map(({ type }) => type).sort()).toEqual([...tells].sort());
    const whatOf = (rows: { what: string; objectId: string }[]) =>
      rows.map(({ what, objectId }) => `${what} ${objectId}`).sort();
    expect(whatOf(entries.map(({ action, objectId }) => ({ what: action, objectId })))).toEqual(
      whatOf(events.map(({ type, objectId }) => ({ what: type, objectId }))),
    );
    // The entry names the caller, and the request by its id.
    const requestId = reply.headers.get("x-request-id");
    for (const entry of entries) {
      expect(entry.actorType).not.toBe("SYSTEM");
      if (requestId) expect(entry.requestId).toBe(requestId);
    }
    const post = posts.get(name);
    if (!post || name in NOT_ASKED_AGAIN) return;
    const count = async () => (await written(stage, new Set())).events.length;
    await keyed.expectSameAnswerAgain(reply, { isAtomic: post.isAtomic, count });
  });
});

it("every operation that changes something has its recipe, or a reason why it writes nothing", () => {
  expect(
    [...Object.keys(RECIPES), ...Object.keys(WITHOUT_EVENT)].sort(),
    "add a recipe in server/testing/mutations*.ts, or a reason to WITHOUT_EVENT in server/testing/mutations.ts",
  ).toEqual([...mutations].sort());
});
