import type { ApiError } from "./api-error.ts";
import type { ErrorCode } from "./catalogue.ts";

/** By the error that says that an object is not there: the fields of a request that name one of its kind, the likeliest first. */
const NAMED_BY: Partial<Record<ErrorCode, readonly string[]>> = {
  K3003: ["customer"],
  K4001: ["id"],
  K4003: ["id"],
  K5001: ["product_id"],
  K5002: ["plan_id"],
  K5003: ["plan_price_id"],
  K5004: ["feature_id"],
  K5005: ["pack_id"],
  K6001: ["subscription_id", "id"],
  K6012: ["invoice_id", "id"],
  K6040: ["id"],
  K8009: ["id"],
  K8012: ["id"],
  K9020: ["id"],
};

/** The error with the field and the value by which the input names the object that is not there: `details.field`, `details.value`. */
export function nameMissing(error: ApiError, input: unknown): ApiError {
  if (error.details !== undefined || typeof input !== "object" || input === null) return error;
  const field = NAMED_BY[error.code]?.find((name) => Object.hasOwn(input, name));
  const value = field === undefined ? undefined : (input as Record<string, unknown>)[field];
  return typeof value === "string" ? error.withDetails({ field, value }) : error;
}
