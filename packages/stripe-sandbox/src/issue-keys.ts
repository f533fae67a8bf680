import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type pg from "pg";
import { credentialOf, formerAccountOf, makeKeyPair, registerKeys } from "./keys.ts";
import { Failure, invalid } from "./wire/failure.ts";
import { decodeForm } from "./wire/form.ts";
import { Text } from "./wire/params.ts";
import { read } from "./wire/read.ts";

/** Where keys are issued: outside of /v1, since Stripe issues keys in its Dashboard only. */
export const KEYS_PATH = "/sandbox/keys";

const FIELDS = { former_key: Text.optional() };

/**
 * Issues a key pair: of a new account or, with former_key, of the account that a key from before keys were issued belonged to. Only
 * the bearer of one of the secrets that the sandbox was started with may ask: 401 otherwise. Asked again, it issues another pair.
 */
export async function issueKeys(
  { pool, issuerSecrets }: { pool: pg.Pool; issuerSecrets: readonly string[] },
  { headers, text }: { headers: IncomingHttpHeaders; text: string },
): Promise<object> {
  const given = credentialOf(headers);
  if (!issuerSecrets.some((secret) => isSame(secret, given)))
    throw new Failure({
      status: 401,
      type: "invalid_request_error",
      message: "The sandbox issues keys only to processes that have the installation's secret.",
    });
  const { former_key: formerKey } = read(FIELDS, decodeForm(text));
  const pair = formerKey === undefined ? makeKeyPair() : makeKeyPair(accountOf(formerKey));
  await registerKeys(pool, [pair]);
  const { account, secretKey, publishableKey } = pair;
  return { object: "sandbox.keys", account, secret_key: secretKey, publishable_key: publishableKey };
}

function accountOf(formerKey: string): string {
  const account = formerAccountOf(formerKey);
  if (account === null) throw invalid("This is no secret test key.", { param: "former_key" });
  return account;
}

/** Compares in a time that does not depend on where the two differ. */
function isSame(one: string, other: string): boolean {
  const digest = (value: string) => createHash("sha256").update(value).digest();
  return timingSafeEqual(digest(one), digest(other));
}
