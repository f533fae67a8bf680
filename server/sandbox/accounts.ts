import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { Failure } from "./wire/failure.ts";

/** Whose objects a key opens, and how far. */
export interface Key {
  account: string;
  isSecret: boolean;
}

function unauthorized(message: string): Failure {
  return new Failure({ status: 401, type: "invalid_request_error", message });
}

/** The account behind `sk_test_…` or `pk_test_…` (the same suffix), by Bearer or Basic. Live keys are refused. */
export function readKey(headers: IncomingHttpHeaders): Key {
  const [scheme = "", credential = ""] = (headers.authorization ?? "").split(" ");
  const basic = () => Buffer.from(credential, "base64").toString("utf8").split(":")[0] ?? "";
  const key = scheme.toLowerCase() === "basic" ? basic() : credential;
  if (key === "")
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header.",
    );
  const match = /^(sk|rk|pk)_test_(\w+)$/.exec(key);
  if (!match) {
    const shown = `${key.slice(0, 8)}${"*".repeat(8)}${key.slice(-4)}`;
    throw unauthorized(`Invalid API Key provided: ${shown}`);
  }
  const account = `acct_${createHash("sha256")
    .update(match[2] ?? "")
    .digest("hex")
    .slice(0, 16)}`;
  return { account, isSecret: match[1] !== "pk" };
}
