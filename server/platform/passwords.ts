import { hash, verify } from "@node-rs/argon2";
import { dictionary } from "@zxcvbn-ts/language-common";

/** OWASP's figures for argon2id, the algorithm of @node-rs/argon2 when none is named: 19 MiB, 2 passes, 1 lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const COMMON = new Set(dictionary["passwords-common"].map((word) => String(word).toLowerCase()));

/** Whether a password is one of those that everybody tries first, or made of one character or of the address. */
export function isEasyPassword(password: string, email: string): boolean {
  const folded = password.toLowerCase();
  const [local = ""] = email.toLowerCase().split("@");
  const isNamesake = local.length >= 4 && folded.includes(local);
  return COMMON.has(folded) || new Set(folded).size < 4 || isNamesake;
}

/** The password's argon2id hash, salt and parameters included. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

let decoy: Promise<string> | undefined;

/** Whether the password is the hash's. Without a hash it takes as long and is false, so that time tells nothing. */
export async function verifyPassword(hashed: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword("nobody has this password");
  const matches = await verify(hashed ?? (await decoy), password);
  return hashed !== null && matches;
}
