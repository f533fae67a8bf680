import { type ChildProcess, execFile } from "node:child_process";
import { join } from "node:path";
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rotateSigningKeys } from "../domain/auth/tokens/rotate-signing-keys.ts";
import { addSeconds, ManualClock } from "../platform/clock.ts";
import { deleteDroppedKeys } from "../platform/signing-keys.ts";
import { aTenant, type TestTenant } from "../testing/a-tenant.ts";
import { aUser } from "../testing/a-user.ts";
import { createClient } from "../testing/client.ts";
import { ownDatabase } from "../testing/own-database.ts";
import { openSecondProcess, type SecondProcess } from "../testing/second-process.ts";
import { openWorld, SECRET, type World } from "../testing/world.ts";

// The program itself, beside two running processes: one of the test, whose clock stands, and one of its own, whose clock is set
// by itself. One story: each test goes on where the one before it ended.

const [MINUTE, HOUR] = [60, 3600];
const startedAt = new Date();
const clock = new ManualClock(startedAt);

let url: string;
let world: World;
let second: SecondProcess;
let tenant: TestTenant;
let customer: string;

beforeAll(async () => {
  url = await ownDatabase();
  world = await openWorld({ clock, environment: { DATABASE_URL: url } });
  tenant = await aTenant(world);
  customer = (await aUser(tenant)).customerId;
  const modules = [join(import.meta.dirname, "../../faults/stepping-clock.ts")];
  second = await openSecondProcess(world, { modules });
}, 60_000);

afterAll(async () => {
  await second.close();
  await world.close();
});

/** Runs the program as `npm run rotate-signing-keys` does; `started` gets the process. */
function run(args: string[] = [], started: (child: ChildProcess) => void = () => undefined) {
  const env = { ...process.env, DATABASE_URL: url, USHER_SECRET: SECRET };
  return new Promise<{ code: number | null; said: string }>((resolve) => {
    const main = join(import.meta.dirname, "main.ts");
    const child = execFile(process.execPath, [main, ...args], { env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, said: stdout + stderr }),
    );
    started(child);
  });
}

async function tokenFrom(baseUrl: string): Promise<string> {
  const { id: client_id, clientSecret: client_secret } = tenant.adminApplication;
  const grant = { grant_type: "client_credentials", client_id, client_secret };
  return (await createClient(baseUrl).post("/v1/auth/token", grant)).body.access_token;
}

/** How a process answers a caller with this token. */
async function statusAt(baseUrl: string, token: string): Promise<number> {
  const headers = { "x-app-id": tenant.adminApplication.appId, authorization: `Bearer ${token}` };
  return (await createClient(baseUrl, headers).get("/v1/applications")).status;
}

async function snapshot(): Promise<string> {
  const headers = {
    "x-app-id": tenant.adminApplication.appId,
    authorization: `Bearer ${await tokenFrom(world.baseUrl)}`,
  };
  const path = `/v1/billing/entitlements/snapshot?customer=${customer}`;
  return (await createClient(world.baseUrl, headers).get(path)).body.token;
}

const keysAt = async (baseUrl: string) =>
  (await createClient(baseUrl).get("/.well-known/jwks.json")).body as Parameters<typeof createLocalJWKSet>[0];
const kidsAt = async (baseUrl: string) => (await keysAt(baseUrl)).keys.map(({ kid }) => kid);
const kidOf = (token: string) => decodeProtectedHeader(token).kid;
const bothUrls = () => [world.baseUrl, second.baseUrl];

/** Verifies as a program elsewhere does, at a moment: by the published keys alone. */
async function verifiesElsewhere(token: string, currentDate: Date): Promise<boolean> {
  const keys = createLocalJWKSet(await keysAt(world.baseUrl));
  return jwtVerify(token, keys, { issuer: world.baseUrl, currentDate }).then(
    () => true,
    () => false,
  );
}

/** Sets both clocks to so many seconds after the start; the second process's apart from ours by `apart`. */
function moveTo(seconds: number, apart = 0): void {
  clock.moveTo(addSeconds(startedAt, seconds));
  second.tell({ stepTo: (seconds + apart) * 1000 });
}

const auditOf = (tenantId: string) =>
  world.services.db.auditEntry.findMany({ where: { tenantId, action: "signing_key.rotated" } });

let first: string | undefined;
let next: string;
/** Signed by the first key, minutes before it ends. */
let late: { token: string; snapshot: string };

it("that is killed before it ends changes nothing", async () => {
  first = kidOf(await tokenFrom(world.baseUrl));
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  try {
    // The keys are changed by then, and what is to be audited waits.
    await other.query("begin; lock table audit_entries in exclusive mode");
    let child: ChildProcess | undefined;
    const ended = run([], (started) => {
      child = started;
    });
    const waiting = async () =>
      (
        await world.services.pool.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event = 'relation'",
        )
      ).rowCount;
    await expect.poll(waiting, { timeout: 45_000, interval: 50 }).toBe(1);
    child?.kill("SIGKILL");
    expect((await ended).code).toBeNull();
    await other.query("rollback");
  } finally {
    await other.end();
  }
  expect(await kidsAt(world.baseUrl)).toEqual([first]);
  expect(await auditOf(tenant.id)).toEqual([]);
}, 60_000);

it("twice at once makes one key, which every process publishes at once and none signs with yet", async () => {
  const runs = await Promise.all([run(), run()]);
  expect(runs.map(({ code }) => code)).toEqual([0, 0]);
  expect(runs.filter(({ said }) => said.includes("is under way already"))).toHaveLength(1);
  const row = await world.services.db.signingKey.findFirstOrThrow({ where: { retiredAt: null } });
  next = row.kid;
  for (const { said } of runs) expect(said).toContain(`Key ${next} is published and signs from `);
  for (const url of bothUrls()) {
    await expect.poll(() => kidsAt(url), { timeout: 1_000, interval: 20 }).toHaveLength(2);
    expect((await kidsAt(url)).sort()).toEqual([first, next].sort());
    expect(kidOf(await tokenFrom(url))).toBe(first);
  }
  const audited = await auditOf(tenant.id);
  expect(audited).toHaveLength(1);
  expect(audited[0]).toMatchObject({
    actorType: "SYSTEM",
    objectId: next,
    after: { kid: next, replaced_kids: [first] },
  });
}, 60_000);

it("clocks that are ten minutes apart sign with different keys for ten minutes, and each takes what the other signed", async () => {
  moveTo(HOUR - 5 * MINUTE, 10 * MINUTE);
  const mine = await tokenFrom(world.baseUrl);
  await expect
    .poll(async () => kidOf(await tokenFrom(second.baseUrl)), { timeout: 2_000, interval: 20 })
    .toBe(next);
  const theirs = await tokenFrom(second.baseUrl);
  expect(kidOf(mine)).toBe(first);
  for (const url of bothUrls())
    for (const token of [mine, theirs]) expect(await statusAt(url, token)).toBe(200);
  for (const token of [mine, theirs]) expect(await verifiesElsewhere(token, clock.now())).toBe(true);
  late = { token: mine, snapshot: await snapshot() };
  expect(kidOf(late.snapshot)).toBe(first);
});

it("after an hour every process signs with the new key, and what the old one signed is good for its life", async () => {
  moveTo(HOUR + 5 * MINUTE);
  await expect.poll(() => statusAt(second.baseUrl, late.token)).toBe(200);
  expect(await statusAt(world.baseUrl, late.token)).toBe(200);
  for (const url of bothUrls()) {
    const token = await tokenFrom(url);
    expect(kidOf(token)).toBe(next);
    expect(await statusAt(world.baseUrl, token)).toBe(200);
    expect(await verifiesElsewhere(token, clock.now())).toBe(true);
  }
  // Past its `exp`, a snapshot stands in while Usher cannot be reached, for a day; verifiers look at the key then, too.
  moveTo(25 * HOUR - 5 * MINUTE);
  await deleteDroppedKeys(world.services);
  expect(await verifiesElsewhere(late.snapshot, new Date(0))).toBe(true);
});

it("when everything it signed has expired the old key is no longer published, and the tidy job deletes it", async () => {
  moveTo(26 * HOUR + 5 * MINUTE);
  expect(await kidsAt(world.baseUrl)).toEqual([next]);
  await expect.poll(() => kidsAt(second.baseUrl), { timeout: 2_000, interval: 20 }).toEqual([next]);
  expect(await verifiesElsewhere(late.snapshot, new Date(0))).toBe(false);
  expect(await world.services.db.signingKey.count()).toBe(2);
  await deleteDroppedKeys(world.services);
  const kept = await world.services.db.signingKey.findMany();
  expect(kept.map(({ kid }) => kid)).toEqual([next]);
});

it("in an emergency ends every key at once, also one that waits to sign, in processes that had taken its tokens", async () => {
  await rotateSigningKeys(world.services, { isEmergency: false });
  const [token, held] = [await tokenFrom(world.baseUrl), await snapshot()];
  for (const url of bothUrls()) expect(await statusAt(url, token)).toBe(200);
  const { code, said } = await run(["--now"]);
  expect(code).toBe(0);
  expect(said).toMatch(/Access tokens given so far answer 401/);
  expect(said).toMatch(/Entitlement snapshots given so far are not believed/);
  const [key, ...others] = await world.services.db.signingKey.findMany();
  expect(others).toEqual([]);
  for (const url of bothUrls()) {
    await expect.poll(() => statusAt(url, token), { timeout: 1_000, interval: 20 }).toBe(401);
    expect(await kidsAt(url)).toEqual([key?.kid]);
    const fresh = await tokenFrom(url);
    expect(kidOf(fresh)).toBe(key?.kid);
    for (const other of bothUrls()) expect(await statusAt(other, fresh)).toBe(200);
  }
  expect(await verifiesElsewhere(held, new Date(0))).toBe(false);
  expect(await verifiesElsewhere(await snapshot(), clock.now())).toBe(true);
  expect(await auditOf(tenant.id)).toHaveLength(3);
}, 60_000);

it("changes nothing for a word that it does not know, and says how it is used", async () => {
  const before = await kidsAt(world.baseUrl);
  const { code, said } = await run(["--nwo"]);
  expect(code).toBe(2);
  expect(said).toMatch(/^Usage: npm run rotate-signing-keys/);
  expect(await kidsAt(world.baseUrl)).toEqual(before);
});

it("signs nothing that would be believed for longer than its key is published", async () => {
  const options = { audience: "x", subject: "x", id: "x", lifetimeSeconds: 60 };
  const sign = (acceptedSeconds: number) => world.services.keyring.sign({}, { ...options, acceptedSeconds });
  expect(kidOf(await sign(24 * HOUR))).toBeDefined();
  await expect(sign(24 * HOUR + 1)).rejects.toThrow(RangeError);
});
