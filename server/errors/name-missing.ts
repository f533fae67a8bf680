import type { ApiError } from "./api-error.ts";
import type { ErrorName } from "./catalogue.ts";

/** By the error that says that an object is not there, where the request may name several: the fields that name one of its kind. */
const NAMED_BY: Partial<Record<ErrorName, readonly string[]>> = {
  application_not_found: ["application_id", "id"],
  customer_not_found: ["customer", "id"],
  waitlist_entry_not_found: ["id", "referral_code"],
  product_not_found: ["product_id"],
  plan_not_found: ["plan_id"],
  plan_price_not_found: ["plan_price_id", "planPriceId"],
  feature_not_found: ["feature_id"],
  pack_not_found: ["pack_id", "packId", "from_pack_id"],
  subscription_not_found: ["subscription_id", "id"],
  invoice_not_found: ["invoice_id", "id"],
  payment_not_found: ["payment_id"],
  tenant_grant_not_found: ["tenant_id"],
  webhook_endpoint_not_found: ["endpoint_id", "id"],
  event_not_found: ["event_id", "id"],
  webhook_delivery_not_found: ["event_id"],
};
/** Of all others, the object that the path names. */
const BY_PATH = ["id"];

/** The errors that say in a detail of their own which value it was. */
const SAYS_VALUE: Partial<Record<ErrorName, string>> = { feature_key_unknown: "feature_key" };

/**
 * The error with the field and the value by which the input names the object that is not there: `details.field`, as the paths of
 * issues are written, and `details.value`.
 */
export function nameMissing(error: ApiError, input: unknown): ApiError {
  if (error.status !== 404 || typeof input !== "object" || input === null) return error;
  const detail = SAYS_VALUE[error.errorName];
  const { details } = error;
  if (detail !== undefined && details !== undefined) {
    const { [detail]: value } = details;
    const field = pathTo(input, detail, value);
    return field === null ? error : error.withDetails({ ...details, field, value });
  }
  if (details !== undefined) return error;
  const given = (NAMED_BY[error.errorName] ?? BY_PATH).filter((name) => Object.hasOwn(input, name));
  const [field, another] = given.length > 1 ? given.filter((name) => name !== "id") : given;
  // Which of two it is, only the code that looked them up knows.
  if (another !== undefined) return error;
  const value = field === undefined ? undefined : (input as Record<string, unknown>)[field];
  return typeof value === "string" ? error.withDetails({ field, value }) : error;
}

/** Where the input has this value in a field of this name, such as `entitlements.0.feature_key`; null where it has none. */
function pathTo(input: object, name: string, value: unknown): string | null {
  for (const [key, one] of Object.entries(input)) {
    if (key === name && one === value) return key;
    const inner = typeof one === "object" && one !== null ? pathTo(one, name, value) : null;
    if (inner !== null) return `${key}.${inner}`;
  }
  return null;
}
