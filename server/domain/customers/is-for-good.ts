import { ApiError } from "../../errors/api-error.ts";

/** Whether asking the card provider again is of no use: a refusal, or a key without permission. */
export function isForGood(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return (
    error.errorName === "card_provider_key_revoked" || (error.status < 500 && error.retryAfter === undefined)
  );
}
