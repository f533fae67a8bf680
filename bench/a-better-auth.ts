import { hashPassword as hashAsBetterAuth } from "better-auth/crypto";
import pg from "pg";
import { hashPassword } from "../server/platform/passwords.ts";
import type { BenchServer } from "./a-server.ts";
import type { People } from "./a-shop.ts";
import { type Child, startChild } from "./child.ts";

/** The ways in which better-auth's passwords are hashed here: its own, and ours. */
const HASHES = { own: hashAsBetterAuth, argon2: hashPassword };

export interface BetterAuth {
  server: Child;
  /** The address of the account that signs in, whose password is hashed in this way. */
  emailOf(hash: keyof typeof HASHES, person: number): string;
  /** Session cookies, one of each of the first people. */
  cookies: string[];
}

/**
 * better-auth in a database of its own on the same PostgreSQL, with as many people as we have, each with one active
 * subscription. Of the first so many a session is open.
 */
export async function aBetterAuth(
  { databaseUrl, adminUrl, secret }: BenchServer,
  path: string,
  { count, password, sessions }: People,
): Promise<BetterAuth> {
  const own = new URL(databaseUrl);
  const making = new pg.Client({ connectionString: adminUrl });
  await making.connect();
  await making.query(`create database better_auth owner "${own.username}"`);
  await making.end();
  own.pathname = "/better_auth";
  const environment = { DATABASE_URL: own.href, USHER_SECRET: secret };
  const server = await startChild(path, { environment });
  const emailOf = (hash: string, person: number) => `${hash}${person}@example.com`;
  const filling = new pg.Client({ connectionString: own.href });
  await filling.connect();
  for (const [name, hash] of Object.entries(HASHES)) {
    const values = [name, count - 1];
    await filling.query(
      `insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
       select $1 || n, 'Person ' || n, $1 || n || '@example.com', true, now(), now() from generate_series(0, $2::int) n`,
      values,
    );
    await filling.query(
      `insert into account (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
       select $1 || n, $1 || n, 'credential', $1 || n, $3, now(), now() from generate_series(0, $2::int) n`,
      [...values, await hash(password)],
    );
    await filling.query(
      `insert into subscription (id, plan, "referenceId", "stripeCustomerId", "stripeSubscriptionId", status, "periodStart",
         "periodEnd")
       select $1 || n, 'pro', $1 || n, 'cus_' || $1 || n, 'sub_' || $1 || n, 'active', now(), now() + interval '1 month'
       from generate_series(0, $2::int) n`,
      values,
    );
  }
  await filling.query("vacuum analyze");
  await filling.end();
  const cookies = [];
  for (let person = 0; person < sessions; person++) {
    const answer = await fetch(`${server.url}/argon2/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: server.url },
      body: JSON.stringify({ email: emailOf("argon2", person), password }),
    });
    if (!answer.ok)
      throw new Error(`better-auth refused the sign-in: ${answer.status} ${await answer.text()}`);
    cookies.push(
      answer.headers
        .getSetCookie()
        .map((cookie) => cookie.split(";")[0])
        .join("; "),
    );
  }
  return { server, emailOf, cookies };
}
