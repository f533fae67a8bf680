import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { addSeconds, type Clock } from "./clock.ts";
import type { Vault } from "./crypto.ts";
import type { Prisma } from "./database/client/client.ts";
import type { Db } from "./database/db.ts";
import { forgetEntry } from "./shared-cache.ts";
import { StartupError } from "./startup-error.ts";

export const ALGORITHM = "ES256";

/** The cache key of the signing keys. */
export const KEPT_KEYS = "signing keys";

const HOUR = 3600;

/**
 * The longest time for which a verifier may accept what a key signed, seconds: that of the entitlements snapshot, which clients use
 * while we cannot be reached. The keyring signs nothing that is valid for longer.
 */
export const MAX_LIFETIME_SECONDS = 24 * HOUR;

/**
 * A new key is published this long before it signs, seconds. By then each verifier that fetches the keys at least once an hour
 * knows it: @usher/client and jose do every 10 minutes, and our answer may be cached for one. The rest is for clocks that differ.
 */
const PUBLISHED_BEFORE_SECONDS = HOUR;

/** How long a key stays published after everything it signed has expired, for clocks that differ, seconds. */
const PUBLISHED_AFTER_SECONDS = HOUR;

/** A key's life: it signs until `retiredAt`. The one key without a `retiredAt` is the newest. */
export interface SigningKeyTimes {
  kid: string;
  retiredAt: Date | null;
}

/**
 * The key that signs at a moment: of those not yet retired, the one that retires first. So a key that was published ahead waits
 * until its predecessor retires, even when the clocks of the machines that made them differ.
 */
export function signerAt<K extends SigningKeyTimes>(keys: readonly K[], now: Date): K | undefined {
  const end = ({ retiredAt }: K) => retiredAt?.getTime() ?? Number.POSITIVE_INFINITY;
  return keys
    .filter((key) => end(key) > now.getTime())
    .reduce<K | undefined>((first, key) => (first && end(first) <= end(key) ? first : key), undefined);
}

/** When a key that signs until `retiredAt` leaves the published keys: everything it signed has expired by then. */
function publishedUntil(retiredAt: Date): Date {
  return addSeconds(retiredAt, MAX_LIFETIME_SECONDS + PUBLISHED_AFTER_SECONDS);
}

/** Keys retired at this moment or before are no longer published. */
function lastDropped(now: Date): Date {
  return addSeconds(now, -(MAX_LIFETIME_SECONDS + PUBLISHED_AFTER_SECONDS));
}

/** Deletes retired keys of which nothing that they signed is believed any more. */
export async function deleteDroppedKeys({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await db.signingKey.deleteMany({ where: { retiredAt: { lte: lastDropped(clock.now()) } } });
}

/** Whether a key is published, and its signatures are accepted. */
export function isPublished({ retiredAt }: SigningKeyTimes, now: Date): boolean {
  return retiredAt === null || publishedUntil(retiredAt) > now;
}

/** The replacement of signing keys by a new one. */
export interface Rotation {
  kid: string;
  /** When the new key begins to sign. */
  signsFrom: Date;
  replacedKids: string[];
  /** Until then the replaced keys are published, and their signatures are accepted. */
  replacedUntil: Date;
  /** Whether a rotation was already under way; nothing was changed then. */
  isUnderWay: boolean;
}

interface Parts {
  tx: Prisma.TransactionClient;
  vault: Vault;
  clock: Clock;
}

/** Lets one process at a time change the signing keys, until the transaction ends. */
export async function lockSigningKeys(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtext('usher signing keys'))`;
}

/** Creates a key that signs as soon as no other does. The caller holds the lock. */
export async function createSigningKey({ tx, vault, clock }: Parts): Promise<string> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  const privateSealed = vault.encrypt(JSON.stringify(await exportJWK(pair.privateKey)), contextOf(kid));
  const jwk = { ...publicJwk, kid, alg: ALGORITHM, use: "sig" };
  await tx.signingKey.create({ data: { kid, publicJwk: jwk, privateSealed, createdAt: clock.now() } });
  await forgetEntry(tx, KEPT_KEYS);
  return kid;
}

/**
 * Publishes a new key, which begins to sign an hour later. The present key retires then, and stays published until everything it
 * signed has expired. There is no second step that an operator could miss. While a rotation is under way nothing is changed, and
 * that rotation is returned.
 */
export async function rotateKeys(parts: Parts): Promise<Rotation> {
  const { tx, clock } = parts;
  await lockSigningKeys(tx);
  const now = clock.now();
  const keys = await tx.signingKey.findMany({ select: { kid: true, retiredAt: true } });
  const signer = signerAt(keys, now);
  const newest = keys.find(({ retiredAt }) => retiredAt === null);
  if (!signer || !newest) throw new Error("There is no signing key.");
  const isUnderWay = signer.retiredAt !== null;
  const retiredAt = signer.retiredAt ?? addSeconds(now, PUBLISHED_BEFORE_SECONDS);
  if (!isUnderWay) await tx.signingKey.update({ where: { kid: signer.kid }, data: { retiredAt } });
  return {
    kid: isUnderWay ? newest.kid : await createSigningKey(parts),
    signsFrom: retiredAt,
    replacedKids: [signer.kid],
    replacedUntil: publishedUntil(retiredAt),
    isUnderWay,
  };
}

/** Deletes all keys and creates one that signs at once. Everything signed so far becomes invalid. */
export async function replaceKeys(parts: Parts): Promise<Rotation> {
  const { tx, clock } = parts;
  await lockSigningKeys(tx);
  const now = clock.now();
  const replaced = await tx.signingKey.findMany({ select: { kid: true } });
  await tx.signingKey.deleteMany();
  return {
    kid: await createSigningKey(parts),
    signsFrom: now,
    replacedKids: replaced.map(({ kid }) => kid),
    replacedUntil: now,
    isUnderWay: false,
  };
}

const contextOf = (kid: string) => `signing_key:${kid}`;

/** A signing key's private half. Throws StartupError when none of the installation's secrets opens it. */
export function openSigningKey(vault: Vault, row: { kid: string; privateSealed: string }): string {
  try {
    return vault.decrypt(row.privateSealed, contextOf(row.kid));
  } catch (cause) {
    throw new StartupError(
      "This database was sealed with another secret than the one here. Set USHER_SECRET to that secret, or put the file secret that was kept with it into the data folder; where it was being replaced, add the one before to USHER_SECRET_PREVIOUS.",
      { cause },
    );
  }
}

/** A key as it is used. */
export interface SigningKey extends SigningKeyTimes {
  publicJwk: JWK;
  publicKey: CryptoKey;
  privateKey: CryptoKey;
}

/** Opens a key as it is stored. Throws StartupError as openSigningKey does. */
export async function importSigningKey(
  vault: Vault,
  row: { kid: string; publicJwk: unknown; privateSealed: string; retiredAt: Date | null },
): Promise<SigningKey> {
  // Written by createSigningKey above, as a JWK.
  const publicJwk = row.publicJwk as JWK;
  const privateJwk: JWK = JSON.parse(openSigningKey(vault, row));
  return {
    kid: row.kid,
    retiredAt: row.retiredAt,
    publicJwk,
    publicKey: await importEcKey(publicJwk),
    privateKey: await importEcKey(privateJwk),
  };
}

async function importEcKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, ALGORITHM);
  if (key instanceof Uint8Array) throw new Error("An EC key was expected.");
  return key;
}
