import type { ApiError } from "./api-error.ts";
import type { ErrorCode } from "./catalogue.ts";

/** By the error that says that an object is not there, where the request may name several: the fields that name one of its kind. */
const NAMED_BY: Partial<Record<ErrorCode, readonly string[]>> = {
  K3002: ["application_id", "id"],
  K3003: ["customer", "id"],
  K4001: ["id", "referral_code"],
  K5001: ["product_id"],
  K5002: ["plan_id"],
  K5003: ["plan_price_id"],
  K5004: ["feature_id"],
  K5005: ["pack_id"],
  K6001: ["subscription_id", "id"],
  K6012: ["invoice_id", "id"],
  K3021: ["tenant_id"],
  K9020: ["endpoint_id", "id"],
  K9021: ["event_id", "id"],
  K9025: ["event_id"],
};
/** Of all others, the object that the path names. */
const BY_PATH = ["id"];

/** The errors that say in a detail of their own which value it was. */
const SAYS_VALUE: Partial<Record<ErrorCode, string>> = { K8001: "feature_key" };

/**
 * The error with the field and the value by which the input names the object that is not there: `details.field`, as the paths of
 * issues are written, and `details.value`.
 */
export function nameMissing(error: ApiError, input: unknown): ApiError {
  if (error.status !== 404 || typeof input !== "object" || input === null) return error;
  const detail = SAYS_VALUE[error.code];
  const { details } = error;
  if (detail !== undefined && details !== undefined) {
    const { [detail]: value } = details;
    const field = pathTo(input, detail, value);
    return field === null ? error : error.withDetails({ ...details, field, value });
  }
  if (details !== undefined) return error;
  const field = (NAMED_BY[error.code] ?? BY_PATH).find((name) => Object.hasOwn(input, name));
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
