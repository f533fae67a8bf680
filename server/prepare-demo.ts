import { type Demo, isDemoWhole, seedDemo } from "../prisma/seed/seed-demo.ts";
import { during, stopping } from "./during.ts";
import { systemClock } from "./platform/clock.ts";
import type { Services } from "./platform/scope.ts";
import { createCardProviders } from "./providers/open.ts";
import type { Secrets } from "./secret.ts";
import { openServices } from "./services.ts";

/** A request of the demo's to the sandbox takes as long as the machine needs: the longest that Node's timers count, 24 days. */
const NO_LIMIT_MS = 2 ** 31 - 1;

/** What services are opened with. */
export type Parts = Pick<
  Parameters<typeof openServices>[0],
  "config" | "connectionString" | "baseUrl" | "log"
> & {
  sandboxUrl: string;
};

/** Builds the demo at the first start, without time limits: nobody waits for a request. */
export function prepareDemo(
  services: Services,
  {
    parts,
    secrets,
    ownsFolder,
    stops,
  }: { parts: Parts; secrets: Secrets; ownsFolder: boolean; stops: (() => Promise<void>)[] },
): Promise<Demo | null> {
  const { config, sandboxUrl } = parts;
  return during("preparing the demo tenant", async (step) => {
    const options = { dataDir: config.dataDir, sandboxUrl, ownsFolder, onStep: step.progress };
    const { signal } = stopping;
    if (await isDemoWhole(services)) return seedDemo(services, { ...options, signal });
    const unlimited = await openServices({
      ...parts,
      secret: secrets.present,
      previousSecrets: secrets.previous,
      clock: systemClock,
      openCardProvider: createCardProviders({ sandbox: sandboxUrl }, { timeoutMs: NO_LIMIT_MS }),
      jobs: services.jobs,
      hasTimeLimits: false,
    });
    stops.push(unlimited.close);
    return await seedDemo(unlimited.services, { ...options, signal }).finally(unlimited.close);
  });
}
