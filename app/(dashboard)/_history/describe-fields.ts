import { COLLECTED, INVOICE_REASONS } from "../../../server/platform/schema/words.ts";
import { statusLabel } from "../../_components/status-badge.tsx";
import { formatMoment, formatMoney, formatQuantity } from "../../_lib/format.ts";

/** A field of an object that changed, in people's words. */
export interface FieldChange {
  field: string;
  /** null: it was not there. */
  before: string | null;
  after: string | null;
}

/** Words for fields whose name says less, or says it in the API's way. */
const WORDS: Record<string, string> = {
  provider: "Payment",
  external_id: "Your id",
  invoice_seller: "Seller",
  invoice_payment: "How to pay",
  invoice_address: "Billed to",
  tax_ids: "Tax IDs",
  invoice_due_days: "Days to pay",
  reminder_days: "Reminders, days after the due date",
  unpaid_after_days: "Days overdue until it ends",
  grace_period_days: "Grace period in days",
  dunning_end_policy: "When the last payment attempt fails",
  trial_end_policy: "When a trial ends without a card",
  automatic_tax: "Stripe computes and collects taxes",
  tax_behavior: "Prices and taxes",
  reporting_currency: "Company currency",
  signup_policy: "Who may register",
  waitlist_referrals: "Referrals move people up in line",
  invoice_number_prefix: "Invoice numbers begin with",
  credit_note_number_prefix: "Credit note numbers begin with",
  brand_color: "Colour",
  logo_url: "Logo",
  website_url: "Website",
  support_email: "Support address",
  email: "E-mail",
  metadata: "Details",
  amount_due: "To be paid",
  amount_remaining: "Left to pay",
  amount_off_due: "Credit notes, off what was due",
  amount_from_credit: "Paid from credit",
  amount_kept_as_credit: "Kept as credit",
  amount_written_off: "Written off",
  amount_paid: "Paid",
  amount_credited: "Credited",
  amount_refunded: "Refunded",
  amount_disputed: "Disputed",
  current_period_start: "Period began",
  current_period_end: "Period ends",
  cancel_at_period_end: "Ends with its period",
  is_overdue: "Overdue",
};

/** Fields of every object that tell nothing about a change: who it belongs to, when it was written. */
const SILENT = new Set(["id", "tenant_id", "updated_at", "created_at", "mode"]);

/** Values whose label is of no status. */
const VALUES: Record<string, string> = { ...COLLECTED, ...INVOICE_REASONS };

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const ENUM = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/;
const MONEY = /^(?:amount(?:_\w+)?|subtotal|discount|total|tax|unit_amount|recurring_amount)$/;
const MAX_DEPTH = 6;

/** What one asks of an object first: the fields that are shown first where it is shown whole. */
const FIRST = [
  ...["number", "name", "title", "email", "external_id", "description", "status", "total", "amount"],
  ...["amount_due", "amount_paid", "amount_remaining", "recurring_amount", "due_at", "issued_at", "paid_at"],
];

/** An id of an object of ours or of the card provider's, such as cus_01m7yks7h9eneattttttttttt0. */
const ID = /^(?=.*\d)[a-z]{2,9}_\w{14,}$/;

/**
 * What differs between an object before and after a change; all that is known of it where there is no before, but for the ids in
 * it, the most telling first.
 */
export function changesOf(before: unknown, after: unknown): FieldChange[] {
  const old = isObject(before) ? flat(before) : null;
  const whole = isObject(after) ? (old ? after : inOrder(after)) : {};
  const now = flat(whole);
  const names = [...new Set([...(old?.keys() ?? []), ...now.keys()])];
  return names.flatMap((field) => {
    const change = { field, before: old?.get(field) ?? null, after: now.get(field) ?? null };
    return change.before === change.after ? [] : [change];
  });
}

/** An object in two parts: what one asks of it first, as far as it says something, and all the rest. */
export function factsOf(object: unknown): { first: FieldChange[]; rest: FieldChange[] } {
  if (!isObject(object)) return { first: [], rest: [] };
  const isFirst = ([name, value]: [string, unknown]) =>
    FIRST.includes(name) && value !== 0 && value !== null && value !== "";
  const currency = { currency: currencyOf(object) };
  const first = Object.fromEntries(Object.entries(object).filter(isFirst));
  const rest = Object.fromEntries(Object.entries(object).filter((entry) => !isFirst(entry)));
  const shown = changesOf(null, { ...first, ...currency }).filter(
    ({ field }) => field !== wordsFor("currency"),
  );
  return { first: shown, rest: changesOf(null, { ...rest, ...currency }) };
}

/** Simple fields before objects and lists, and without ids, which say nothing to people. */
function inOrder(data: Record<string, unknown>): Record<string, unknown> {
  const rank = ([name, value]: [string, unknown]) => {
    const place = FIRST.indexOf(name);
    if (place >= 0) return place;
    return typeof value === "object" && value !== null ? FIRST.length + 1 : FIRST.length;
  };
  const shown = Object.entries(data).filter(
    ([name, value]) => FIRST.includes(name) || typeof value !== "string" || !ID.test(value),
  );
  return Object.fromEntries(shown.toSorted((one, other) => rank(one) - rank(other)));
}

/** The fields of an object by their words, those of objects in it behind the words of the outer one. */
function flat(
  data: Record<string, unknown>,
  path: string[] = [],
  currency = currencyOf(data),
): Map<string, string | null> {
  const found = new Map<string, string | null>();
  for (const [name, value] of Object.entries(data)) {
    if (SILENT.has(name)) continue;
    const words = [...path, wordsFor(name)];
    if (isObject(value) && path.length < MAX_DEPTH - 1)
      for (const [inner, text] of flat(value, words, currencyOf(value) ?? currency)) found.set(inner, text);
    else found.set(words.join(", "), show(name, value, currency));
  }
  return found;
}

/** The currency of an object's amounts; a subscription's is that of its price. */
function currencyOf({ currency, plan_price: price }: Record<string, unknown>): string | undefined {
  if (typeof currency === "string" && /^[A-Z]{3}$/.test(currency)) return currency;
  return isObject(price) ? currencyOf(price) : undefined;
}

/** "Days to pay" for invoice_due_days, "Paid on" for paid_at, and "Some field" for some_field. */
function wordsFor(name: string): string {
  if (Object.hasOwn(WORDS, name)) return WORDS[name] ?? name;
  const words = name
    .replace(/_at$/, "_on")
    .replace(/_id$/, "")
    .replaceAll("_", " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function show(name: string, value: unknown, currency: string | undefined): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number")
    return currency && MONEY.test(name) ? formatMoney(value, currency) : formatQuantity(value);
  if (typeof value === "string") return showText(value);
  if (Array.isArray(value)) return showList(value, currency);
  return JSON.stringify(value);
}

function showText(value: string): string {
  if (MOMENT.test(value)) return formatMoment(value);
  if (Object.hasOwn(VALUES, value)) return VALUES[value] ?? value;
  if (!ENUM.test(value) || value.length <= 3) return value;
  const label = statusLabel(value);
  return label === value ? wordsFor(value.toLowerCase()) : label;
}

function showList(values: unknown[], currency: string | undefined): string | null {
  if (values.length === 0) return null;
  return values
    .map((value) =>
      isObject(value) ? showEntry(value, currencyOf(value) ?? currency) : (show("", value, currency) ?? ""),
    )
    .join("\n");
}

/** An object of a list: a line of an invoice by its description and amount, another by its fields. */
function showEntry(entry: Record<string, unknown>, currency: string | undefined): string {
  const { description, amount } = entry;
  if (typeof description === "string" && typeof amount === "number" && currency)
    return `${description}: ${formatMoney(amount, currency)}`;
  return [...flat(entry, [], currency).entries()]
    .filter(([, text]) => text !== null)
    .map(([field, text]) => `${field}: ${text}`)
    .join("; ");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
