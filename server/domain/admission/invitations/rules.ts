import { randomInt } from "node:crypto";
import { foldCase } from "../../../platform/fold-email.ts";

/** Letters and digits that people do not confuse: without 0 O, 1 I L, 5 S, 2 Z, 8 B, U V. */
const ALPHABET = "ACDEFGHJKMNPQRTWXY34679";
const LENGTH = 14;
const GROUP = 5;

/** A new code such as `WK4RX-7CDMA-93HP`: 14 of 23 signs, 63 random bits. */
export function newInvitationCode(): string {
  const signs = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return signs.match(new RegExp(`.{1,${GROUP}}`, "g"))?.join("-") ?? signs;
}

/** A code as people type it, without blanks and hyphens, in upper case: what is hashed and looked up. */
export function normalizeCode(typed: string): string {
  return foldCase(typed)
    .replaceAll(/[^a-z0-9]/g, "")
    .toUpperCase();
}

/** Whether a time is in the past; null never is. */
export function hasExpired(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

export type TokenState = "OPEN" | "USED" | "REVOKED" | "EXPIRED";

/** The allowed transitions of a token. An expired one that is sent again is open again. */
export const TOKEN_TRANSITIONS: Record<TokenState, readonly TokenState[]> = {
  OPEN: ["USED", "REVOKED", "EXPIRED"],
  EXPIRED: ["OPEN", "REVOKED"],
  USED: [],
  REVOKED: [],
};

/** The state of an invitation token at a moment. */
export function tokenState(
  token: { usedAt: Date | null; revokedAt: Date | null; expiresAt: Date },
  now: Date,
): TokenState {
  if (token.usedAt) return "USED";
  if (token.revokedAt) return "REVOKED";
  return hasExpired(token.expiresAt, now) ? "EXPIRED" : "OPEN";
}

export type CodeState = "OPEN" | "USED" | "REVOKED" | "EXPIRED";

/** The allowed transitions of a code. */
export const CODE_TRANSITIONS: Record<CodeState, readonly CodeState[]> = {
  OPEN: ["USED", "REVOKED", "EXPIRED"],
  USED: ["REVOKED", "EXPIRED"],
  EXPIRED: ["REVOKED"],
  REVOKED: [],
};

/** The state of an invitation code at a moment; USED = no redemption is left. */
export function codeState(
  code: { usedCount: number; maxUses: number; revokedAt: Date | null; expiresAt: Date | null },
  now: Date,
): CodeState {
  if (code.revokedAt) return "REVOKED";
  if (hasExpired(code.expiresAt, now)) return "EXPIRED";
  return code.usedCount >= code.maxUses ? "USED" : "OPEN";
}
