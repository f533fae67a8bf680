import type { webhooks } from "./generated/openapi.ts";

/** Every type of event that Usher sends. */
export type EventType = keyof webhooks;

/** An event as it is delivered; narrow it by its type. */
export type WebhookEvent<Type extends EventType = EventType> = {
  [One in Type]: webhooks[One]["post"] extends {
    requestBody: { content: { "application/json": infer Body } };
  }
    ? Body
    : never;
}[Type];

/** Why a delivery was not taken for one of Usher's. */
export type WebhookRefusal = "MISSING_HEADER" | "TIMESTAMP" | "SIGNATURE";

/** It is not from Usher, or too old: answer it 400, and do nothing with it. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  readonly reason: WebhookRefusal;

  constructor(reason: WebhookRefusal, message: string) {
    super(message);
    this.reason = reason;
  }
}

type HeadersLike = Headers | Record<string, string | string[] | undefined>;

/** How far a delivery's moment may lie from now, either way, seconds: Standard Webhooks' own figure. */
const TOLERANCE_SECONDS = 5 * 60;
const SECRET_PREFIX = "whsec_";

/**
 * Answers the event of a delivery, once it is known to be Usher's (Standard Webhooks 1.0). payload is the body exactly as it
 * came, before anything parses it. While a secret is being rotated, give the old and the new one. Throws
 * WebhookVerificationError. An event can come twice: know those you have by their id.
 */
export async function verifyWebhook(
  payload: string | Uint8Array | ArrayBuffer,
  headers: HeadersLike,
  secrets: string | readonly string[],
  options: { toleranceSeconds?: number; now?: Date } = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature");
  const { toleranceSeconds = TOLERANCE_SECONDS, now = new Date() } = options;
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || age > toleranceSeconds)
    throw new WebhookVerificationError("TIMESTAMP", "The delivery's webhook-timestamp is too far from now.");
  const body = typeof payload === "string" ? new TextEncoder().encode(payload) : new Uint8Array(payload);
  const content = concatenate(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  const candidates = signatures.split(" ").flatMap((one) => (one.startsWith("v1,") ? [one.slice(3)] : []));
  for (const secret of typeof secrets === "string" ? [secrets] : secrets) {
    if (await isSignedBy(secret, candidates, content)) {
      // Signed by Usher: the body is what the document says of its type.
      return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
    }
  }
  throw new WebhookVerificationError("SIGNATURE", "No signature of the delivery is right.");
}

function headerOf(headers: HeadersLike, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value === "string" && value !== "") return value;
  throw new WebhookVerificationError("MISSING_HEADER", `The delivery has no header ${name}.`);
}

async function isSignedBy(
  secret: string,
  signatures: string[],
  content: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const bytes = fromBase64(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret);
  if (bytes === null) throw new TypeError("A webhook secret is whsec_ and base64.");
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [
    "verify",
  ]);
  for (const signature of signatures) {
    const given = fromBase64(signature);
    // Web Crypto compares in constant time.
    if (given && (await crypto.subtle.verify("HMAC", key, given, content))) return true;
  }
  return false;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function concatenate(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}
