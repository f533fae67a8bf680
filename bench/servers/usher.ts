import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createApi } from "../../server/http/api.ts";
import { systemClock } from "../../server/platform/clock.ts";
import { readConfig } from "../../server/platform/config.ts";
import { createLog } from "../../server/platform/log.ts";
import { createCardProviders } from "../../server/providers/open.ts";
import { openServices } from "../../server/services.ts";

// The API as it runs in production, in a process of its own: with log and metrics, every entry point but the pages.

const config = readConfig();
const { services } = await openServices({
  config,
  connectionString: config.databaseUrl ?? "",
  baseUrl: "http://127.0.0.1",
  secret: config.secret ?? "",
  clock: systemClock,
  log: createLog(config.logLevel),
  openCardProvider: createCardProviders({ sandbox: "http://127.0.0.1:1" }),
  jobs: { send: async () => {} },
});
const server = createServer(createApi(services));
server.listen(0, "127.0.0.1", () => {
  // A listening TCP server's address is an AddressInfo.
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.on("SIGTERM", () => process.exit(0));

// The measuring process has ended.
process.on("disconnect", () => process.exit(0));
