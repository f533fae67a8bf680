"use client";

import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import {
  createEntitlementStore,
  type EntitlementStore,
  type EntitlementsPayload,
  type EntitlementsSource,
} from "./entitlement-store.ts";

export interface UsherProviderProps {
  /** Where entitlements come from. Give the provider a `key` of the user, so that the next one begins with nothing known. */
  source: EntitlementsSource;
  /** What your server has rendered with: then nothing is loading at first. */
  initial?: EntitlementsPayload;
  /** What holds while nothing is known and nothing can be asked; "deny" when left out. */
  onUnreachable?: "allow" | "deny";
  /** When the user comes back to the page, what is older is asked for again, milliseconds. */
  staleMs?: number;
  children: ReactNode;
}

interface Context {
  store: EntitlementStore;
  isAllowedUnknown: boolean;
}

const UsherContext = createContext<Context | null>(null);

/** Gives the components below it the customer's entitlements, for useEntitlement. */
export function UsherProvider({
  source,
  initial,
  onUnreachable = "deny",
  staleMs = 60_000,
  children,
}: UsherProviderProps) {
  const latest = useRef(source);
  latest.current = source;
  const [store] = useState(() => createEntitlementStore(() => latest.current, initial));

  useEffect(() => {
    store.refreshOlderThan(staleMs);
    const comeBack = () => {
      if (document.visibilityState === "visible") store.refreshOlderThan(staleMs);
    };
    document.addEventListener("visibilitychange", comeBack);
    addEventListener("online", comeBack);
    return () => {
      document.removeEventListener("visibilitychange", comeBack);
      removeEventListener("online", comeBack);
    };
  }, [store, staleMs]);

  const isAllowedUnknown = onUnreachable === "allow";
  return <UsherContext value={{ store, isAllowedUnknown }}>{children}</UsherContext>;
}

/** The nearest provider's. Throws outside of one. */
export function useUsherContext(): Context {
  const context = useContext(UsherContext);
  if (!context) throw new Error("useEntitlement is for components inside a <UsherProvider>.");
  return context;
}
