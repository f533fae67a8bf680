import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

/** SHA-256 in hexadecimal; how secrets of 128 bits and more are kept at rest. */
export function sha256(value: string): string {
  return createHash("sha256").update(value).digest("hex");
}

/** A random secret of the given number of bits, base64url. */
export function randomSecret(bits = 256): string {
  return randomBytes(bits / 8).toString("base64url");
}

/** A secret of 256 bits derived from another secret and a salt (HMAC-SHA-256). */
export function deriveSecret(secret: string, salt: string): string {
  return createHmac("sha256", secret).update(salt).digest("base64url");
}

/** Whether two secrets are the same, in constant time. */
export function isSameSecret(one: string, other: string): boolean {
  const digest = (value: string) => createHash("sha256").update(value).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/** Encrypts and decrypts small secrets at rest with AES-256-GCM. What it encrypted is `sealed` in the names of columns. */
export interface Vault {
  /** Encrypts; the context (table and row, say) must be the same to decrypt it, so that an encrypted value cannot be moved. */
  encrypt(plain: string, context: string): string;
  /** Decrypts; throws when the secret, the context or the value is not the one it was encrypted with. */
  decrypt(encrypted: string, context: string): string;
  /**
   * HMAC-SHA-256 of a value that could be guessed, under the present secret first and then under each previous one: keep the first,
   * compare with all. Unlike a plain hash it cannot be guessed from the database alone. context as in encrypt.
   */
  digests(value: string, context: string): string[];
  /** The prefix of every value that is encrypted with the present secret. */
  readonly prefix: string;
}

/** The format of values encrypted before they named their key: any of the keys may fit. */
const WITHOUT_KEY = "v1";
const VERSION = "v2";
const KEY_ID_BYTES = 6;
/** NIST SP 800-38D §8.2.2: random, for far fewer than 2^32 values a key. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

interface Key {
  id: string;
  key: Buffer;
  digestKey: Buffer;
}

/**
 * A vault whose keys are derived (HKDF-SHA-256) from the installation's secrets, each at least 32 characters: it encrypts with
 * the first, and decrypts what was encrypted with any of them.
 */
export function createVault(secret: string, others: readonly string[] = []): Vault {
  const present = keyOf(secret);
  const keys = [present, ...others.map(keyOf)];
  const prefix = `${VERSION}.${present.id}.`;
  return {
    prefix,
    encrypt(plain, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", present.key, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return prefix + [nonce, cipher.getAuthTag(), body].map((part) => part.toString("base64url")).join(".");
    },
    decrypt(encrypted, context) {
      const [version, ...parts] = encrypted.split(".");
      if (version === VERSION) {
        const [id, ...rest] = parts;
        const known = keys.find((candidate) => candidate.id === id);
        if (!known) throw new Error("It was sealed with a secret that this installation does not have.");
        return decryptWith(known, rest, context);
      }
      if (version !== WITHOUT_KEY) throw new Error("Not a sealed value.");
      return firstThatDecrypts(keys, parts, context);
    },
    digests(value, context) {
      return keys.map(({ digestKey }) =>
        createHmac("sha256", digestKey)
          .update(JSON.stringify([context, value]))
          .digest("hex"),
      );
    },
  };
}

function keyOf(secret: string): Key {
  const derive = (use: string, bytes: number) => Buffer.from(hkdfSync("sha256", secret, "usher", use, bytes));
  return {
    id: derive("vault key id", KEY_ID_BYTES).toString("base64url"),
    key: derive("vault v1", 32),
    digestKey: derive("digest v1", 32),
  };
}

function firstThatDecrypts(keys: Key[], parts: string[], context: string): string {
  let failure: unknown;
  for (const key of keys)
    try {
      return decryptWith(key, parts, context);
    } catch (error) {
      failure = error;
    }
  throw failure;
}

function decryptWith({ key }: Key, parts: string[], context: string): string {
  const bytes = parts.map((part) => Buffer.from(part, "base64url"));
  const [nonce, tag, body] = bytes;
  const isWhole = nonce?.length === NONCE_BYTES && tag?.length === TAG_BYTES && parts.length === 3;
  // Bits after the last byte, and characters that are none of the alphabet, would give one value several spellings.
  const isAsEncrypted = parts.every((part, index) => bytes[index]?.toString("base64url") === part);
  if (!isWhole || !isAsEncrypted || body === undefined) throw new Error("Not a sealed value.");
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
}
