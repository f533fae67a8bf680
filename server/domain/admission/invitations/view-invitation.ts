import { z } from "zod";
import type {
  InvitationCode as CodeRow,
  InvitationToken as TokenRow,
} from "../../../platform/database/client/client.ts";
import type { Scope } from "../../../platform/scope.ts";
import { hasExpired } from "./rules.ts";
import type { InvitationCode, InvitationToken } from "./schema.ts";

const AnyObject = z.custom<Record<string, unknown>>((value) => typeof value === "object" && value !== null);

/** docs/interface.md 2.10. */
export function viewInvitationToken(
  { vault, clock }: Scope,
  row: TokenRow,
): z.output<typeof InvitationToken> {
  return {
    id: row.id,
    tenant_id: row.tenantId,
    email: row.email,
    token: vault.decrypt(row.tokenSealed, `invitation_token:${row.id}`),
    expires_at: row.expiresAt.toISOString(),
    used_at: row.usedAt?.toISOString() ?? null,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    type: "token",
    isUsed: row.usedAt !== null,
    isExpired: hasExpired(row.expiresAt, clock.now()),
  };
}

/** A code with its redemptions. */
export type CodeWithRedemptions = CodeRow & { redemptions: { subject: string }[] };

/** docs/interface.md 2.11. */
export function viewInvitationCode(
  { vault, clock }: Scope,
  row: CodeWithRedemptions,
): z.output<typeof InvitationCode> {
  return {
    id: row.id,
    tenant_id: row.tenantId,
    code: vault.decrypt(row.codeSealed, `invitation_code:${row.id}`),
    expires_at: row.expiresAt?.toISOString() ?? null,
    max_uses: row.maxUses,
    used_count: row.usedCount,
    used_by: row.redemptions.map(({ subject }) => subject),
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    type: "code",
    isUsed: row.usedCount >= row.maxUses,
    isExpired: hasExpired(row.expiresAt, clock.now()),
    metadata: AnyObject.parse(row.metadata),
  };
}

/** A token in events: everything but the secret. */
export function tokenFacts(row: TokenRow) {
  return {
    id: row.id,
    email: row.email,
    expires_at: row.expiresAt.toISOString(),
    used_at: row.usedAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
    waitlist_entry_id: row.waitlistEntryId,
  };
}

/** A code in events: everything but the code itself. */
export function codeFacts(row: CodeRow) {
  return {
    id: row.id,
    expires_at: row.expiresAt?.toISOString() ?? null,
    max_uses: row.maxUses,
    used_count: row.usedCount,
    revoked_at: row.revokedAt?.toISOString() ?? null,
  };
}
