import { sandboxIssuerSecret } from "../providers/sandbox-keys.ts";
import { SECRET, type World } from "./world.ts";

export interface Keys {
  account: string;
  secret_key: string;
  publishable_key: string;
}

/**
 * A key pair of a new account of the sandbox, or of the one that is named, in either mode; with permissions, such as
 * "rak_product_write", the secret key is a restricted one; with `roll` the account's other keys are revoked.
 */
export async function keysOf(
  { sandboxUrl }: World,
  {
    permissions = [],
    ...of
  }: { account?: string; mode?: "live" | "test"; permissions?: string[]; roll?: "true" } = {},
): Promise<Keys> {
  const reply = await fetch(`${sandboxUrl}/sandbox/keys`, {
    method: "POST",
    headers: { authorization: `Bearer ${sandboxIssuerSecret(SECRET)}` },
    body: new URLSearchParams([
      ...Object.entries(of),
      ...permissions.map((permission, at) => [`permissions[${at}]`, permission]),
    ]),
  });
  return reply.json();
}
