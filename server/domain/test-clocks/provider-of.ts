import { ApiError } from "../../errors/api-error.ts";
import type { Scope } from "../../platform/scope.ts";
import type { CardProvider } from "../../providers/port.ts";
import { cardProviderOf } from "../tenants/provider/connect-card-provider.ts";

/** The tenant's card provider; null where it has none, so that its clocks move our side alone. */
export async function providerOf(scope: Scope): Promise<CardProvider | null> {
  return cardProviderOf(scope).catch((error: unknown) => {
    if (error instanceof ApiError && error.errorName === "card_provider_not_connected") return null;
    throw error;
  });
}
