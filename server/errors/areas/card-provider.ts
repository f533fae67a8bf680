import type { CatalogueEntry } from "../catalogue-entry.ts";

/** Errors of the card provider; a part of the catalogue. */
export const CARD_PROVIDER_ERRORS = {
  card_declined: {
    code: "K7001",
    status: 402,
    message: "The card was declined: {reason}. Ask for another card.",
  },
  card_authentication_required: {
    code: "K7002",
    status: 402,
    message:
      "The cardholder must confirm this payment. Confirm it in the browser with the client secret, then send the request again.",
  },
  test_card_in_live_mode: {
    code: "K7003",
    status: 422,
    message: "cardprovider_test_card_token is accepted in the provider's test mode only.",
  },
  payment_method_invalid: {
    code: "K7004",
    status: 422,
    message: "The payment method does not exist or belongs to another customer.",
  },
  card_provider_unavailable: {
    code: "K7005",
    status: 503,
    message:
      "The payment provider cannot be reached, or takes no more requests for now. Nothing was charged; try again later.",
  },
  card_provider_answer_unknown: {
    code: "K7006",
    status: 502,
    message: "The payment provider sent an answer that Usher does not understand. Try again later.",
  },
  card_provider_not_connected: {
    code: "K7007",
    status: 409,
    message: "The tenant has no payment provider set up. An admin connects one in the provider settings.",
  },
  callback_signature_invalid: {
    code: "K7008",
    status: 400,
    message: "The callback's signature is not valid.",
  },
  card_provider_key_revoked: {
    code: "K7009",
    status: 502,
    message: "The payment provider refused the tenant's key. An admin must renew it.",
  },
  tax_address_required: {
    code: "K7010",
    status: 422,
    message:
      "The payment provider needs the customer's address to compute taxes. Its checkout page or portal asks for it.",
  },
  card_provider_key_refused: {
    code: "K7011",
    status: 422,
    message: "The payment provider refused the key: {reason}. Nothing was changed. {next}.",
  },
  drift_stale: {
    code: "K7014",
    status: 409,
    message:
      "This difference to the payment provider no longer exists, or cannot be decided this way. Compare again.",
  },
  card_provider_schedule_exists: {
    code: "K7015",
    status: 409,
    message:
      "The payment provider has a schedule for this subscription, which new prices would undo. Change the schedule at the provider.",
  },
  card_provider_account_mismatch: {
    code: "K7016",
    status: 409,
    message:
      "The key belongs to another account with the payment provider ({key_account_id}) than the subscriptions ({account_id}). Nothing was changed. Connect a key of the subscriptions' account.",
  },
  drift_mend_not_reversible: {
    code: "K7017",
    status: 409,
    message: "This mend was undone already, or the subscription has changed since. Compare again.",
  },
  drift_mend_not_found: { code: "K7018", status: 404, message: "There is no such mend." },
  card_provider_keys_unchecked: {
    code: "K7019",
    status: 503,
    message:
      "The payment provider cannot be reached, so the keys could not be checked. They were not stored. Check that this server can reach the provider, then try again.",
  },
  card_provider_refused_request: {
    code: "K7020",
    status: 422,
    message:
      "The payment provider refused the request: {reason}. The same request is refused again; change what it names, or the provider's settings.",
  },
  card_currency_mismatch: {
    code: "K7021",
    status: 422,
    message:
      "This card cannot pay in {currency}: it is saved for payments in {card_currency}, and the payment provider keeps a card for one currency of a customer. Ask for the card again with a setup intent for {currency}, then send the request with that card.",
  },
  payment_method_type_unsupported: {
    code: "K7022",
    status: 422,
    message:
      "The payment method is of the type {type}, and only cards are charged here, with the wallets that hold one. Nothing was charged. Save a card instead.",
  },
  card_provider_rate_limited: {
    code: "K7023",
    status: 429,
    message:
      "The payment provider makes 10 invoices of a subscription in a minute and 20 in a day, and changes its quantities 200 times in an hour. There were as many already. Nothing was charged; try again in a minute, or tomorrow.",
  },
  card_provider_account_replaced: {
    code: "K7024",
    status: 409,
    message:
      "The account with the card provider was replaced while this was being done. Nothing was sold. Send the request again.",
  },
  tax_id_invalid: {
    code: "K7026",
    status: 422,
    message:
      "The tax id {value} of the type {type} is none, the payment provider says: {reason}. Nothing was changed or sold. Set the customer's tax ids without it, or with the right number, then send the request again.",
  },
  tax_id_change_in_progress: {
    code: "K7027",
    status: 409,
    message: "Another change of this customer's tax ids is under way. Try again in a moment.",
    retryAfter: 1,
  },
} as const satisfies Record<string, CatalogueEntry>;
