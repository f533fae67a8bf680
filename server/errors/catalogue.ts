import { ACCESS_ERRORS } from "./areas/access.ts";
import { ADMISSION_ERRORS } from "./areas/admission.ts";
import { BILLING_ERRORS } from "./areas/billing.ts";
import { CARD_PROVIDER_ERRORS } from "./areas/card-provider.ts";
import { CATALOG_ERRORS } from "./areas/catalog.ts";
import { PLATFORM_ERRORS } from "./areas/platform.ts";
import { REQUEST_ERRORS } from "./areas/request.ts";
import { TENANTS_ERRORS } from "./areas/tenants.ts";
import { USAGE_ERRORS } from "./areas/usage.ts";
import type { CatalogueEntry } from "./catalogue-entry.ts";

/**
 * Every error that a caller can get, by its name: its code, HTTP status and message. The only source for responses, the OpenAPI
 * document, the documentation and the tests. `{name}` is filled from the error's details. `retryAfter`: seconds after which the same
 * request may succeed; such a response is temporary and is not stored under an Idempotency-Key.
 */
export const CATALOGUE = {
  ...REQUEST_ERRORS,
  ...ACCESS_ERRORS,
  ...TENANTS_ERRORS,
  ...ADMISSION_ERRORS,
  ...CATALOG_ERRORS,
  ...BILLING_ERRORS,
  ...CARD_PROVIDER_ERRORS,
  ...USAGE_ERRORS,
  ...PLATFORM_ERRORS,
} as const satisfies Record<string, CatalogueEntry>;

/** What an error is called in our code, in the error body's `name` and in the documentation. */
export type ErrorName = keyof typeof CATALOGUE;

/** The error's number for callers, `K` and four digits; it never changes. */
export type ErrorCode = (typeof CATALOGUE)[ErrorName]["code"];

/** The code of a name, for columns of the database and answers that hold a code. */
export const codeOf = <Name extends ErrorName>(name: Name): (typeof CATALOGUE)[Name]["code"] =>
  CATALOGUE[name].code;
