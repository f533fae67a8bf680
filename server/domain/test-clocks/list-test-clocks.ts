import type { z } from "zod";
import { newestFirst, toPage } from "../../platform/page.ts";
import type { Scope } from "../../platform/scope.ts";
import type { ListTestClocks } from "./list-test-clocks-schema.ts";
import { viewClock } from "./load-clock.ts";

/** The tenant's test clocks, newest first. */
export async function listTestClocks(scope: Scope, input: z.output<typeof ListTestClocks>) {
  const rows = await scope.db.testClock.findMany({
    ...newestFirst(scope.tenantId, input),
  });
  return toPage(rows, input.limit, viewClock);
}
