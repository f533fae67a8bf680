import { type Counted, countersOf, takeAll } from "../platform/count-callers.ts";
import type { Rules } from "../platform/schema/operation.ts";
import type { Services } from "../platform/scope.ts";

/** Counts a call of an operation with a limit of its own. Throws too_many_requests. */
export async function throttleCall(
  services: Pick<Services, "throttle">,
  { throttle, security }: Rules,
  operation: string,
  from: Counted,
): Promise<void> {
  if (throttle === null || "requestLimits" in throttle) return;
  // A back end that shows its token acts for the tenant. One without calls for visitors, who are not known.
  if (from.kind === "SERVER" && from.subject === null && security === "app+jwt") return;
  await takeAll(services.throttle, countersOf(operation, throttle, from));
}
