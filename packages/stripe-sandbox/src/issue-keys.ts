import { createHash, timingSafeEqual } from "node:crypto";
import type pg from "pg";
import { z } from "zod";
import {
  credentialOf,
  expireOtherKeys,
  findByDigest,
  formerAccountOf,
  makeKeyPair,
  registerKeys,
} from "./keys.ts";
import { Failure, invalid } from "./wire/failure.ts";
import { decodeForm } from "./wire/form.ts";
import { Flag, list, Text } from "./wire/params.ts";
import { read } from "./wire/read.ts";
import { parametersIn } from "./wire/read-body.ts";

/** Where keys are issued: outside of /v1, since Stripe issues keys in its Dashboard only. */
export const KEYS_PATH = "/sandbox/keys";

const FIELDS = {
  account: Text.optional(),
  former_key: Text.optional(),
  mode: z.enum(["live", "test"]).optional(),
  permissions: list(Text).optional(),
  roll: Flag.optional(),
};

/**
 * Issues a key pair: of a new account; with account, of that one; with former_key, of the account that a key from before keys were
 * issued belonged to. The pair is of the account's test mode, or of the mode that is named; with
 * permissions its secret key is a restricted one. Only the bearer of one of the secrets that the sandbox was started with may ask: 401 otherwise. Asked again, it issues another pair.
 * With roll the other secret keys of that account's mode stop working at once, as a key that is rolled "now"
 * (https://docs.stripe.com/keys#rolling-keys).
 */
export async function issueKeys(
  { pool, issuerSecrets }: { pool: pg.Pool; issuerSecrets: readonly string[] },
  request: Parameters<typeof parametersIn>[0],
): Promise<object> {
  requireIssuer(issuerSecrets, request.headers);
  const {
    former_key: formerKey,
    account: named,
    mode,
    permissions,
    roll = false,
  } = read(FIELDS, decodeForm(parametersIn(request)));
  if (named !== undefined && !/^acct_[0-9A-Za-z]{16}$/.test(named))
    throw invalid("This is no account's id.", { param: "account" });
  if (named !== undefined && formerKey !== undefined)
    throw invalid("You may only specify one of these parameters: account, former_key.");
  const pair = makeKeyPair(formerKey === undefined ? named : accountOf(formerKey), mode, permissions);
  if (roll && named === undefined)
    throw invalid("Missing required param: account.", { code: "parameter_missing", param: "account" });
  await registerKeys(pool, [pair]);
  if (roll) await expireOtherKeys(pool, pair);
  const { account, secretKey, publishableKey } = pair;
  return { object: "sandbox.keys", account, secret_key: secretKey, publishable_key: publishableKey };
}

/** Whether the sandbox issued the key with this digest (SHA-256, in hexadecimal): 404 where it did not. Asked as keys are. */
export async function showKey(
  { pool, issuerSecrets }: { pool: pg.Pool; issuerSecrets: readonly string[] },
  { headers, path }: Parameters<typeof parametersIn>[0] & { path: string },
): Promise<object> {
  requireIssuer(issuerSecrets, headers);
  const account = await findByDigest(pool, path.slice(KEYS_PATH.length + 1));
  if (account === null)
    throw new Failure({
      status: 404,
      type: "invalid_request_error",
      code: "resource_missing",
      message: "The sandbox issued no such key.",
    });
  return { object: "sandbox.key", account };
}

function requireIssuer(issuerSecrets: readonly string[], headers: Parameters<typeof credentialOf>[0]): void {
  const given = credentialOf(headers);
  if (issuerSecrets.some((secret) => isSame(secret, given))) return;
  throw new Failure({
    status: 401,
    type: "invalid_request_error",
    message: "The sandbox issues keys only to processes that have the installation's secret.",
  });
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
