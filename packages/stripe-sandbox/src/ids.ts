import { createHash, randomBytes } from "node:crypto";

const LENGTH = 24;

/** Stripe's ids: a prefix and 24 letters and digits. */
export function newId(prefix: string): string {
  return `${prefix}_${letters(LENGTH)}`;
}

/** Random letters and digits. */
export function letters(length: number): string {
  let text = "";
  while (text.length < length)
    text += randomBytes(length)
      .toString("base64")
      .replaceAll(/[^a-zA-Z0-9]/g, "");
  return text.slice(0, length);
}

/** Letters and digits that are the same for the same parts. */
export function derived(length: number, ...parts: string[]): string {
  const digest = createHash("sha512").update(parts.join(":")).digest("base64");
  return digest.replaceAll(/[^a-zA-Z0-9]/g, "").slice(0, length);
}
