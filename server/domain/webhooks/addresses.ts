import { ApiError } from "../../errors/api-error.ts";
import type { Scope } from "../../platform/scope.ts";
import { type AddressRule, addressRefusal, whatHolds } from "./address-rule.ts";

/**
 * Whether webhooks of a tenant may use plain HTTP and addresses that are not public. The configuration must allow it, and
 * even then a LIVE tenant's may not in production, because its events contain customers' data.
 */
export function mayBePrivate({ config }: Pick<Scope, "config">, tenantMode: Scope["tenantMode"]): boolean {
  return config.sendsWebhooksToPrivate && (tenantMode === "TEST" || config.mode !== "production");
}

/** What the addresses of the scope's endpoints must be. */
export function getAddressRule(scope: Pick<Scope, "config" | "tenantMode">): AddressRule {
  const isAllowed = mayBePrivate(scope, scope.tenantMode);
  const { sendsWebhooksToPrivate } = scope.config;
  return {
    may_be_private: isAllowed,
    what_holds: whatHolds(isAllowed, scope.tenantMode, sendsWebhooksToPrivate),
  };
}

/** Refuses an address to which nothing would ever be sent. Each try checks what its name resolves to. Throws webhook_url_refused. */
export function requireUsable(scope: Scope, url: string): void {
  const reason = addressRefusal(url, getAddressRule(scope));
  if (reason !== null) throw new ApiError("webhook_url_refused", { details: { reason } });
}
