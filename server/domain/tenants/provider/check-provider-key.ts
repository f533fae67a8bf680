import { ApiError } from "../../../errors/api-error.ts";
import { newId } from "../../../platform/ids.ts";
import type { CardProvider } from "../../../providers/port.ts";

/**
 * Asks the card provider whether it accepts the key. With callbacks registered, it also makes the provider call us. K7011 when the
 * key is refused, K7005 when the provider cannot be reached.
 */
export function checkProviderKey(provider: CardProvider): Promise<void> {
  return explainRefusal("Products", provider.checkKey({ idempotencyKey: newId("request") }));
}

/** The answer, or K7019 in place of K7005: a connection charges nothing, and it does not store the keys when it fails. */
export async function explainAbsence<T>(connecting: Promise<T>): Promise<T> {
  try {
    return await connecting;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "K7005") throw error;
    throw new ApiError("K7019", { cause: error });
  }
}

/** The answer, or K7011 in place of K7009: which key is refused, for want of what, and what to do. */
export async function explainRefusal<T>(resource: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "K7009") throw error;
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
    throw new ApiError("K7011", { cause: error, details });
  }
}
