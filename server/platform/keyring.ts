import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from "jose";
import { LRUCache } from "lru-cache";
import type { Clock } from "./clock.ts";
import type { Vault } from "./crypto.ts";
import type { Db } from "./database/open.ts";
import { StartupError } from "./startup-error.ts";

const ALGORITHM = "ES256";
/** RFC 9068: what says so in its header is an access token, and nothing else is. */
const ACCESS_TOKEN = "at+jwt";
const RELOAD_SECONDS = 30;

/** Signs and verifies the installation's JSON Web Tokens (ES256) with keys that all processes share. */
export interface Keyring {
  /** Signs claims; iat and exp are set from the clock. type: the header's typ, an access token's unless told. */
  sign(
    claims: JWTPayload,
    options: { audience: string; subject: string; lifetimeSeconds: number; id: string; type?: string },
  ): Promise<string>;
  /** The claims of an access token that we signed, for that audience, and that has not expired; null otherwise. */
  verify(token: string, audience: string): Promise<JWTPayload | null>;
  /** The public keys, as served at /.well-known/jwks.json. */
  jwks(): Promise<{ keys: JWK[] }>;
  /** Adds a new signing key and retires the present one, which keeps verifying until its last token has expired. */
  rotate(): Promise<void>;
}

interface Key {
  kid: string;
  publicJwk: JWK;
  publicKey: CryptoKey;
  privateKey: CryptoKey;
  isRetired: boolean;
}

/** Claims of tokens already verified, by token; never served past their expiry. */
type Verified = LRUCache<string, JWTPayload>;

async function importEcKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, ALGORITHM);
  if (key instanceof Uint8Array) throw new Error("An EC key was expected.");
  return key;
}

/** A signing key's private half. Throws StartupError when none of the installation's secrets opens it. */
export function openSigningKey(vault: Vault, row: { kid: string; privateSealed: string }): string {
  try {
    return vault.open(row.privateSealed, `signing_key:${row.kid}`);
  } catch (cause) {
    throw new StartupError(
      "This database was sealed with another secret than the one here. Set USHER_SECRET to that secret, or put the file secret that was kept with it into the data folder; where it was being replaced, add the one before to USHER_SECRET_PREVIOUS.",
      { cause },
    );
  }
}

/** Opens the keyring; makes the first key when there is none. */
export async function openKeyring(parts: {
  db: Db;
  vault: Vault;
  clock: Clock;
  issuer: string;
}): Promise<Keyring> {
  const { db, vault, clock, issuer } = parts;
  let keys: Key[] = [];
  let loadedAt = 0;
  const verified: Verified = new LRUCache({ max: 10_000 });

  async function load(): Promise<void> {
    const rows = await db.signingKey.findMany({ orderBy: { createdAt: "desc" } });
    keys = await Promise.all(
      rows.map(async (row) => {
        // Written by createKey below, as a JWK.
        const publicJwk = row.publicJwk as JWK;
        const privateJwk: JWK = JSON.parse(openSigningKey(vault, row));
        const publicKey = await importEcKey(publicJwk);
        return {
          kid: row.kid,
          publicJwk,
          publicKey,
          privateKey: await importEcKey(privateJwk),
          isRetired: row.retiredAt !== null,
        };
      }),
    );
    loadedAt = clock.now().getTime();
  }

  async function createKey(): Promise<void> {
    const pair = await generateKeyPair(ALGORITHM, { extractable: true });
    const publicJwk = await exportJWK(pair.publicKey);
    const kid = await calculateJwkThumbprint(publicJwk);
    const privateSealed = vault.seal(JSON.stringify(await exportJWK(pair.privateKey)), `signing_key:${kid}`);
    const jwk = { ...publicJwk, kid, alg: ALGORITHM, use: "sig" };
    await db.$transaction(async (tx) => {
      await tx.signingKey.updateMany({ where: { retiredAt: null }, data: { retiredAt: clock.now() } });
      await tx.signingKey.create({ data: { kid, publicJwk: jwk, privateSealed, createdAt: clock.now() } });
    });
  }

  /** Looks again when the keys are older than half a minute, so that a rotation elsewhere reaches us. */
  async function current(): Promise<Key[]> {
    if (clock.now().getTime() - loadedAt > RELOAD_SECONDS * 1000) await load();
    return keys;
  }

  async function findKey(kid: string | undefined): Promise<Key | undefined> {
    const known = (await current()).find((key) => key.kid === kid);
    if (known || clock.now().getTime() - loadedAt < 1000) return known;
    await load();
    return keys.find((key) => key.kid === kid);
  }

  await db.$transaction(async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtext('usher signing keys'))`;
    if ((await tx.signingKey.count({ where: { retiredAt: null } })) === 0) await createKey();
  });
  await load();

  return {
    async sign(claims, { audience, subject, lifetimeSeconds, id, type = ACCESS_TOKEN }) {
      const key = (await current()).find((candidate) => !candidate.isRetired);
      if (!key) throw new Error("There is no signing key.");
      const issuedAt = Math.floor(clock.now().getTime() / 1000);
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
      const known = verified.get(token);
      if (known) return known.aud === audience && (known.exp ?? 0) * 1000 > now.getTime() ? known : null;
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
        const { payload } = await jwtVerify(token, getKey, options);
        verified.set(token, payload);
        return payload;
      } catch {
        return null;
      }
    },
    async jwks() {
      return { keys: (await current()).map((key) => key.publicJwk) };
    },
    async rotate() {
      await createKey();
      await load();
    },
  };
}
