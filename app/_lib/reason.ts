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

/** The K codes that are about one field, or whose message is written for callers of the API. */
export const PLACES: Record<string, Place> = {
  K2011: { fields: ["password"] },
  K2013: { fields: ["password", "new_password"] },
  K2016: { fields: ["password"] },
  K2020: { fields: ["current_password"] },
  K2022: { fields: ["code"] },
  K2040: { fields: ["token"] },
  K3003: { fields: CUSTOMER },
  K3004: { fields: ["email"], words: "This customer has no e-mail address yet. Write one." },
  K3005: { fields: ["slug"] },
  K3007: { fields: ["email"] },
  K3011: { fields: CUSTOMER },
  K3012: { fields: ["to"] },
  K3013: { fields: ["to"] },
  K3016: { fields: ["secret_key"] },
  K3017: { fields: ["allowed_origins"] },
  K3018: { fields: [...CUSTOMER, "identifier"] },
  K3020: { fields: ["tenant_id"] },
  K3050: { fields: ["customer", "email"] },
  K3051: {
    fields: ["cancel"],
    words:
      "This person still has current subscriptions, unpaid invoices, charges that wait or are held, or credit. Settle them first, or switch on that subscriptions are canceled, invoices voided and the rest written off.",
  },
  K3053: {
    fields: ["customer"],
    words: "This customer has other users. Erase the customer with all of them.",
  },
  K4004: { fields: ["expiresAt", "expires_at"], words: "This time is in the past. Choose a later one." },
  K4005: { fields: ["metadata"] },
  K4006: { fields: ["metadata"], words: "This has a character that cannot be stored." },
  K4010: { fields: ["email"] },
  K4012: { fields: ["file"] },
  K5006: { fields: [] },
  K5011: { fields: ["currency"] },
  K5018: { fields: ["currency"] },
  K5019: { fields: ["amount", "unit_amount", "total"] },
  K6002: { fields: CUSTOMER },
  K6004: {
    fields: CARD,
    words: "This price needs a card: a saved one or, in test mode, a test card.",
  },
  K6005: { fields: ["plan_price_id"] },
  K6006: { fields: ["plan_price_id"] },
  K6008: { fields: ["plan_price_id"] },
  K6009: {
    fields: ["steps", "drivers"],
    words: "So many steps are not sold of {feature_key}. Choose another number.",
  },
  K6013: {
    fields: [],
    words:
      "This cannot be done: the invoice is {status} now. Close this window to see what was done with it.",
    names: INVOICE_STATUSES,
  },
  K6014: {
    fields: ["amount"],
    words:
      "Only {left_to_pay} is left to pay, {surplus} less than this. Write what was due and give the rest back, or keep it as the customer’s credit where that is offered.",
  },
  K6018: { fields: [], words: "This is not for subscriptions that are billed this way. Leave it empty." },
  K6019: { fields: ["promotion_code", "code"] },
  K6020: { fields: ["steps", "drivers"] },
  K6055: { fields: ["promotion_code"] },
  K6030: { fields: ["paid_at"] },
  K6033: { fields: ["due_at"] },
  K6034: { fields: ["paid_at", "refunded_at"] },
  K6041: { fields: ["amount"] },
  K6043: {
    fields: ["to"],
    words:
      "{paid_already} of this was paid already. Choose whether it becomes credit for the next invoice or is given back.",
  },
  K6045: { fields: ["refunded_at"] },
  K6049: { fields: ["amount"] },
  K6077: {
    fields: ["amount"],
    words:
      "Somebody changed this invoice meanwhile: {left_now} of it can be {done} by now, not {seen}. Look at what is left, then decide.",
  },
  K7001: { fields: CARD },
  K7002: {
    fields: CARD,
    words:
      "The customer’s bank asks them to confirm this payment, which only they can do. Nothing was charged. Let them pay on a checkout page, or use another card.",
  },
  K7003: { fields: CARD, words: "Tokens of test cards work in test mode only." },
  K7004: { fields: CARD },
  K7011: { fields: ["secret_key"] },
  K7016: { fields: ["secret_key"] },
  K8001: { fields: ["feature_key"] },
  K8002: {
    fields: ["occurred_at"],
    words:
      "The time {occurred_at} is before the open period, which began at {period_start}. Choose a later one.",
  },
  K8005: { fields: ["value"], words: "The customer may not use this much: {reason}." },
  K8018: { fields: ["value"] },
  K8019: { fields: ["value"] },
  K8020: {
    fields: ["occurred_at"],
    words: "The time {occurred_at} is in the future. Choose one that has passed.",
  },
  K6071: { fields: ["reference"] },
  K9022: { fields: ["url"] },
  K9026: { fields: ["from"], words: "Choose which events to send again: a time, or only the failed ones." },
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
  if (!body?.code) return null;
  const { words, names } = PLACES[body.code] ?? {};
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
  const place = PLACES[body?.code ?? ""];
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
