export type { EntitlementAnswer } from "./answer.ts";
export type { Calls, Input, Listing, Output, Schemas } from "./calls.ts";
export { createUsher, type Usher, type UsherOptions } from "./client.ts";
export {
  type CachedAnswer,
  createEntitlementCache,
  type EntitlementCache,
  type EntitlementQuestion,
} from "./entitlement-cache.ts";
export {
  type ErrorCode,
  type ErrorName,
  type FieldIssue,
  isUnreachable,
  isUsherError,
  UsherConnectionError,
  UsherError,
} from "./errors.ts";
export type { components, operations, paths, webhooks } from "./generated/openapi.ts";
export type { RetryPolicy } from "./retry.ts";
export type { RequestOptions, TokenSource } from "./send.ts";
export {
  createSnapshotVerifier,
  type Entitlement,
  type Snapshot,
  type SnapshotSubject,
  type SnapshotVerifier,
  type SnapshotVerifierOptions,
} from "./snapshot.ts";
export type { AnswerSource, EntitlementCacheOptions, SnapshotStore } from "./snapshot-cache.ts";
export { createUserSession, type UserSession, type UserSessionOptions } from "./user-session.ts";
export {
  type EventType,
  verifyWebhook,
  type WebhookEvent,
  type WebhookRefusal,
  WebhookVerificationError,
} from "./webhook.ts";
