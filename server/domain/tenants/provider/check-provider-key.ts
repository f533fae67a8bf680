import { ApiError } from "../../../errors/api-error.ts";
import { newId } from "../../../platform/ids.ts";
import type { CardProvider } from "../../../providers/port.ts";

/**
 * Asks the card provider whether it accepts the key. With callbacks registered, it also makes the provider call us. Throws
 * card_provider_key_refused or card_provider_unavailable.
 */
export function checkProviderKey(provider: CardProvider): Promise<void> {
  return explainRefusal("Products", provider.checkKey({ idempotencyKey: newId("request") }));
}

/**
 * The answer, or card_provider_keys_unchecked in place of card_provider_unavailable: a connection charges nothing, and it does not store
 * the keys when it fails.
 */
export async function explainAbsence<T>(connecting: Promise<T>): Promise<T> {
  try {
    return await connecting;
  } catch (error) {
    if (!(error instanceof ApiError) || error.errorName !== "card_provider_unavailable") throw error;
    throw new ApiError("card_provider_keys_unchecked", { cause: error });
  }
}

/**
 * The answer, or card_provider_key_refused in place of card_provider_key_revoked: which key is refused, for want of what, and what to do.
 */
export async function explainRefusal<T>(resource: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ApiError) || error.errorName !== "card_provider_key_revoked") throw error;
    const details =
      error.details?.refused === "permission"
        ? {
            reason: `it is restricted and may not write "${resource}"`,
            next: "Give it that permission in the provider's dashboard, or use the secret key",
          }
        : {
            reason: "it is wrong, expired or revoked",
            next: "Copy the key again from the provider's dashboard (Developers, API keys) and connect it",
          };
    throw new ApiError("card_provider_key_refused", { cause: error, details });
  }
}
