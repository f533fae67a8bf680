/** What every operation that calls the card provider may answer. */
export const PROVIDER_ERRORS = [
  "card_provider_unavailable",
  "card_provider_answer_unknown",
  "card_provider_not_connected",
  "card_provider_key_revoked",
  "card_provider_refused_request",
  "card_provider_account_replaced",
] as const;
