import type { EntitlementAnswer } from "../answer.ts";
import type { Usher } from "../client.ts";

/** What a page knows of a feature. */
export type KnownEntitlement = EntitlementAnswer;

/** What Usher or your back end answers: the list of entitlements, or a snapshot of them. */
export type EntitlementsPayload = { entitlements: KnownEntitlement[] } | { token: string };

/**
 * Where a page gets entitlements from: the address of an endpoint of your back end; a client with the signed-in user's session;
 * or a function. A page never holds a key or secret of yours.
 */
export type EntitlementsSource = string | Pick<Usher, "entitlements"> | (() => Promise<EntitlementsPayload>);

/** All that is known at a moment. */
export interface EntitlementsState {
  /** null before the first answer. */
  entitlements: Record<string, KnownEntitlement> | null;
  /** Why the last refresh failed; null when it did not. */
  error: unknown;
}

/** Keeps a page's entitlements, and asks for them again. */
export interface EntitlementStore {
  get(): EntitlementsState;
  /** The state that the server rendered with: what the page begins with, too. */
  getInitial(): EntitlementsState;
  subscribe(listener: () => void): () => void;
  /** Asks again; calls at the same time share one request. Never throws: a failure is in the state. */
  refresh(): Promise<void>;
  /** Asks again unless that was done within so many milliseconds. */
  refreshOlderThan(milliseconds: number): void;
}

/** Makes a store. initial is what a server has rendered with. */
export function createEntitlementStore(
  source: () => EntitlementsSource,
  initial: EntitlementsPayload | undefined,
): EntitlementStore {
  const first: EntitlementsState = { entitlements: initial ? byKey(initial) : null, error: null };
  const listeners = new Set<() => void>();
  let state = first;
  let refreshedAt = initial ? Date.now() : 0;
  let underWay: Promise<void> | null = null;

  function set(next: EntitlementsState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  async function load(): Promise<void> {
    try {
      const entitlements = byKey(await ask(source()));
      refreshedAt = Date.now();
      set({ entitlements, error: null });
    } catch (error) {
      // What was known stays valid.
      set({ ...state, error });
    }
  }

  function refresh(): Promise<void> {
    underWay ??= load().finally(() => {
      underWay = null;
    });
    return underWay;
  }

  return {
    get: () => state,
    getInitial: () => first,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    refresh,
    refreshOlderThan(milliseconds) {
      if (Date.now() - refreshedAt >= milliseconds) void refresh();
    },
  };
}

async function ask(source: EntitlementsSource): Promise<EntitlementsPayload> {
  if (typeof source === "function") return source();
  if (typeof source !== "string") return source.entitlements.list();
  const response = await fetch(source, { headers: { accept: "application/json" } });
  if (!response.ok) throw new Error(`${source} answered ${response.status}.`);
  return response.json();
}

function byKey(payload: EntitlementsPayload): Record<string, KnownEntitlement> {
  if ("entitlements" in payload)
    return Object.fromEntries(payload.entitlements.map((one) => [one.feature_key, one]));
  const entries = Object.entries(claimsOf(payload.token).entitlements);
  return Object.fromEntries(entries.map(([key, one]) => [key, { ...one, feature_key: key }]));
}

/**
 * What a snapshot says. Its signature is not looked at: users can change their own page, so that what it shows is a
 * courtesy, and your back end decides.
 */
function claimsOf(token: string): { entitlements: Record<string, KnownEntitlement> } {
  const base64 = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}
