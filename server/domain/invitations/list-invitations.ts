import type { z } from "zod";
import type { Scope } from "../scope.ts";
import type { Invitations } from "./schema.ts";
import { viewInvitationCode, viewInvitationToken } from "./view-invitation.ts";

const MOST = 1_000;

/** Interface 4.12: the newest tokens and codes that were not revoked. */
export async function listInvitations(scope: Scope): Promise<z.output<typeof Invitations>> {
  const { tenantId, db } = scope;
  const where = { tenantId, revokedAt: null };
  const newest = { where, orderBy: [{ createdAt: "desc" as const }, { id: "desc" as const }], take: MOST };
  const [tokens, codes] = await Promise.all([
    db.invitationToken.findMany(newest),
    db.invitationCode.findMany({
      ...newest,
      include: { redemptions: { select: { subject: true }, orderBy: { id: "asc" } } },
    }),
  ]);
  return {
    tokens: tokens.map((row) => viewInvitationToken(scope, row)),
    codes: codes.map((row) => viewInvitationCode(scope, row)),
  };
}
