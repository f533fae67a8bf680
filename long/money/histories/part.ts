import { openWorld } from "../../../server/testing/world.ts";
import { aService } from "./a-service.ts";
import { kindsWithout, run } from "./run.ts";
import type { PartOptions } from "./run-in-parts.ts";

// Plays one part of the histories against a service of its own: run by run-in-parts.ts, which sends the options.

process.once("message", async ({ without, databaseUrl, ...options }: PartOptions) => {
  const world = await openWorld({ isWorker: true, environment: { DATABASE_URL: databaseUrl } });
  const outcome = await run(await aService(world), { ...options, kinds: kindsWithout(without) });
  await world.close();
  process.send?.(outcome, () => process.disconnect());
});
process.once("disconnect", () => process.exit());
