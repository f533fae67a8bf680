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
  LONGEST_LIFE_SECONDS,
  lockSigningKeys,
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

/** Claims of tokens already verified, by token, with the key that signed them; never served past their expiry. */
type Verified = LRUCache<string, { kid: string; claims: JWTPayload }>;

/** Opens the keyring; creates the first key when there is none. `known` drops the keys in every process when they change. */
export async function openKeyring(parts: {
  db: Db;
  vault: Vault;
  clock: Clock;
  issuer: string;
  known: SharedCache<KnownKeys>;
}): Promise<Keyring> {
  const { db, vault, clock, issuer, known } = parts;
  const verified: Verified = new LRUCache({ max: 10_000 });

  async function read(): Promise<KnownKeys> {
    const readAt = performance.now();
    const rows = await db.signingKey.findMany();
    return { keys: await Promise.all(rows.map((row) => importSigningKey(vault, row))), readAt };
  }

  async function current(): Promise<KnownKeys> {
    const found = await known.get(KEPT_KEYS, async () => ({ tenantId: "", value: await read() }));
    return found ?? read();
  }

  /** A key that is published now. Reads again for an unknown key id: another process may just have created it. */
  async function findKey(kid: string | undefined): Promise<SigningKey | undefined> {
    const among = ({ keys }: KnownKeys) =>
      keys.find((key) => key.kid === kid && isPublished(key, clock.now()));
    const now = await current();
    const found = among(now);
    if (found || performance.now() - now.readAt < READ_AGAIN_MS) return found;
    known.forget(KEPT_KEYS);
    return among(await current());
  }

  await db.$transaction(async (tx) => {
    await lockSigningKeys(tx);
    if ((await tx.signingKey.count({ where: { retiredAt: null } })) === 0)
      await createSigningKey({ tx, vault, clock });
  });
  await current();

  return {
    async sign(claims, { audience, subject, lifetimeSeconds, acceptedSeconds, id, type = ACCESS_TOKEN }) {
      if (Math.max(lifetimeSeconds, acceptedSeconds ?? 0) > LONGEST_LIFE_SECONDS)
        throw new RangeError("Signed for longer than a signing key stays published.");
      const now = clock.now();
      const key = signerAt((await current()).keys, now);
      if (!key) throw new Error("There is no signing key.");
      const issuedAt = Math.floor(now.getTime() / 1000);
      return new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: type })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(subject)
        .setJti(id)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .sign(key.privateKey);
    },
    async verify(token, audience) {
      const now = clock.now();
      const before = verified.get(token);
      if (before) {
        const { kid, claims } = before;
        if (claims.aud !== audience || (claims.exp ?? 0) * 1000 <= now.getTime()) return null;
        if ((await current()).keys.some((key) => key.kid === kid)) return claims;
        verified.delete(token);
        return null;
      }
      try {
        const getKey = async (header: { kid?: string }) => {
          const key = await findKey(header.kid);
          if (!key) throw new Error("unknown key");
          return key.publicKey;
        };
        const options = {
          algorithms: [ALGORITHM],
          issuer,
          audience,
          typ: ACCESS_TOKEN,
          currentDate: now,
          requiredClaims: ["exp", "sub"],
        };
        const { payload, protectedHeader } = await jwtVerify(token, getKey, options);
        verified.set(token, { kid: protectedHeader.kid ?? "", claims: payload });
        return payload;
      } catch {
        return null;
      }
    },
    async jwks() {
      const now = clock.now();
      const { keys } = await current();
      return { keys: keys.filter((key) => isPublished(key, now)).map((key) => key.publicJwk) };
    },
  };
}
