import { sandboxIssuerSecret } from "../providers/sandbox-keys.ts";
import { SECRET, type World } from "./world.ts";

export interface Keys {
  account: string;
  secret_key: string;
  publishable_key: string;
}

/** A key pair of a new account of the sandbox, or of the one that is named, in either mode. */
export async function keysOf(
  { sandboxUrl }: World,
  of: { account?: string; mode?: "live" | "test" } = {},
): Promise<Keys> {
  const reply = await fetch(`${sandboxUrl}/sandbox/keys`, {
    method: "POST",
    headers: { authorization: `Bearer ${sandboxIssuerSecret(SECRET)}` },
    body: new URLSearchParams(of),
  });
  return reply.json();
}
