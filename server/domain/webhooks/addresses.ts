import { ApiError } from "../../errors/api-error.ts";
import { urlProblem } from "../../platform/outbound-http.ts";
import type { Scope } from "../../platform/scope.ts";

/**
 * Whether webhooks of a tenant may use plain HTTP and addresses that are not public. The configuration must allow it, and
 * even then a LIVE tenant's may not in production, because its events contain customers' data.
 */
export function mayBePrivate({ config }: Pick<Scope, "config">, tenantMode: Scope["tenantMode"]): boolean {
  return config.sendsWebhooksToPrivate && (tenantMode === "TEST" || config.mode !== "production");
}

const NEXT = "Give an address that begins with https:// and that this server can reach on the internet";

/** Refuses an address to which nothing would ever be sent. Each try checks what its name resolves to. K9022. */
export function requireUsable(scope: Scope, url: string): void {
  const reason = urlProblem(url, mayBePrivate(scope, scope.tenantMode));
  if (reason === null) return;
  // Where the setting would allow the address, the message names the setting.
  const isPrivate = scope.tenantMode === "TEST" && urlProblem(url, true) === null;
  const hint = isPrivate
    ? "; for an endpoint on your own machine or network, start Usher with USHER_WEBHOOKS_TO_PRIVATE=true"
    : "";
  const next = isPrivate ? "" : `. ${NEXT}`;
  throw new ApiError("K9022", { details: { reason: `${reason}${hint}${next}` } });
}
