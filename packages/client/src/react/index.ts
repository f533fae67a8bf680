export type { EntitlementsPayload, EntitlementsSource, KnownEntitlement } from "./entitlement-store.ts";
export { type UseEntitlement, useEntitlement } from "./use-entitlement.ts";
export {
  UsherCard,
  type UsherCardFailure,
  type UsherCardHandle,
  type UsherCardProps,
  type UsherCardSuccess,
  type UsherPaymentOutcome,
} from "./usher-card.tsx";
export { UsherProvider, type UsherProviderProps } from "./usher-provider.tsx";
