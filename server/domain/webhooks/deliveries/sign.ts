import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** A new secret as Standard Webhooks writes it: `whsec_` and base64. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;
}

/**
 * The headers of Standard Webhooks 1.0: id, time in seconds and, for each secret, `v1,` with the base64 of the HMAC-SHA-256
 * of `id.seconds.body`. A receiver accepts the message when any signature is correct.
 */
export function signedHeaders(
  message: { id: string; body: string },
  secrets: string[],
  now: Date,
): Record<string, string> {
  const seconds = Math.floor(now.getTime() / 1000);
  const content = `${message.id}.${seconds}.${message.body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
  });
  return {
    "webhook-id": message.id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": signatures.join(" "),
  };
}
