import type { z } from "zod";
import type { Scope } from "../scope.ts";
import type { Invitations, ListedInvitations } from "./schema.ts";
import { viewInvitationCode, viewInvitationToken } from "./view-invitation.ts";

const MOST = 1_000;
/** Enough to tell codes apart, and too little to guess one by: ten of 14 characters, 45 bits, stay hidden, and guesses are throttled. */
const SHOWN_END = 4;

/** Interface 4.12: the newest tokens and codes that were not revoked, with their secrets; for the tenant's back end alone. */
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

/** The same without the secrets, as the dashboard lists them. */
export async function browseInvitations(scope: Scope): Promise<z.output<typeof ListedInvitations>> {
  const { tokens, codes } = await listInvitations(scope);
  return {
    tokens: tokens.map(({ token: _, ...shown }) => shown),
    codes: codes.map(({ code, ...shown }) => ({ ...shown, ends_with: code.slice(-SHOWN_END) })),
  };
}
