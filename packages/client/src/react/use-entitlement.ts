"use client";

import { useSyncExternalStore } from "react";
import type { KnownEntitlement } from "./entitlement-store.ts";
import { useUsherContext } from "./usher-provider.tsx";

export interface UseEntitlement {
  /** Nothing is known yet, and the first answer is on its way. */
  loading: boolean;
  /** Whether one unit may be used now. Of what is not known, or not granted: false, or the provider's default. */
  allowed: boolean;
  /** Units included; null = unlimited, a feature without units, or not known. */
  limit: number | null;
  used: number;
  remaining: number | null;
  /** The value of a STATIC feature. */
  value: KnownEntitlement["value"];
  /** Why it is refused. */
  reason: KnownEntitlement["reason"];
  /** When the counter starts again. */
  resetsAt: string | null;
  /** Why the last refresh failed; what was known before it stays valid. */
  error: unknown;
  /** Asks again: after something was used, or the plan was changed. */
  refresh(): Promise<void>;
}

/** What the customer may do with a feature. For what a page shows; what is used is checked by your back end. */
export function useEntitlement(feature: string): UseEntitlement {
  const { store, isAllowedUnknown } = useUsherContext();
  const { entitlements, error } = useSyncExternalStore(store.subscribe, store.get, store.getInitial);
  const known = entitlements?.[feature];
  const isUnreachable = entitlements === null && error !== null;
  return {
    loading: entitlements === null && error === null,
    allowed: known?.allowed ?? (isUnreachable && isAllowedUnknown),
    limit: known?.limit ?? null,
    used: known?.used ?? 0,
    remaining: known?.remaining ?? null,
    value: known?.value ?? null,
    reason: known?.reason ?? (isUnreachable && !isAllowedUnknown ? "UNREACHABLE" : null),
    resetsAt: known?.resets_at ?? null,
    error,
    refresh: store.refresh,
  };
}
