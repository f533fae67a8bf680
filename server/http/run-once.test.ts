import { afterAll, beforeAll, expect, it } from "vitest";
import { sha256 } from "../platform/crypto.ts";
import { aTenant } from "../testing/a-tenant.ts";
import { aClockAhead } from "../testing/kept-answers.ts";
import { openWorld, unique, type World } from "../testing/world.ts";
import type { Answer } from "./respond.ts";
import { type KeyedRequest, runOnce } from "./run-once.ts";

const DAY = 86_400;

let world: World;
const clock = aClockAhead();

beforeAll(async () => {
  world = await openWorld({ clock });
});

afterAll(() => world.close());

/** A request under a key of its own, as the entry point sees it; the same again under another request id. */
async function aRequest(): Promise<(fields?: object) => KeyedRequest> {
  const { id: tenantId, adminApplication } = await aTenant(world);
  const same = {
    tenantId,
    applicationId: adminApplication.id,
    actorId: adminApplication.id,
    key: unique("key"),
    method: "POST",
    path: "/v1/anything",
    isAtomic: false,
  };
  return (fields = {}) => ({ ...same, fields: { ...fields }, requestId: unique("req") });
}

/** Runs a request whose work ends when it is released, with the answer given then. */
function run(request: KeyedRequest) {
  let release: (answer: Answer) => void = () => undefined;
  const work = new Promise<Answer>((resolve) => {
    release = resolve;
  });
  let isAtWork: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    isAtWork = resolve;
  });
  const answered = runOnce(world.services, request, () => {
    isAtWork();
    return work;
  });
  return { begun, answered, release };
}

const says = (status: number, body: string): Answer => ({ status, body, headers: {} });
const never = () => Promise.reject(new Error("It was run once more."));

/** As long as any lease of a request may be. */
const PAST_ITS_LEASE = 0.5 * DAY;

/** A request that runs for too long, and the next one with its key, which runs at the same time. */
async function twoAtWork(passed: number, fields?: object) {
  const request = await aRequest();
  const late = run(request());
  await late.begun;
  clock.pass(passed);
  const next = run(request(fields));
  await next.begun;
  return { request, late, next };
}

it("a request that outlived its lease leaves the answer of the one that took over", async () => {
  const { request, late, next } = await twoAtWork(PAST_ITS_LEASE);
  next.release(says(201, "the one that took over"));
  expect((await next.answered).body).toBe("the one that took over");
  late.release(says(201, "late"));
  await late.answered;
  const repeated = await runOnce(world.services, request(), never);
  expect(repeated).toMatchObject({
    body: "the one that took over",
    headers: { "idempotent-replayed": "true" },
  });
});

it("a request that outlived its lease and failed leaves the one that took over its key", async () => {
  const { request, late, next } = await twoAtWork(PAST_ITS_LEASE);
  late.release(says(503, "failed"));
  expect((await late.answered).status).toBe(503);
  // Had the late one freed the key, another request could take it while this one is running.
  await expect(runOnce(world.services, request({ other: true }), never)).rejects.toMatchObject({
    code: "K9003",
  });
  next.release(says(201, "the one that took over"));
  await next.answered;
  expect((await runOnce(world.services, request(), never)).body).toBe("the one that took over");
});

it("a request that outlived its key leaves a request for something else alone", async () => {
  const { request, late, next: other } = await twoAtWork(DAY + 1, { other: true });
  other.release(says(201, "other"));
  await other.answered;
  late.release(says(201, "late"));
  await late.answered;
  expect((await runOnce(world.services, request({ other: true }), never)).body).toBe("other");
});

it("nothing that is kept of a request tells a password that was sent with it to who can hash", async () => {
  const request = (await aRequest())({ email: "ada@example.com", password: "a password to be guessed" });
  const first = run(request);
  first.release(says(201, "{}"));
  expect(await first.answered).toMatchObject({ status: 201 });
  const { tenantId, applicationId, key } = request;
  const where = { tenantId_applicationId_key: { tenantId, applicationId, key } };
  const { db } = world.services;
  const content = [request.method, request.path, request.actorId, JSON.stringify(request.fields)].join("\n");
  const kept = await db.idempotencyKey.findUniqueOrThrow({ where });
  expect(kept.requestHash).not.toBe(sha256(content));
  // A key that a version before kept by a plain hash is answered for its day.
  await db.idempotencyKey.update({ where, data: { requestHash: sha256(content) } });
  expect(await runOnce(world.services, request, never)).toMatchObject({ status: 201, body: "{}" });
  const other = { ...request, fields: { ...request.fields, password: "another one" } };
  await expect(runOnce(world.services, other, never)).rejects.toMatchObject({ code: "K9003" });
});
