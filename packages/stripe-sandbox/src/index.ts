// A stand-in for Stripe that speaks its wire protocol; see README.md.
export type { Mode } from "./account-mode.ts";
export { compareShapes } from "./compare-shapes.ts";
export type { KeyPair } from "./keys.ts";
export { type RateLimits, STRIPE_RATE_LIMITS } from "./rate-limits.ts";
export { prepareSandboxTables } from "./schema.ts";
export { createStripeSandbox, type StripeSandbox, type StripeSandboxOptions } from "./start.ts";
