import type { Rules } from "../platform/schema/operation.ts";
import type { Services } from "../platform/scope.ts";

interface From {
  kind: "SERVER" | "BROWSER";
  address: string;
  tenantId: string | null;
}

/** A tenant's back end calls for many users, so its limit is this many times the limit of one address. */
const USERS_PER_SERVER = 100;

/** Counts a call of an operation with a throttle, per address; all calls of a tenant's back end share one counter. K9002. */
export async function throttleCall(
  services: Pick<Services, "throttle">,
  { throttle }: Rules,
  operation: string,
  { kind, address, tenantId }: From,
): Promise<void> {
  if (throttle === null) return;
  const { points, seconds } = throttle;
  if (kind === "SERVER") {
    const limit = { name: `${operation}:server`, points: points * USERS_PER_SERVER, seconds };
    await services.throttle.take(limit, tenantId ?? "");
  } else {
    await services.throttle.take({ name: operation, points, seconds }, `${tenantId} ${address}`);
  }
}
