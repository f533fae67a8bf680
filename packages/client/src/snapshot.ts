import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from "jose";
import type { Schemas } from "./calls.ts";
import { UsherConnectionError } from "./errors.ts";

/** What a snapshot says of one feature: the check's answer for one unit, without upgrade options. */
export type Entitlement = Omit<Schemas["EntitlementCheck"], "upgrade_options">;

/** A customer's entitlements as Usher signed them. */
export interface Snapshot {
  tenantId: string;
  customerId: string;
  externalId: string;
  /** The dimension that it was taken for; null without one. */
  dimension: string | null;
  entitlements: Record<string, Entitlement>;
  issuedAt: Date;
  /** From then on it is not fresh. */
  expiresAt: Date;
  /** Until then it may be used while Usher cannot be reached. */
  offlineUntil: Date;
}

/** The customer and dimension that a snapshot must be about. */
export interface SnapshotSubject {
  /** Your identifier of the customer, or Usher's. */
  customer: string;
  /** The dimension that was asked for; left out when none was. */
  dimension?: string;
}

/** Verifies that a snapshot was signed by Usher for your tenant, about the customer you ask about. */
export interface SnapshotVerifier {
  /**
   * Answers what it says, fresh or not. Throws an error of jose when Usher did not sign it, or signed it for another tenant,
   * customer or dimension; UsherConnectionError when there are no keys to verify it with.
   */
  verify(token: string, subject: SnapshotSubject): Promise<Snapshot>;
}

export interface SnapshotVerifierOptions {
  /** Where Usher is: the keys are at /.well-known/jwks.json. */
  baseUrl: string;
  /** Your tenant's id (`ten_…`). Usher signs for all of its tenants with the same keys. */
  tenant: string;
  /** Who signs; the base address unless you reach Usher by another one than its own (USHER_BASE_URL). */
  issuer?: string;
  fetch?: typeof fetch;
  /**
   * Usher's public keys, so that snapshots can be verified before Usher was reached. Keep them where only you can write, such as
   * beside your configuration: who may change the keys can sign any snapshot.
   */
  keys?: JSONWebKeySet;
}

const TYPE = "entitlements+jwt";
/** Keys are looked for again after so long, and for an unknown key no more often than that. Milliseconds. */
const KEYS_FRESH_FOR = 600_000;
const KEYS_PAUSE = 5_000;
const KEYS_WITHIN = 5_000;

/** Verifies a tenant's snapshots by the keys it is given and those that Usher publishes, which it fetches when it needs them. */
export function createSnapshotVerifier(options: SnapshotVerifierOptions): SnapshotVerifier {
  const { tenant } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  const issuer = options.issuer ?? baseUrl;
  // jose skips the check of an audience or issuer that is empty.
  if (!tenant) throw new TypeError("createSnapshotVerifier needs the id of your tenant as `tenant`.");
  if (!issuer) throw new TypeError("createSnapshotVerifier needs the address of your Usher as `baseUrl`.");
  const fetchKeys = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const openedAt = Date.now();
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
    else if (Date.now() - Math.max(fetchedAt, openedAt) > KEYS_FRESH_FOR)
      await refreshKeys().catch(() => undefined);
    return keys ?? { keys: [] };
  }

  return {
    async verify(token, subject) {
      const verify = (jwks: JSONWebKeySet) => readSnapshot(token, { subject, issuer, tenant, jwks });
      try {
        return await verify(await freshKeys());
      } catch (error) {
        const isNewKey = error instanceof errors.JWKSNoMatchingKey && Date.now() - fetchedAt > KEYS_PAUSE;
        if (!isNewKey) throw error;
        await refreshKeys();
        return await verify(keys ?? { keys: [] });
      }
    },
  };
}

/** What a snapshot says, fresh or not. Throws an error of jose when it is not signed by these keys, for this tenant and subject. */
async function readSnapshot(
  token: string,
  expected: { subject: SnapshotSubject; issuer: string; tenant: string; jwks: JSONWebKeySet },
): Promise<Snapshot> {
  const { subject, issuer, tenant, jwks } = expected;
  // As of 1970 nothing has expired: `exp` says how long a snapshot is fresh, which is not ours to judge here.
  const currentDate = new Date(0);
  const { payload } = await jwtVerify(token, createLocalJWKSet(jwks), {
    issuer,
    audience: tenant,
    typ: TYPE,
    algorithms: ["ES256"],
    currentDate,
    requiredClaims: ["sub", "exp", "external_id", "dimension", "offline_until", "entitlements"],
  });
  requireSubject(payload, subject);
  return {
    tenantId: tenant,
    customerId: payload.sub ?? "",
    // What Usher signed is what its server's tests say that a snapshot is.
    externalId: payload.external_id as string,
    dimension: payload.dimension as string | null,
    entitlements: entitlementsOf(payload.entitlements as Record<string, Entitlement>),
    issuedAt: new Date((payload.iat ?? 0) * 1000),
    expiresAt: new Date((payload.exp ?? 0) * 1000),
    offlineUntil: new Date((payload.offline_until as number) * 1000),
  };
}

/** Throws unless the snapshot is about that customer and dimension. */
function requireSubject(payload: JWTPayload, { customer, dimension }: SnapshotSubject): void {
  const refuse = (what: string, claim: string) =>
    new errors.JWTClaimValidationFailed(`the snapshot is of another ${what}`, payload, claim, "check_failed");
  if (!customer || (customer !== payload.sub && customer !== payload.external_id))
    throw refuse("customer", "sub");
  if ((dimension ?? null) !== payload.dimension) throw refuse("dimension", "dimension");
}

/** In the token the feature's key is the name of its entry alone. */
function entitlementsOf(signed: Record<string, Entitlement>): Record<string, Entitlement> {
  return Object.fromEntries(Object.entries(signed).map(([key, one]) => [key, { ...one, feature_key: key }]));
}
