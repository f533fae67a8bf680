import type { Rules } from "../platform/schema/operation.ts";
import type { Services } from "../platform/scope.ts";

interface From {
  kind: "SERVER" | "BROWSER";
  address: string;
  tenantId: string | null;
}

/** Many people stand behind a tenant's back end; all of them share its allowance. */
const PEOPLE_BEHIND_A_SERVER = 100;

/** Counts a call of an operation that states a throttle, per address; a tenant's own back end counts as one. K9002. */
export async function throttleCall(
  services: Pick<Services, "throttle">,
  { throttle }: Rules,
  operation: string,
  { kind, address, tenantId }: From,
): Promise<void> {
  if (throttle === null) return;
  const { points, seconds } = throttle;
  if (kind === "SERVER") {
    const limit = { name: `${operation}:server`, points: points * PEOPLE_BEHIND_A_SERVER, seconds };
    await services.throttle.take(limit, tenantId ?? "");
  } else {
    await services.throttle.take({ name: operation, points, seconds }, `${tenantId} ${address}`);
  }
}
