import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { createApi } from "../http/api.ts";
import { createDrain } from "../http/drain.ts";
import { createListener, stopListening } from "../http/listen.ts";
import { createJobHandlers } from "../jobs/handlers.ts";
import { openQueue } from "../jobs/queue.ts";
import { watchWork } from "../jobs/watch-work.ts";
import { startWebhookLoop } from "../jobs/webhook-loop.ts";
import { systemClock } from "../platform/clock.ts";
import { readConfig } from "../platform/config.ts";
import { createLog } from "../platform/log.ts";
import { createCardProviders } from "../providers/open.ts";
import { openServices } from "../services.ts";

// A second server, or a worker, on the same database, in a process of its own: run by second-process.ts, configured by its environment.
// As main.ts without the pages, and without the mails: other tests of the same database look at what is queued.
const { USHER_TEST_SANDBOX: sandbox = "", ...environment } = process.env;
const config = readConfig(environment);
const connectionString = config.databaseUrl ?? "";
const log = createLog(config.logLevel);
const isWorker = config.role !== "web";
const queue = await openQueue({ connectionString, isWorker, log });
const { services, close } = await openServices({
  config,
  connectionString,
  baseUrl: config.baseUrl ?? "",
  secret: config.secret ?? "",
  clock: systemClock,
  log,
  openCardProvider: createCardProviders({ sandbox }, { maxConcurrentCalls: Math.ceil(config.capacity / 2) }),
  sandboxUrl: sandbox,
  jobs: queue,
});
const loops: { stop(): Promise<void> }[] = [];
if (isWorker) {
  await queue.work(createJobHandlers(services));
  loops.push(watchWork(services), startWebhookLoop(services));
}
const server = createListener();
const drain = createDrain(server);
server.on("request", createApi(services, undefined, drain.isDraining));
server.listen(0, "127.0.0.1", () => {
  // A listening TCP server's address is an AddressInfo.
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on("disconnect", () => process.exit(0));
process.on("SIGTERM", async () => {
  drain.begin();
  await pause(config.drainSeconds * 1000);
  await stopListening(server);
  for (const loop of loops) await loop.stop();
  await queue.stop();
  await close();
  process.exit(0);
});
