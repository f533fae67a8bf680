import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { inject } from "vitest";
import type { Services } from "../domain/scope.ts";
import { createApi } from "../http/api.ts";
import { createJobHandlers } from "../jobs/handlers.ts";
import { startMailLoop } from "../jobs/mail-loop.ts";
import { openQueue } from "../jobs/queue.ts";
import { startWebhookLoop } from "../jobs/webhook-loop.ts";
import { type Clock, systemClock } from "../platform/clock.ts";
import { readConfig } from "../platform/config.ts";
import { createLog } from "../platform/log.ts";
import { createCardProviders } from "../providers/open.ts";
import { startSandbox } from "../sandbox/start.ts";
import { openServices } from "../services.ts";
import { createOpenApiDocument } from "../trpc/openapi.ts";
import { holdExchangesAgainst } from "./conformance.ts";

/** The product as tests see it: real HTTP, real PostgreSQL, the card provider's sandbox over the wire. */
export interface World {
  services: Services;
  baseUrl: string;
  sandboxUrl: string;
  close(): Promise<void>;
}

export const SECRET = "a secret for tests alone, of enough characters";

/**
 * Starts the API (without the pages) on a free port of this process, on the test run's database; with isWorker also the job
 * worker. Every answer that any client of this process gets is held against the OpenAPI document. environment adds to the
 * configuration; a DATABASE_URL in it takes the place of the test run's.
 */
export async function openWorld({
  isWorker = false,
  clock = systemClock,
  environment = {},
}: {
  isWorker?: boolean;
  clock?: Clock;
  environment?: Record<string, string>;
} = {}): Promise<World> {
  const connectionString = environment.DATABASE_URL ?? inject("databaseUrl");
  const sandbox = await startSandbox({ databaseUrl: connectionString });
  const config = readConfig({
    NODE_ENV: "test",
    LOG_LEVEL: "silent",
    USHER_SECRET: SECRET,
    DATABASE_URL: connectionString,
    ...environment,
  });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${portOf(server)}`;
  const log = createLog("silent");
  const queue = await openQueue({ connectionString, isWorker, log });
  const { services, close } = await openServices({
    config,
    connectionString,
    baseUrl,
    secret: SECRET,
    clock,
    log,
    openCardProvider: createCardProviders({ sandbox: sandbox.url }),
    jobs: queue,
  });
  server.on("request", createApi(services));
  if (isWorker) await queue.work(createJobHandlers(services));
  const mailLoop = isWorker ? startMailLoop(services) : undefined;
  const webhookLoop = isWorker ? startWebhookLoop(services) : undefined;
  const stopHolding = holdExchangesAgainst(createOpenApiDocument(baseUrl));
  return {
    services,
    baseUrl,
    sandboxUrl: sandbox.url,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      stopHolding();
      await mailLoop?.stop();
      await webhookLoop?.stop();
      await queue.stop();
      await close();
      await sandbox.close();
    },
  };
}

function portOf(server: Server): number {
  // A listening TCP server's address is an AddressInfo.
  return (server.address() as AddressInfo).port;
}

/** A word no other test uses. */
export function unique(prefix: string): string {
  return `${prefix}-${randomBytes(6).toString("hex")}`;
}
