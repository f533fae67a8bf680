import { generateSecret, generateURI, verify } from "otplib";
import { randomSecret, sha256 } from "../../platform/crypto.ts";
import { foldCase } from "../../platform/fold-email.ts";

/** Codes change every 30 seconds (RFC 6238); one step of clock drift either way is accepted. */
const STEP_SECONDS = 30;
const RECOVERY_CODES = 8;
const RECOVERY_BITS = 64;

/** A new secret in base32, and the address that authenticators read from a QR code. */
export function newTotpSecret(email: string): { secret: string; uri: string } {
  const secret = generateSecret();
  return { secret, uri: generateURI({ issuer: "Usher", label: email, secret }) };
}

/** The time step of a correct code that is later than the last one used; null for any other. */
export async function stepOfCode(
  secret: string,
  code: string,
  now: Date,
  last: number | null,
): Promise<number | null> {
  const epoch = Math.floor(now.getTime() / 1000);
  const token = code.replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return null;
  const result = await verify({ secret, token, epoch, epochTolerance: STEP_SECONDS });
  if (!result.valid) return null;
  const step = Math.floor(epoch / STEP_SECONDS) + result.delta;
  return last === null || step > last ? step : null;
}

/** One-time recovery codes for a lost device, and their stored hashes. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomSecret(RECOVERY_BITS).toLowerCase());
  return { codes, hashes: codes.map(sha256) };
}

/** The hash of a recovery code as it was typed. */
export function recoveryHash(typed: string): string {
  return sha256(foldCase(typed.trim()));
}
