import { createHash } from "node:crypto";
import { z } from "zod";
import { ApiError } from "../errors/api-error.ts";
import { deriveSecret } from "../platform/crypto.ts";
import { fetchOutside } from "../platform/outbound-http.ts";

const TIMEOUT_MS = 10_000;

/** The keys of an account in the sandbox. */
export interface SandboxKeyPair {
  account: string;
  secretKey: string;
  publishableKey: string;
}

interface IssueOptions {
  formerKey?: string;
  account?: string | undefined;
  mode?: "live" | "test" | undefined;
  roll?: boolean | undefined;
}

/** Issues keys in the sandbox over HTTP, because it may run in another process. */
export interface SandboxKeys {
  /**
   * A new key pair: of a new account; with account, of that one; with formerKey, of the account that this key belonged to before the
   * sandbox issued keys. In test mode unless live is named. With roll, the account's other secret keys of the mode end at once. Every call
   * issues another pair. Throws card_provider_unavailable or card_provider_answer_unknown.
   */
  issue(options?: IssueOptions): Promise<SandboxKeyPair>;
  /** Whether the sandbox issued this key, of which it is told a digest. false where it cannot be reached, or there is none. */
  has(key: string): Promise<boolean>;
}

const Issued = z.object({ account: z.string(), secret_key: z.string(), publishable_key: z.string() });

/** The secret that authorizes issuing keys in the sandbox; every process derives it from the installation's secret. */
export function sandboxIssuerSecret(installationSecret: string): string {
  return deriveSecret(installationSecret, "usher sandbox keys");
}

/** Issues keys in the sandbox at `url`, which must run with the same issuer secret. url null: there is no sandbox. */
export function createSandboxKeys({
  url,
  secret,
  hasTimeLimits = true,
}: {
  url: string | null;
  secret: string;
  hasTimeLimits?: boolean;
}): SandboxKeys {
  const limit = () => (hasTimeLimits ? { signal: AbortSignal.timeout(TIMEOUT_MS) } : {});
  return {
    async issue({ formerKey, account, mode, roll } = {}) {
      if (url === null) throw new ApiError("card_provider_unavailable");
      const reply = await fetchOutside(new URL("/sandbox/keys", url), {
        method: "POST",
        headers: { authorization: `Bearer ${secret}` },
        body: new URLSearchParams({
          ...(formerKey !== undefined && { former_key: formerKey }),
          ...(account !== undefined && { account }),
          ...(mode !== undefined && { mode }),
          ...(roll && { roll: "true" }),
        }),
        ...limit(),
      }).catch((cause: unknown) => {
        throw new ApiError("card_provider_unavailable", { cause });
      });
      const issued = Issued.safeParse(await reply.json().catch(() => null));
      if (!reply.ok || !issued.success)
        throw new ApiError("card_provider_answer_unknown", {
          cause: new Error(`The sandbox issued no keys (${reply.status}).`),
        });
      const { secret_key: secretKey, publishable_key: publishableKey, account: of } = issued.data;
      return { account: of, secretKey, publishableKey };
    },
    async has(key) {
      if (url === null) return false;
      const digest = createHash("sha256").update(key).digest("hex");
      const reply = await fetchOutside(new URL(`/sandbox/keys/${digest}`, url), {
        headers: { authorization: `Bearer ${secret}` },
        ...limit(),
      }).catch(() => null);
      await reply?.body?.cancel();
      return reply?.ok ?? false;
    },
  };
}
