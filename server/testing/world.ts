import { randomBytes } from "node:crypto";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createStripeSandbox } from "@usher/stripe-sandbox";
import { inject } from "vitest";
import { viewEvent } from "../domain/events/view-event.ts";
import { createApi } from "../http/api.ts";
import { createListener } from "../http/listen.ts";
import { createJobHandlers } from "../jobs/handlers.ts";
import { startMailLoop } from "../jobs/mail-loop.ts";
import { openQueue } from "../jobs/queue.ts";
import { startWebhookLoop } from "../jobs/webhook-loop.ts";
import { type Clock, systemClock } from "../platform/clock.ts";
import { readConfig } from "../platform/config.ts";
import { createLog, type Log } from "../platform/log.ts";
import type { Services } from "../platform/scope.ts";
import { createCardProviders } from "../providers/open.ts";
import { sandboxIssuerSecret } from "../providers/sandbox-keys.ts";
import { openServices } from "../services.ts";
import { createOpenApiDocument } from "../trpc/openapi.ts";
import { createEventChecker, holdExchangesAgainst } from "./conformance.ts";
import { ownDatabase } from "./own-database.ts";

/** The product as tests see it: real HTTP, real PostgreSQL, the card provider's sandbox over the wire. */
export interface World {
  services: Services;
  baseUrl: string;
  sandboxUrl: string;
  /** The tenants of this world: what happened in them is held against the catalogue of events when it closes. */
  tenantIds: Set<string>;
  close(): Promise<void>;
}

const METRICS_TOKEN = "a token for the metrics of tests";

/** Headers with which a world serves its metrics. */
export const FOR_METRICS = { headers: { authorization: `Bearer ${METRICS_TOKEN}` } };

export const SECRET = "a secret for tests alone, of enough characters";

interface WorldOptions {
  isWorker?: boolean;
  /**
   * For tests that alter tables, which other files' worlds would wait for, and for those that run work of all tenants, which another
   * file's run may have begun and not ended (architecture.test.ts).
   */
  hasOwnDatabase?: boolean;
  /** For a second server beside the first, or for what a server does when it has just started. */
  isApart?: boolean;
  clock?: Clock;
  environment?: Record<string, string>;
  secret?: string;
  log?: Log;
}

/** All tests of a process ask from one address. */
const UNLIMITED = { USHER_RATE_LIMIT: "1000000" };

/** The world of this worker process, for all its files that ask for no settings: to start one takes longer than most tests. */
let shared: Promise<World> | undefined;

/**
 * The API (without the pages) on a free port of this process, on the test run's database; with isWorker also the job worker, on
 * a database of its own: it would do the jobs of other files' worlds. Every answer that any client of this process gets is held
 * against the OpenAPI document. environment adds to the configuration; a DATABASE_URL in it takes the place of the test run's.
 * Without options it is the world that this process's other files use, too: it stays open when they close it.
 */
export async function openWorld(options: WorldOptions = {}): Promise<World> {
  if (Object.keys(options).length > 0) return startWorld(options);
  shared ??= startWorld({ environment: UNLIMITED });
  const world = await shared;
  const tenantIds = new Set<string>();
  return {
    ...world,
    tenantIds,
    close: () => checkEvents(world.services, createOpenApiDocument(world.baseUrl), tenantIds),
  };
}

async function startWorld(options: WorldOptions): Promise<World> {
  const { isWorker = false, hasOwnDatabase = isWorker, clock = systemClock, environment = {} } = options;
  const { secret = SECRET, log = createLog("silent") } = options;
  const connectionString =
    environment.DATABASE_URL ?? (hasOwnDatabase ? await ownDatabase() : inject("databaseUrl"));
  const sandbox = await createStripeSandbox({
    databaseUrl: connectionString,
    issuerSecrets: [sandboxIssuerSecret(secret)],
  });
  const config = readConfig({
    NODE_ENV: "test",
    LOG_LEVEL: "silent",
    USHER_SECRET: secret,
    USHER_METRICS_TOKEN: METRICS_TOKEN,
    DATABASE_URL: connectionString,
    ...(hasOwnDatabase ? UNLIMITED : {}),
    ...environment,
  });
  const server = createListener();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${portOf(server)}`;
  const queue = await openQueue({ connectionString, isWorker, log });
  const { services, close } = await openServices({
    config,
    connectionString,
    baseUrl,
    secret,
    clock,
    log,
    openCardProvider: sandboxProviders(sandbox.url),
    sandboxUrl: sandbox.url,
    jobs: queue,
  });
  // Keys that are set in the tests are Stripe's, whose address leads to the sandbox here.
  services.sandboxKeys = { ...services.sandboxKeys, has: async () => false };
  server.on("request", createApi(services));
  if (isWorker) await queue.work(createJobHandlers(services));
  const loops = isWorker ? [startMailLoop(services), startWebhookLoop(services)] : [];
  const document = createOpenApiDocument(baseUrl);
  const stopHolding = holdExchangesAgainst(document);
  const tenantIds = new Set<string>();
  return {
    services,
    baseUrl,
    sandboxUrl: sandbox.url,
    tenantIds,
    async close() {
      const check = checkEvents(services, document, tenantIds);
      await Promise.allSettled([check]);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      stopHolding();
      for (const loop of loops) await loop.stop();
      await queue.stop();
      await close();
      await sandbox.close();
      await check;
    },
  };
}

/** Stripe's own address leads to the sandbox as well, so that no test calls Stripe; at the third nothing listens. */
function sandboxProviders(url: string) {
  return createCardProviders({ sandbox: url, stripe: url, nowhere: "http://127.0.0.1:1" });
}

/** Throws where the newest event of a type in one of the tenants is not what the document says of its type. */
async function checkEvents({ db }: Services, document: object, tenants: Set<string>): Promise<void> {
  const tenantIds = [...tenants];
  const newest = await db.$queryRaw<{ id: string }[]>`
    select distinct on (tenant_id, type) id from events where tenant_id = any(${tenantIds})
    order by tenant_id, type, created_at desc`;
  const events = await db.event.findMany({
    where: { tenantId: { in: tenantIds }, id: { in: newest.map(({ id }) => id) } },
  });
  const check = createEventChecker(document);
  const differences = events
    .map((event) => check(viewEvent(event)))
    .filter((difference) => difference !== null);
  if (differences.length > 0) throw new Error(`Events differ from the catalogue: ${differences.join("; ")}`);
}

function portOf(server: Server): number {
  // A listening TCP server's address is an AddressInfo.
  return (server.address() as AddressInfo).port;
}

/** A word no other test uses. */
export function unique(prefix: string): string {
  return `${prefix}-${randomBytes(6).toString("hex")}`;
}
