import type { z } from "zod";
import { type SetPageHeaders, totalOf } from "../../../platform/page-headers.ts";
import type { Scope } from "../../../platform/scope.ts";
import { type Invitations, type ListedInvitations, ListInvitations } from "./list-invitations-schema.ts";
import { viewInvitationCode, viewInvitationToken } from "./view-invitation.ts";

/** Enough to distinguish codes, and too little to guess one: ten of 14 characters, 45 bits, stay hidden, and guesses are throttled. */
const SHOWN_END = 4;

/**
 * docs/interface.md 4.12: a page of the tokens and of the codes that were not revoked, newest first, with their secrets; only for the
 * tenant's back end.
 */
export async function listInvitations(
  scope: Scope,
  { limit, offset }: z.output<typeof ListInvitations> = ListInvitations.parse({}),
  setPageHeaders?: SetPageHeaders,
): Promise<z.output<typeof Invitations>> {
  const { tenantId, db } = scope;
  const where = { tenantId, revokedAt: null };
  const { tokens, codes } = await readNewest(scope, where, { limit, offset });
  if (setPageHeaders) {
    const totals = await Promise.all([
      totalOf({ limit, offset, rows: tokens.length }, () => db.invitationToken.count({ where })),
      totalOf({ limit, offset, rows: codes.length }, () => db.invitationCode.count({ where })),
    ]);
    const [ofTokens, ofCodes] = totals;
    const hasMore = offset + limit < Math.max(ofTokens, ofCodes);
    setPageHeaders({ total: ofTokens + ofCodes, limit, offset, hasMore });
  }
  return {
    tokens: tokens.map((row) => viewInvitationToken(scope, row)),
    codes: codes.map((row) => viewInvitationCode(scope, row)),
  };
}

/** A page of the tokens and of the codes, newest first. */
async function readNewest(
  { db }: Scope,
  where: { tenantId: string; revokedAt?: null },
  { limit, offset }: z.output<typeof ListInvitations>,
) {
  const orderBy = [{ createdAt: "desc" as const }, { id: "desc" as const }];
  const newest = { where, orderBy, take: limit, skip: offset };
  const [tokens, codes] = await Promise.all([
    db.invitationToken.findMany(newest),
    db.invitationCode.findMany({
      ...newest,
      include: { redemptions: { select: { subject: true }, orderBy: { id: "asc" } } },
    }),
  ]);
  return { tokens, codes };
}

/** The revoked ones, too, and all without the secrets, as the dashboard lists them. */
export async function browseInvitations(
  scope: Scope,
  part: z.output<typeof ListInvitations>,
): Promise<z.output<typeof ListedInvitations>> {
  const { tokens, codes } = await readNewest(scope, { tenantId: scope.tenantId }, part);
  const revokedAt = (row: { revokedAt: Date | null }) => row.revokedAt?.toISOString() ?? null;
  return {
    tokens: tokens.map((row) => {
      const { token: _, ...shown } = viewInvitationToken(scope, row);
      return { ...shown, revoked_at: revokedAt(row) };
    }),
    codes: codes.map((row) => {
      const { code, ...shown } = viewInvitationCode(scope, row);
      return { ...shown, revoked_at: revokedAt(row), ends_with: code.slice(-SHOWN_END) };
    }),
  };
}
