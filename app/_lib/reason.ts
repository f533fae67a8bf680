import { INVOICE_STATUSES } from "../../server/platform/schema/words.ts";
import { asSentence } from "../../server/platform/schema/words-for-issue.ts";
import { errorBody, errorCode, errorIssues } from "./api.ts";
import { formatMoment } from "./format.ts";

/** What a refusal is about. */
interface Place {
  /** The API's names of the field, one of which the form has; `details` names it in some errors. */
  fields: readonly string[];
  /** For people, where the API's own message speaks of its fields. */
  words?: string;
  /** What values of its details are called in these words; others stand as they are. */
  names?: Readonly<Record<string, string>>;
}

const CARD = ["cardprovider_test_card_token", "cardprovider_payment_method_id", "card"];
const CUSTOMER = ["external_customer_id", "external_id", "customer_id", "customer"];

const QUOTE_AGAIN = "The price has changed or was already used: preview it again.";

/** By name: the errors that are about one field, or whose message is written for callers of the API. */
export const PLACES: Record<string, Place> = {
  sign_in_failed: { fields: ["password"] },
  password_too_weak: { fields: ["password", "new_password"] },
  password_grant_failed: { fields: ["password"] },
  current_password_wrong: { fields: ["current_password"] },
  two_factor_code_invalid: { fields: ["code"] },
  setup_token_invalid: { fields: ["token"] },
  customer_not_found: { fields: CUSTOMER },
  customer_email_required: {
    fields: ["email"],
    words: "This customer has no e-mail address yet. Write one.",
  },
  tenant_slug_taken: { fields: ["slug"] },
  user_exists: { fields: ["email"] },
  customer_not_on_test_clock: { fields: CUSTOMER },
  test_clock_cannot_advance: { fields: ["to"] },
  test_clock_advance_too_far: { fields: ["to"] },
  provider_account_not_connectable: { fields: ["secret_key"] },
  origin_not_secure: { fields: ["allowed_origins"] },
  customer_exists: { fields: [...CUSTOMER, "identifier"] },
  tenant_not_found: { fields: ["tenant_id"] },
  person_not_found: { fields: ["customer", "email"] },
  person_has_open_billing: {
    fields: ["cancel"],
    words:
      "This person still has current subscriptions, unpaid invoices, charges that wait or are held, or credit. Settle them first, or switch on that subscriptions are canceled, invoices voided and the rest written off.",
  },
  customer_has_other_users: {
    fields: ["customer"],
    words: "This customer has other users. Erase the customer with all of them.",
  },
  expiry_in_past: {
    fields: ["expiresAt", "expires_at"],
    words: "This time is in the past. Choose a later one.",
  },
  metadata_too_large: { fields: ["metadata"] },
  metadata_character_invalid: { fields: ["metadata"], words: "This has a character that cannot be stored." },
  invitation_email_mismatch: { fields: ["email"] },
  csv_invalid: { fields: ["file"] },
  catalog_value_taken: { fields: [] },
  currency_unknown: { fields: ["currency"] },
  currency_not_sold: { fields: ["currency"] },
  amount_not_chargeable: { fields: ["amount", "unit_amount", "total"] },
  subscription_exists: { fields: CUSTOMER },
  one_payment_method_required: {
    fields: CARD,
    words: "This price needs a card: a saved one or, in test mode, a test card.",
  },
  product_mismatch: { fields: ["plan_price_id"] },
  currency_mismatch: { fields: ["plan_price_id"] },
  price_not_for_sale: {
    fields: ["plan_price_id"],
    words: "This price is not for sale any more. Choose another one.",
  },
  quantity_invalid: {
    fields: ["steps", "drivers"],
    words: "So many steps are not sold of {feature_key}. Choose another number.",
  },
  invoice_status_conflict: {
    fields: [],
    words:
      "This cannot be done: the invoice is {status} now. Close this window to see what was done with it.",
    names: INVOICE_STATUSES,
  },
  payment_exceeds_balance: {
    fields: ["amount"],
    words:
      "Only {left_to_pay} is left to pay, {surplus} less than this. Write what was due and give the rest back, or keep it as the customer’s credit where that is offered.",
  },
  field_not_for_provider: {
    fields: [],
    words: "This is not for subscriptions that are billed this way. Leave it empty.",
  },
  quote_invalid: { fields: ["quote_id"], words: QUOTE_AGAIN },
  quote_price_changed: { fields: ["quote_id"], words: QUOTE_AGAIN },
  promotion_code_not_redeemable: { fields: ["promotion_code", "code"] },
  quantity_too_large: { fields: ["steps", "drivers"] },
  promotion_code_needs_change_now: { fields: ["promotion_code"] },
  payment_date_in_future: { fields: ["paid_at"] },
  due_date_invalid: { fields: ["due_at"] },
  payment_date_too_early: { fields: ["paid_at", "refunded_at"] },
  credit_exceeds_remaining: { fields: ["amount"] },
  credit_destination_required: {
    fields: ["to"],
    words:
      "{paid_already} of this was paid already. Choose whether it becomes credit for the next invoice or is given back.",
  },
  refund_date_in_future: { fields: ["refunded_at"] },
  refund_exceeds_remaining: { fields: ["amount"] },
  correction_amount_changed: {
    fields: ["amount"],
    words:
      "Somebody changed this invoice meanwhile: {left_now} of it can be {done} by now, not {seen}. Look at what is left, then decide.",
  },
  card_declined: { fields: CARD },
  card_authentication_required: {
    fields: CARD,
    words:
      "The customer’s bank asks them to confirm this payment, which only they can do. Nothing was charged. Let them pay on a checkout page, or use another card.",
  },
  test_card_in_live_mode: { fields: CARD, words: "Tokens of test cards work in test mode only." },
  payment_method_invalid: { fields: CARD },
  card_provider_key_refused: { fields: ["secret_key"] },
  card_provider_account_mismatch: { fields: ["secret_key"] },
  feature_key_unknown: { fields: ["feature_key"] },
  usage_before_open_period: {
    fields: ["occurred_at"],
    words:
      "The time {occurred_at} is before the open period, which began at {period_start}. Choose a later one.",
  },
  usage_limit_reached: { fields: ["value"], words: "The customer may not use this much: {reason}." },
  usage_amount_too_large: { fields: ["value"] },
  counter_limit_exceeded: { fields: ["value"] },
  usage_in_future: {
    fields: ["occurred_at"],
    words: "The time {occurred_at} is in the future. Choose one that has passed.",
  },
  payment_duplicate: { fields: ["reference"] },
  webhook_url_refused: { fields: ["url"] },
  webhook_replay_selection_missing: {
    fields: ["from"],
    words: "Choose which events to send again: a time, or only the failed ones.",
  },
};

/** A moment as the API writes it. */
const ISO_MOMENT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** The message of a refusal for the person who reads it: without code marks, and with moments as people write them. */
function plain(message: string): string {
  return message.replaceAll("`", "").replace(ISO_MOMENT, formatMoment);
}

/** What the server said of the whole request, in words for people; null when it was not reached. */
export function messageOf(error: Error): string | null {
  const body = errorBody(error);
  if (!body?.name) return null;
  const { words, names } = PLACES[body.name] ?? {};
  const filled = words?.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(body.details?.[name] ?? name);
    return names?.[value]?.toLowerCase() ?? value;
  });
  return plain(filled ?? error.message);
}

/** The API's name as words: "unit_amount" is "Unit amount". */
export function nameInWords(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]+/g, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The fields that a refusal may be about, the likeliest first, by their names in the API. */
export function fieldsOfRefusal(error: Error): string[] {
  const body = errorBody(error);
  // A form with a field for each line of an invoice names it by the line's id.
  const named = [body?.details?.field, body?.details?.line_id].filter((name) => typeof name === "string");
  const place = PLACES[body?.name ?? ""];
  return [...named, ...(place?.fields ?? [])];
}

/** What went wrong, in words for people; where the server names fields, what is wrong with each of them. */
export function reasonOf(error: Error): string {
  const issues = errorIssues(error).map(({ path, message }) => {
    const name = path.split(".").findLast((part) => !/^\d*$/.test(part));
    return plain(asSentence(name ? `${nameInWords(name)}: ${message}` : message));
  });
  const words = issues.length > 0 ? issues.join(" ") : messageOf(error);
  return words === null ? "The server could not be reached. Try again." : `${words} (${errorCode(error)})`;
}
