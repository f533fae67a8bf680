import type { z } from "zod";
import type { Scope } from "../../platform/scope.ts";
import { getClockOrThrow, viewClock } from "./load-clock.ts";
import type * as schema from "./schema.ts";

/** One test clock. Throws test_clock_not_found. */
export async function getTestClock(
  scope: Scope,
  { id }: z.output<typeof schema.TestClockId>,
): Promise<z.output<typeof schema.TestClock>> {
  return viewClock(await getClockOrThrow(scope.db, scope, id));
}
