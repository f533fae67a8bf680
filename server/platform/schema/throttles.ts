import type { CallLimit, Throttle } from "./operation.ts";

// The limits that several operations open to customers and visitors share; each counts its own calls.

/** Only the limits of all requests. */
export const OWN_DATA = { requestLimits: "reads the customer's own data" } as const satisfies Throttle;
export const PUBLIC_DATA = { requestLimits: "reads what everyone may see" } as const satisfies Throttle;

/** Draws a document, or reads from the card provider. */
export const COSTLY_READ = { points: 60, seconds: 60 } as const satisfies CallLimit;

/** Tries or charges a card: a stranger with many stolen numbers tests them so. */
export const CARD_TRIES = { points: 20, seconds: 3600 } as const satisfies CallLimit;

/** Changes a customer or a subscription, at the card provider, too. */
export const CHANGES = { points: 60, seconds: 3600 } as const satisfies CallLimit;

/** Of people without an account yet: a first password, or a new one by a link. */
export const SETTING_PASSWORDS = { points: 20, seconds: 600 } as const satisfies CallLimit;
