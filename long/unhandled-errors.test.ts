import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { aCatalog } from "../server/testing/a-catalog.ts";
import { aTenant } from "../server/testing/a-tenant.ts";
import { createClient } from "../server/testing/client.ts";
import { ownDatabase } from "../server/testing/own-database.ts";
import { type Product, startProduct } from "../server/testing/product.ts";
import { openWorld, SECRET, type World } from "../server/testing/world.ts";

// Errors that nobody handles, in the process that `npm start` starts: a module that is loaded before it makes them on a signal.

/** How long it may take to end: 20 seconds for what is under way (server/main.ts), and some for a busy machine. */
const ENDS_WITHIN_MS = 40_000;

const onSignals = (pidFile: string) => `
  import { writeFileSync } from "node:fs";
  import { isMainThread } from "node:worker_threads";
  if (isMainThread && process.argv[1]?.endsWith("main.ts")) {
    writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));
    process.on("SIGWINCH", () => void Promise.reject(new Error("rejected by the test")));
    process.on("SIGUSR2", () => { throw new Error("thrown by the test"); });
  }`;

/** The product on the world's database. raise() makes an error in it that nobody handles. */
async function startWithErrors(
  world: World,
  databaseUrl: string,
): Promise<Product & { raise(kind: "rejection" | "exception"): void }> {
  const folder = mkdtempSync(join(tmpdir(), "usher-errors-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const pidFile = join(folder, "pid");
  const module = join(folder, "errors.mjs");
  writeFileSync(module, onSignals(pidFile));
  const product = await startProduct({
    DATABASE_URL: databaseUrl,
    USHER_BASE_URL: world.baseUrl,
    USHER_SECRET: SECRET,
    USHER_DATA_DIR: folder,
    USHER_DEMO: "false",
    LOG_LEVEL: "silent",
    NODE_OPTIONS: `--import=${pathToFileURL(module)}`,
  });
  onTestFinished(() => product.stop());
  const signals = { rejection: "SIGWINCH", exception: "SIGUSR2" } as const;
  return {
    ...product,
    raise: (kind) => void process.kill(Number(readFileSync(pidFile, "utf8")), signals[kind]),
  };
}

it("a rejected promise changes nothing; after an exception what is under way is answered, and the process ends with code 1", async () => {
  const databaseUrl = await ownDatabase();
  const world = await openWorld({ environment: { DATABASE_URL: databaseUrl } });
  onTestFinished(() => world.close());
  const tenant = await aTenant(world);
  await aCatalog(tenant.scope, {
    features: { calls: { type: "METERED" } },
    plans: [{ slug: "free", entitlements: { calls: { limit: 10 } }, prices: [{ amount: 0 }] }],
    freePlan: "free",
  });
  const product = await startWithErrors(world, databaseUrl);
  const client = createClient(product.baseUrl, tenant.server.headers);
  const check = () => client.get("/v1/billing/entitlements/calls?customer=ada");
  const { pool } = world.services;

  /** Checks while the table of customers is locked, and meanwhile does some work. */
  const slowCheck = async (meanwhile: () => Promise<void>) => {
    const holder = await pool.connect();
    try {
      await holder.query("begin; lock table customers in access exclusive mode");
      const answer = check();
      // It may fail before it is waited for.
      answer.catch(() => undefined);
      const isWaiting = "select from pg_locks where not granted and relation = 'customers'::regclass";
      await expect.poll(async () => (await pool.query(isWaiting)).rowCount).toBe(1);
      await meanwhile();
      await holder.query("rollback");
      return (await answer).status;
    } finally {
      holder.release();
    }
  };

  expect((await check()).status).toBe(200);
  expect(await slowCheck(async () => product.raise("rejection"))).toBe(200);
  expect((await check()).status).toBe(200);

  const isReady = () =>
    fetch(`${product.baseUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  expect(await isReady()).toBe(true);
  const beforeIt = performance.now();
  const status = await slowCheck(async () => {
    product.raise("exception");
    // A second one while it ends changes nothing.
    await expect.poll(isReady).toBe(false);
    product.raise("exception");
  });
  expect(status).toBe(200);
  expect(await product.ended).toBe(1);
  expect(performance.now() - beforeIt).toBeLessThan(ENDS_WITHIN_MS);
});
