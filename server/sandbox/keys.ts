import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { Failure } from "./wire/failure.ts";

/** Whose objects a key opens, and how far. */
export interface Key {
  account: string;
  isSecret: boolean;
}

const NONE =
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. " +
  "'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details.";

function unauthorized(message: string): Failure {
  return new Failure({ status: 401, type: "invalid_request_error", message });
}

/** The account behind `sk_test_…` or `pk_test_…` (the same suffix), by Bearer or Basic. Live keys are refused. */
export function readKey(headers: IncomingHttpHeaders): Key {
  const [scheme = "", credential = ""] = (headers.authorization ?? "").split(" ");
  const basic = () => Buffer.from(credential, "base64").toString("utf8").split(":")[0] ?? "";
  const key = scheme.toLowerCase() === "basic" ? basic() : credential;
  if (key === "") throw unauthorized(NONE);
  const match = /^(sk|rk|pk)_test_(\w+)$/.exec(key);
  if (!match) throw unauthorized(`Invalid API Key provided: ${masked(key)}`);
  const digest = createHash("sha256")
    .update(match[2] ?? "")
    .digest("hex");
  return { account: `acct_${digest.slice(0, 16)}`, isSecret: match[1] !== "pk" };
}

/** What is shown of a key: its kind and its last four characters. */
function masked(key: string): string {
  const kind = /^[a-z]{2}_[a-z]+_/.exec(key)?.[0] ?? "";
  return `${kind}${"*".repeat(Math.max(4, key.length - kind.length - 4))}${key.slice(-4)}`;
}
