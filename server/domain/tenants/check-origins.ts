import { ApiError } from "../../errors/api-error.ts";
import { isSafeOrigin } from "../../platform/schema/exact-origin.ts";
import type { Services } from "../../platform/scope.ts";

/**
 * Refuses http origins: an attacker on the network could inject a script into such a page, and call as the application. Localhost is safe
 * from that, and the installation's own pages may call anyway. Throws origin_not_secure.
 */
export function checkOrigins({ baseUrl }: Pick<Services, "baseUrl">, origins: string[]): void {
  const own = new URL(baseUrl).origin;
  const at = origins.findIndex((origin) => origin !== own && !isSafeOrigin(origin));
  const origin = origins[at];
  if (origin === undefined) return;
  const message = "Use https; http is for localhost and this installation's own address";
  throw new ApiError("origin_not_secure", {
    details: { origin, own },
    issues: [{ path: `allowed_origins.${at}`, message }],
  });
}
