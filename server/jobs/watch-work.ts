import { readJobSuccesses } from "../domain/analytics/read-job-successes.ts";
import { inBackground } from "../platform/background.ts";
import { logCounted } from "../platform/log-counted.ts";
import type { Services } from "../platform/scope.ts";
import { SCHEDULES } from "./schedules.ts";

/** How often a worker asks which jobs have succeeded: other workers do them, too. */
const ASK_EVERY_MS = 15_000;

/** The loops look every second. */
const LOOP_BOUND_SECONDS = 120;
const LOOPS = ["webhooks", "mails"];

/** Watches whether the scheduled jobs and the loops succeed, for this worker's readiness and the metrics, until it is stopped. */
export function watchWork(services: Services): { stop(): Promise<void> } {
  for (const [name, { boundSeconds }] of Object.entries(SCHEDULES)) services.work.watch(name, boundSeconds);
  for (const name of LOOPS) services.work.watch(name, LOOP_BOUND_SECONDS);
  let asking = Promise.resolve();
  const timer = setInterval(() => {
    asking = inBackground(() => ask(services));
  }, ASK_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await asking;
    },
  };
}

/** Where this fails, the last successes that are known grow old. */
async function ask(services: Services): Promise<void> {
  try {
    for (const { name, at } of await readJobSuccesses(services)) services.work.succeeded(name, at);
  } catch (error) {
    logCounted(services.log, "error", { err: error }, "the jobs' last successes could not be read");
  }
}
