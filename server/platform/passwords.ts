import { hash, verify } from "@node-rs/argon2";
import { dictionary } from "@zxcvbn-ts/language-common";

/** OWASP's figures for argon2id, the algorithm of @node-rs/argon2 when none is named: 19 MiB, 2 passes, 1 lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const COMMON = new Set(dictionary["passwords-common"].map((word) => String(word).toLowerCase()));

/**
 * Whether a password is easy to guess: a common one, of fewer than four different characters, with the address's name in it, or made of
 * little more than parts of the address.
 */
export function isEasyPassword(password: string, email: string): boolean {
  const folded = password.toLowerCase();
  const [local = ""] = email.toLowerCase().split("@");
  const isNamesake = local.length >= 4 && folded.includes(local);
  return COMMON.has(folded) || new Set(withoutParts(folded, email)).size < 4 || isNamesake;
}

/** What is left of a password without the parts of the address: "kim" and "example" of kim@example.com. */
function withoutParts(folded: string, email: string): string {
  const parts = email
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(({ length }) => length >= 3);
  return parts.reduce((left, part) => left.replaceAll(part, ""), folded);
}

/** The password's argon2id hash, salt and parameters included. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

let decoy: Promise<string> | undefined;

/** Whether the password matches the hash. Without a hash it returns false after the same time, so that timing reveals nothing. */
export async function verifyPassword(hashed: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword("the password of no account");
  const matches = await verify(hashed ?? (await decoy), password);
  return hashed !== null && matches;
}
