import { randomBytes } from "node:crypto";

/** A user of this product. */
export interface Account {
  id: string;
  email: string;
}

const byKey = new Map<string, Account>();

/** Opens an account, and answers the key that its programs show. A real product would keep a hash of it in its database. */
export function openAccount(email: string): { account: Account; apiKey: string } {
  const account = { id: `acct_${randomBytes(8).toString("hex")}`, email };
  const apiKey = `beacon_${randomBytes(16).toString("hex")}`;
  byKey.set(apiKey, account);
  return { account, apiKey };
}

/** The account whose key a request carries; undefined for an unknown key. */
export function accountOf(authorization: string | undefined): Account | undefined {
  return byKey.get(authorization?.replace(/^Bearer /, "") ?? "");
}
