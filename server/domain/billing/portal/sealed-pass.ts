import { z } from "zod";
import type { Services } from "../../../platform/scope.ts";

const Pass = z.object({
  id: z.string(),
  tenantId: z.string(),
  customerId: z.string(),
  returnUrl: z.string().nullable(),
  /** The member of the dashboard who made the link; null: the tenant's back end did. */
  memberId: z.string().nullable().default(null),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
});

/** Who may see whose portal, and until when. It is sealed by us, so that nobody else can make one or read it. */
export type Pass = z.output<typeof Pass>;

/** What a pass is good for: a link is turned into a session once, and neither is taken for the other. */
type Use = "portal link" | "portal session";

export function sealPass({ vault }: Pick<Services, "vault">, use: Use, pass: Pass): string {
  return vault.seal(JSON.stringify(pass), use);
}

/** null: it is not of our making, is for something else, or is over. */
export function openPass(
  { vault, clock }: Pick<Services, "vault" | "clock">,
  use: Use,
  sealed: string,
): Pass | null {
  try {
    const pass = Pass.parse(JSON.parse(vault.open(sealed, use)));
    return pass.expiresAt > clock.now().getTime() ? pass : null;
  } catch {
    return null;
  }
}
