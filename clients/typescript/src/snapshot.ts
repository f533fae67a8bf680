import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from "jose";
import type { Schemas } from "./calls.ts";
import { UsherConnectionError } from "./errors.ts";

/** What a snapshot says of one feature: the check's answer for one unit, without upgrade options. */
export type Entitlement = Omit<Schemas["EntitlementCheck"], "upgrade_options">;

/** A customer's entitlements as Usher signed them. */
export interface Snapshot {
  customerId: string;
  externalId: string;
  entitlements: Record<string, Entitlement>;
  issuedAt: Date;
  /** From then on it is not fresh. */
  expiresAt: Date;
  /** How long it may stand in while Usher cannot be reached. */
  offlineUntil: Date;
}

/** Tells whether a snapshot is Usher's. */
export interface SnapshotVerifier {
  /** Answers what it says, fresh or not. Throws an error of jose when it is not Usher's, UsherConnectionError without keys. */
  verify(token: string): Promise<Snapshot>;
  /** The public keys that it has, to be kept for a time when Usher is away; null before it has any. */
  keys(): JSONWebKeySet | null;
}

export interface SnapshotVerifierOptions {
  /** Where Usher is: the keys are at /.well-known/jwks.json. */
  baseUrl: string;
  /** Who signs; the base address unless you reach Usher by another one than its own (USHER_BASE_URL). */
  issuer?: string;
  fetch?: typeof fetch;
  /** Keys that were kept. */
  keys?: JSONWebKeySet | null;
}

const AUDIENCE = "usher:entitlements";
const TYPE = "entitlements+jwt";
/** Keys are looked for again after so long, and for an unknown key no oftener than that. Milliseconds. */
const KEYS_FRESH_FOR = 600_000;
const KEYS_PAUSE = 5_000;
const KEYS_WITHIN = 5_000;

/** Verifies snapshots by Usher's published keys, which it fetches when it needs them and keeps. */
export function createSnapshotVerifier(options: SnapshotVerifierOptions): SnapshotVerifier {
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  const issuer = options.issuer ?? baseUrl;
  const fetchKeys = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  let keys = options.keys ?? null;
  let fetchedAt = 0;

  async function refreshKeys(): Promise<void> {
    try {
      const signal = AbortSignal.timeout(KEYS_WITHIN);
      const response = await fetchKeys(`${baseUrl}/.well-known/jwks.json`, { signal });
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      keys = await response.json();
      fetchedAt = Date.now();
    } catch (cause) {
      throw new UsherConnectionError("Usher's public keys cannot be read.", { cause });
    }
  }

  async function freshKeys(): Promise<JSONWebKeySet> {
    if (keys === null) await refreshKeys();
    // Old keys are better than none while Usher is away.
    else if (Date.now() - fetchedAt > KEYS_FRESH_FOR) await refreshKeys().catch(() => undefined);
    return keys ?? { keys: [] };
  }

  async function verify(token: string, jwks: JSONWebKeySet): Promise<Snapshot> {
    // As of 1970 nothing has expired: `exp` says how long a snapshot is fresh, which is not ours to judge here.
    const currentDate = new Date(0);
    const { payload } = await jwtVerify(token, createLocalJWKSet(jwks), {
      ...{ issuer, audience: AUDIENCE, typ: TYPE, algorithms: ["ES256"], currentDate },
      requiredClaims: ["sub", "exp", "external_id", "offline_until", "entitlements"],
    });
    return {
      customerId: payload.sub ?? "",
      // What Usher signed is what its server's tests say that a snapshot is.
      externalId: payload.external_id as string,
      entitlements: entitlementsOf(payload.entitlements as Record<string, Entitlement>),
      issuedAt: new Date((payload.iat ?? 0) * 1000),
      expiresAt: new Date((payload.exp ?? 0) * 1000),
      offlineUntil: new Date((payload.offline_until as number) * 1000),
    };
  }

  return {
    async verify(token) {
      try {
        return await verify(token, await freshKeys());
      } catch (error) {
        const isNewKey = error instanceof errors.JWKSNoMatchingKey && Date.now() - fetchedAt > KEYS_PAUSE;
        if (!isNewKey) throw error;
        await refreshKeys();
        return await verify(token, keys ?? { keys: [] });
      }
    },
    keys: () => keys,
  };
}

/** In the token the feature's key is the name of its entry alone. */
function entitlementsOf(signed: Record<string, Entitlement>): Record<string, Entitlement> {
  return Object.fromEntries(Object.entries(signed).map(([key, one]) => [key, { ...one, feature_key: key }]));
}
