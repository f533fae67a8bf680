import { hashPassword as hashAsBetterAuth } from "better-auth/crypto";
import { hashPassword } from "../server/platform/passwords.ts";
import { type BenchServer, connected } from "./a-server.ts";
import type { People } from "./a-shop.ts";
import { startChild } from "./child.ts";

/** The ways in which better-auth's passwords are hashed here: its own, and ours. */
const HASHES = { own: hashAsBetterAuth, argon2: hashPassword };

export interface BetterAuth {
  url: string;
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
  stack: AsyncDisposableStack,
  { environment, adminUrl }: BenchServer,
  { count, password, sessions }: People,
): Promise<BetterAuth> {
  const own = new URL(environment.DATABASE_URL ?? "");
  const admin = await connected(stack, adminUrl);
  await admin.query(`create database better_auth owner "${own.username}"`);
  own.pathname = "/better_auth";
  const { url } = await startChild(stack, "better-auth", {
    environment: { ...environment, DATABASE_URL: own.href },
  });
  const client = await connected(stack, own.href);
  for (const [name, hash] of Object.entries(HASHES)) {
    const from = `from generate_series(0, ${count - 1}) n`;
    await client.query(
      `insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
       select $1 || n, 'Person ' || n, $1 || n || '@example.com', true, now(), now() ${from}`,
      [name],
    );
    await client.query(
      `insert into account (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
       select $1 || n, $1 || n, 'credential', $1 || n, $2, now(), now() ${from}`,
      [name, await hash(password)],
    );
    await client.query(
      `insert into subscription (id, plan, "referenceId", "stripeCustomerId", "stripeSubscriptionId", status, "periodStart",
         "periodEnd")
       select $1 || n, 'pro', $1 || n, 'cus_' || $1 || n, 'sub_' || $1 || n, 'active', now(), now() + interval '1 month' ${from}`,
      [name],
    );
  }
  await client.query("vacuum analyze");
  const emailOf = (hash: string, person: number) => `${hash}${person}@example.com`;
  const cookies = [];
  for (let person = 0; person < sessions; person++)
    cookies.push(await sessionOf(url, { email: emailOf("argon2", person), password }));
  return { url, emailOf, cookies };
}

/** Signs a person in; answers the session's cookies. */
async function sessionOf(url: string, credentials: object): Promise<string> {
  const answer = await fetch(`${url}/argon2/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify(credentials),
  });
  if (!answer.ok) throw new Error(`better-auth refused the sign-in: ${answer.status} ${await answer.text()}`);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  return cookies.join("; ");
}
