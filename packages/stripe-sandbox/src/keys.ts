import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type pg from "pg";
import { type Mode, modeNamed, nameOfMode } from "./account-mode.ts";
import { letters } from "./ids.ts";
import { Failure } from "./wire/failure.ts";

/** Whose objects a key opens, and how far. */
export interface Key {
  /** The name of the account's mode. */
  account: string;
  isSecret: boolean;
  /** What a restricted key may do, such as "rak_product_write"; null: it is not restricted. */
  permissions: string[] | null;
  /** The key as a refusal shows it. */
  shown: string;
}

/** An account's keys. Only their digests are kept: they are shown once, when they are issued. */
export interface KeyPair {
  account: string;
  /** A restricted key where the pair has permissions. */
  secretKey: string;
  publishableKey: string;
  permissions?: string[];
}

const LENGTH = 32;

const NONE =
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. " +
  "'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details.";

function unauthorized(message: string): Failure {
  return new Failure({ status: 401, type: "invalid_request_error", message });
}

/**
 * The account behind a key that the sandbox issued, by Bearer or Basic. Every other key is refused as Stripe does: 401 "Invalid API
 * Key provided", which the SDK throws as StripeAuthenticationError. https://docs.stripe.com/error-low-level#http-status-code-reference
 */
export async function readKey(pool: pg.Pool, headers: IncomingHttpHeaders): Promise<Key> {
  const key = credentialOf(headers);
  if (key === "") throw unauthorized(NONE);
  const sql = `select account, is_secret as "isSecret", permissions from stripe_sandbox.keys where digest = $1`;
  const { rows } = await pool.query<Omit<Key, "shown">>(sql, [digest(key)]);
  const [known] = rows;
  if (!known) throw unauthorized(`Invalid API Key provided: ${masked(key)}`);
  return { ...known, shown: masked(key) };
}

/** What the Authorization header carries, by Bearer or as the user name of Basic; "" when there is none. */
export function credentialOf(headers: IncomingHttpHeaders): string {
  const [scheme = "", credential = ""] = (headers.authorization ?? "").split(" ");
  if (scheme.toLowerCase() !== "basic") return credential;
  return Buffer.from(credential, "base64").toString("utf8").split(":")[0] ?? "";
}

/**
 * A secret and a publishable key of an account's mode, both random and new; with permissions, a restricted key that has these alone in
 * place of the secret one (https://docs.stripe.com/keys/restricted-api-keys).
 */
export function makeKeyPair(
  account = `acct_${letters(16)}`,
  mode: Mode = "test",
  permissions?: string[],
): KeyPair {
  return {
    account,
    secretKey: `${permissions ? "rk" : "sk"}_${mode}_${letters(LENGTH)}`,
    publishableKey: `pk_${mode}_${letters(LENGTH)}`,
    ...(permissions && { permissions }),
  };
}

/** Lets key pairs open their accounts from now on; both keys of each, or none. */
export async function registerKeys(client: pg.Pool | pg.Client, pairs: KeyPair[]): Promise<void> {
  const rows = pairs.flatMap(({ account: id, secretKey, publishableKey, permissions = null }) => {
    const account = nameOfMode(id, modeOf(secretKey));
    return [
      { digest: digest(secretKey), account, is_secret: true, permissions },
      { digest: digest(publishableKey), account, is_secret: false, permissions: null },
    ];
  });
  await client.query(
    `insert into stripe_sandbox.keys (digest, account, is_secret, permissions)
     select digest, account, is_secret, permissions
     from jsonb_to_recordset($1::jsonb) as rows (digest text, account text, is_secret boolean, permissions text[])`,
    [JSON.stringify(rows)],
  );
}

/** Ends the other secret keys of the pair's account in its mode. */
export async function expireOtherKeys(pool: pg.Pool, { account, secretKey }: KeyPair): Promise<void> {
  const sql = "delete from stripe_sandbox.keys where account = $1 and is_secret and digest <> $2";
  await pool.query(sql, [nameOfMode(account, modeOf(secretKey)), digest(secretKey)]);
}

/** The account of the key with this digest; null: there is none. */
export async function findByDigest(pool: pg.Pool, wanted: string): Promise<string | null> {
  const sql = "select account from stripe_sandbox.keys where digest = $1";
  const { rows } = await pool.query<{ account: string }>(sql, [wanted]);
  return rows[0] ? modeNamed(rows[0].account).account : null;
}

function modeOf(secretKey: string): Mode {
  return /^[sr]k_live_/.test(secretKey) ? "live" : "test";
}

/**
 * The account of a key from before keys were issued, when it followed from the key's ending, which the two keys of an account shared.
 * null when it is no such key.
 */
export function formerAccountOf(key: string): string | null {
  const ending = /^(?:sk|rk)_test_(\w+)$/.exec(key)?.[1];
  return ending === undefined ? null : `acct_${digest(ending).slice(0, 16)}`;
}

function digest(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** What is shown of a key: its kind and its last four characters. */
function masked(key: string): string {
  const kind = /^[a-z]{2}_[a-z]+_/.exec(key)?.[0] ?? "";
  return `${kind}${"*".repeat(Math.max(4, key.length - kind.length - 4))}${key.slice(-4)}`;
}
