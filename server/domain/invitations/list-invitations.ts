import { z } from "zod";
import type { Scope } from "../scope.ts";
import { hasExpired } from "./rules.ts";
import type { Invitations } from "./schema.ts";

const MOST = 1_000;
const AnyObject = z.record(z.string(), z.unknown());

/** Interface 4.12: the newest tokens and codes that were not revoked. */
export async function listInvitations(scope: Scope): Promise<z.output<typeof Invitations>> {
  const { tenantId, db, vault, clock } = scope;
  const now = clock.now();
  const newest = {
    where: { tenantId, revokedAt: null },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MOST,
  } as const;
  const [tokens, codes] = await Promise.all([
    db.invitationToken.findMany({ ...newest, orderBy: [...newest.orderBy] }),
    db.invitationCode.findMany({
      ...newest,
      orderBy: [...newest.orderBy],
      include: { redemptions: { select: { subject: true }, orderBy: { id: "asc" } } },
    }),
  ]);
  return {
    tokens: tokens.map((row) => ({
      id: row.id,
      tenant_id: row.tenantId,
      email: row.email,
      token: vault.open(row.tokenSealed, `invitation_token:${row.id}`),
      expires_at: row.expiresAt.toISOString(),
      used_at: row.usedAt?.toISOString() ?? null,
      created_by: row.createdBy,
      created_at: row.createdAt.toISOString(),
      type: "token" as const,
      isUsed: row.usedAt !== null,
      isExpired: hasExpired(row.expiresAt, now),
    })),
    codes: codes.map((row) => ({
      id: row.id,
      tenant_id: row.tenantId,
      code: vault.open(row.codeSealed, `invitation_code:${row.id}`),
      expires_at: row.expiresAt?.toISOString() ?? null,
      max_uses: row.maxUses,
      used_count: row.usedCount,
      used_by: row.redemptions.map(({ subject }) => subject),
      created_by: row.createdBy,
      created_at: row.createdAt.toISOString(),
      type: "code" as const,
      isUsed: row.usedCount >= row.maxUses,
      isExpired: hasExpired(row.expiresAt, now),
      metadata: AnyObject.parse(row.metadata),
    })),
  };
}
