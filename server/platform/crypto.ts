import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

/** SHA-256 in hexadecimal; how secrets of 128 bits and more are kept at rest. */
export function sha256(value: string): string {
  return createHash("sha256").update(value).digest("hex");
}

/** A random secret of the given number of bits, base64url. */
export function randomSecret(bits = 256): string {
  return randomBytes(bits / 8).toString("base64url");
}

/** Seals and opens small secrets at rest with AES-256-GCM. */
export interface Vault {
  /** Encrypts; the context (table and row, say) must be the same to open it, so that a sealed value cannot be moved. */
  seal(plain: string, context: string): string;
  /** Decrypts; throws when the secret, the context or the value is not the one it was sealed with. */
  open(sealed: string, context: string): string;
}

const VERSION = "v1";

/** A vault whose key is derived (HKDF-SHA-256) from the installation's secret, at least 32 characters. */
export function createVault(secret: string): Vault {
  const key = Buffer.from(hkdfSync("sha256", secret, "usher", "vault v1", 32));
  return {
    seal(plain, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return [VERSION, nonce, cipher.getAuthTag(), body]
        .map((part) => (typeof part === "string" ? part : part.toString("base64url")))
        .join(".");
    },
    open(sealed, context) {
      const [version, nonce, tag, body] = sealed.split(".");
      if (version !== VERSION || !nonce || !tag || body === undefined) throw new Error("Not a sealed value.");
      const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64url"))
        .setAAD(Buffer.from(context))
        .setAuthTag(Buffer.from(tag, "base64url"));
      return Buffer.concat([decipher.update(Buffer.from(body, "base64url")), decipher.final()]).toString(
        "utf8",
      );
    },
  };
}
