import { type JWK, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import type { Clock } from "./clock.ts";
import type { Vault } from "./crypto.ts";
import type { Db } from "./database/db.ts";
import type { SharedCache } from "./shared-cache.ts";
import {
  ALGORITHM,
  createSigningKey,
  importSigningKey,
  isPublished,
  KEPT_KEYS,
  lockSigningKeys,
  MAX_LIFETIME_SECONDS,
  type SigningKey,
  signerAt,
} from "./signing-keys.ts";

/** The typ header of access tokens (RFC 9068); nothing else has it. */
const ACCESS_TOKEN = "at+jwt";
/** An unknown key id makes the keys be read again, at most this often. */
const READ_AGAIN_MS = 1_000;

/** Signs and verifies the installation's JSON Web Tokens (ES256) with keys that all processes share. */
export interface Keyring {
  /** Signs claims; sets iat and exp from the clock. Throws when the token would stay valid for longer than its key is published. */
  sign(claims: JWTPayload, options: SigningOptions): Promise<string>;
  /** The claims of an access token that we signed, for that audience, and that has not expired; null otherwise. */
  verify(token: string, audience: string): Promise<JWTPayload | null>;
  /** The public keys, as served at /.well-known/jwks.json. */
  jwks(): Promise<{ keys: JWK[] }>;
}

interface SigningOptions {
  audience: string;
  subject: string;
  lifetimeSeconds: number;
  /** How long verifiers may accept it, where that is longer than its lifetime. */
  acceptedSeconds?: number;
  id: string;
  /** The typ header; that of an access token when left out. */
  type?: string;
}

/** The keys as read from the database, and when that was, by performance.now(). */
export interface KnownKeys {
  keys: SigningKey[];
  readAt: number;
}

/** The claims of a verified token, with the id of the key that signed it. */
interface VerifiedToken {
  kid: string;
  claims: JWTPayload;
}

/** Tokens already verified, by their text; never served past their expiry. */
type Verified = LRUCache<string, VerifiedToken>;

interface Parts {
  db: Db;
  vault: Vault;
  clock: Clock;
  issuer: string;
  known: SharedCache<KnownKeys>;
}

/** Opens the keyring; creates the first key when there is none. `known` drops the keys in every process when they change. */
export async function openKeyring(parts: Parts): Promise<Keyring> {
  const { clock } = parts;
  const verified: Verified = new LRUCache({ max: 10_000 });
  await createFirstKey(parts);
  await currentKeys(parts);
  return {
    sign: (claims, options) => signToken(parts, claims, options),
    async verify(token, audience) {
      const now = clock.now();
      const before = verified.get(token);
      if (before) {
        const { kid, claims } = before;
        if (claims.aud !== audience || (claims.exp ?? 0) * 1000 <= now.getTime()) return null;
        if ((await currentKeys(parts)).keys.some((key) => key.kid === kid)) return claims;
        verified.delete(token);
        return null;
      }
      const found = await verifyAccessToken(parts, token, { audience, now });
      if (found) verified.set(token, found);
      return found?.claims ?? null;
    },
    async jwks() {
      const now = clock.now();
      const { keys } = await currentKeys(parts);
      return { keys: keys.filter((key) => isPublished(key, now)).map((key) => key.publicJwk) };
    },
  };
}

async function createFirstKey({ db, vault, clock }: Parts): Promise<void> {
  await db.$transaction(async (tx) => {
    await lockSigningKeys(tx);
    if ((await tx.signingKey.count({ where: { retiredAt: null } })) === 0)
      await createSigningKey({ tx, vault, clock });
  });
}

async function readKeys({ db, vault }: Parts): Promise<KnownKeys> {
  const readAt = performance.now();
  const rows = await db.signingKey.findMany();
  return { keys: await Promise.all(rows.map((row) => importSigningKey(vault, row))), readAt };
}

async function currentKeys(parts: Parts): Promise<KnownKeys> {
  const found = await parts.known.get(KEPT_KEYS, async () => ({
    tenantId: "",
    value: await readKeys(parts),
  }));
  return found ?? readKeys(parts);
}

/** A key that is published now. Reads again for an unknown key id: another process may just have created it. */
async function findKey(parts: Parts, kid: string | undefined): Promise<SigningKey | undefined> {
  const { known, clock } = parts;
  const among = ({ keys }: KnownKeys) => keys.find((key) => key.kid === kid && isPublished(key, clock.now()));
  const current = await currentKeys(parts);
  const found = among(current);
  if (found || performance.now() - current.readAt < READ_AGAIN_MS) return found;
  known.forget(KEPT_KEYS);
  return among(await currentKeys(parts));
}

async function signToken(
  parts: Parts,
  claims: JWTPayload,
  { audience, subject, lifetimeSeconds, acceptedSeconds, id, type = ACCESS_TOKEN }: SigningOptions,
): Promise<string> {
  if (Math.max(lifetimeSeconds, acceptedSeconds ?? 0) > MAX_LIFETIME_SECONDS)
    throw new RangeError("Signed for longer than a signing key stays published.");
  const now = parts.clock.now();
  const key = signerAt((await currentKeys(parts)).keys, now);
  if (!key) throw new Error("There is no signing key.");
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: type })
    .setIssuer(parts.issuer)
    .setAudience(audience)
    .setSubject(subject)
    .setJti(id)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .sign(key.privateKey);
}

/** The claims of a valid access token and the key that signed it; null for every other text. */
async function verifyAccessToken(
  parts: Parts,
  token: string,
  { audience, now }: { audience: string; now: Date },
): Promise<VerifiedToken | null> {
  const getKey = async (header: { kid?: string }) => {
    const key = await findKey(parts, header.kid);
    if (!key) throw new Error("unknown key");
    return key.publicKey;
  };
  try {
    const { payload, protectedHeader } = await jwtVerify(token, getKey, {
      algorithms: [ALGORITHM],
      issuer: parts.issuer,
      audience,
      typ: ACCESS_TOKEN,
      currentDate: now,
      requiredClaims: ["exp", "sub"],
    });
    return { kid: protectedHeader.kid ?? "", claims: payload };
  } catch {
    return null;
  }
}
