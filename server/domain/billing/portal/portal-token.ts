import { z } from "zod";
import type { Services } from "../../../platform/scope.ts";

const PortalToken = z.object({
  id: z.string(),
  tenantId: z.string(),
  customerId: z.string(),
  returnUrl: z.string().nullable(),
  /** The member of the dashboard who created the link; null: the tenant's back end did. */
  memberId: z.string().nullable().default(null),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
});

/** The customer whose portal its holder may open, and until when. Encrypted with our key: only we can create or read one. */
export type PortalToken = z.output<typeof PortalToken>;

/** The purpose of a token. A link is exchanged for a session once; the two are not interchangeable. */
type Use = "portal link" | "portal session";

export function encryptPortalToken({ vault }: Pick<Services, "vault">, use: Use, token: PortalToken): string {
  return vault.encrypt(JSON.stringify(token), use);
}

/** null when the token is not ours, was encrypted for another purpose, or has expired. */
export function decryptPortalToken(
  { vault, clock }: Pick<Services, "vault" | "clock">,
  use: Use,
  encrypted: string,
): PortalToken | null {
  try {
    const token = PortalToken.parse(JSON.parse(vault.decrypt(encrypted, use)));
    return token.expiresAt > clock.now().getTime() ? token : null;
  } catch {
    return null;
  }
}
