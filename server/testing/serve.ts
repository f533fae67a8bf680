import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createApi } from "../http/api.ts";
import { createJobHandlers } from "../jobs/handlers.ts";
import { openQueue } from "../jobs/queue.ts";
import { startWebhookLoop } from "../jobs/webhook-loop.ts";
import { systemClock } from "../platform/clock.ts";
import { readConfig } from "../platform/config.ts";
import { createLog } from "../platform/log.ts";
import { createCardProviders } from "../providers/open.ts";
import { openServices } from "../services.ts";

// A second server, or a worker, on the same database, in a process of its own: run by second-process.ts, told by its environment.
const { USHER_TEST_SANDBOX: sandbox = "", ...environment } = process.env;
const config = readConfig(environment);
const connectionString = config.databaseUrl ?? "";
const log = createLog("silent");
const isWorker = config.role !== "web";
const queue = await openQueue({ connectionString, isWorker, log });
const { services } = await openServices({
  config,
  connectionString,
  baseUrl: config.baseUrl ?? "",
  secret: config.secret ?? "",
  clock: systemClock,
  log,
  openCardProvider: createCardProviders({ sandbox }),
  jobs: queue,
});
if (isWorker) {
  await queue.work(createJobHandlers(services));
  startWebhookLoop(services);
}
const server = createServer(createApi(services));
server.listen(0, "127.0.0.1", () => {
  // A listening TCP server's address is an AddressInfo.
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on("disconnect", () => process.exit(0));
