import { ApiError } from "../../../errors/api-error.ts";
import { lookUpCode } from "../../../platform/count-callers.ts";
import { sha256 } from "../../../platform/crypto.ts";
import type { InvitationCode, InvitationRedemption } from "../../../platform/database/client/client.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { promiseTerms } from "../../billing/subscriptions/start/promised-terms.ts";
import { recordChange } from "../../events/record-change.ts";
import { findEntryOf, lockEntry, moveEntry } from "../waitlist/move-entry.ts";
import { mayEntryBecome } from "../waitlist/rules.ts";
import { lockToken } from "./load-invitation.ts";
import { codeState, normalizeCode, tokenState } from "./rules.ts";

/** The user who redeems. */
export interface Redeemer {
  /** A user's id, ours or the tenant's own. */
  subject: string;
  /** The customer to whom a code's terms are granted; null: none yet. */
  customerId: string | null;
  /** Their verified address; null when the tenant's back end vouches for them. */
  email: string | null;
}

/** Finds a code as people type it; null when the tenant has no such code. Throws too_many_requests. */
export function findCode(scope: Scope, typed: string): Promise<InvitationCode | null> {
  const { tenantId, db } = scope;
  const key = { tenantId, codeHash: sha256(normalizeCode(typed)) };
  const find = () => db.invitationCode.findUnique({ where: { tenantId_codeHash: key } });
  return lookUpCode(scope, find, (code) => code !== null);
}

/** Finds the token of a link's secret; null when the tenant has no such token. */
export function findToken({ tenantId, db }: Pick<Scope, "tenantId" | "db">, secret: string) {
  return db.invitationToken.findUnique({
    where: { tenantId_tokenHash: { tenantId, tokenHash: sha256(secret) } },
  });
}

/**
 * Redeems a token, once, also under concurrency, and marks the waitlist entry of its address REGISTERED. Repeating it for the same subject
 * returns the same redemption. Throws invitation_not_usable or invitation_email_mismatch.
 */
export async function consumeToken(
  tx: Tx,
  scope: Scope,
  id: string,
  redeemer: Redeemer,
): Promise<InvitationRedemption> {
  const { tenantId, clock } = scope;
  const now = clock.now();
  const { token, entry } = await lockToken(tx, scope, id);
  if (redeemer.email !== null && redeemer.email !== token.email)
    throw new ApiError("invitation_email_mismatch");
  const known = await tx.invitationRedemption.findUnique({
    where: { tenantId_tokenId: { tenantId, tokenId: id } },
  });
  if (known?.subject === redeemer.subject) return known;
  const state = tokenState(token, now);
  if (state !== "OPEN")
    throw new ApiError("invitation_not_usable", { details: { state: state.toLowerCase() } });
  await tx.invitationToken.update({
    where: { tenantId_id: { tenantId, id } },
    data: { usedAt: now },
  });
  const redemption = await redeem(tx, scope, { tokenId: id, codeId: null }, redeemer);
  if (entry && mayEntryBecome(entry.status, "REGISTERED")) await moveEntry(tx, scope, entry, "REGISTERED");
  return redemption;
}

/**
 * Redeems a code: never more than its maximum, also under concurrency; the same subject twice counts once. The customer is granted the
 * code's terms; where there is none yet, the same subject gets them by redeeming the code again with a customer. Throws
 * invitation_not_usable.
 */
export async function consumeCode(
  tx: Tx,
  scope: Scope,
  code: InvitationCode,
  redeemer: Redeemer,
): Promise<InvitationRedemption> {
  const { tenantId, clock } = scope;
  const now = clock.now();
  const entryId = redeemer.email === null ? null : await findEntryOf(tx, scope, redeemer.email);
  const entry = entryId === null ? null : await lockEntry(tx, scope, entryId);
  const { count } = await tx.invitationCode.updateMany({
    where: {
      tenantId,
      id: code.id,
      revokedAt: null,
      usedCount: { lt: tx.invitationCode.fields.maxUses },
      OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
    },
    data: { usedCount: { increment: 1 } },
  });
  // Read after the update: only under the row's lock are earlier redemptions final.
  const key = { tenantId, codeId: code.id, subject: redeemer.subject };
  const known = await tx.invitationRedemption.findUnique({ where: { tenantId_codeId_subject: key } });
  if (known) {
    if (count === 1) await releaseUse(tx, scope, code.id);
    return nameCustomer(tx, scope, code, { known, customerId: redeemer.customerId });
  }
  if (count === 0)
    throw new ApiError("invitation_not_usable", { details: { state: await stateOf(tx, scope, code.id) } });
  const redemption = await redeem(tx, scope, { codeId: code.id, tokenId: null }, redeemer);
  await grantTermsOf(tx, scope, code, redeemer.customerId);
  if (entry && mayEntryBecome(entry.status, "REGISTERED")) await moveEntry(tx, scope, entry, "REGISTERED");
  return redemption;
}

/** Gives the code's terms to the customer of a subject who redeemed it without one, once; also when the code is used up since. */
async function nameCustomer(
  tx: Tx,
  scope: Scope,
  code: InvitationCode,
  { known, customerId }: { known: InvitationRedemption; customerId: string | null },
): Promise<InvitationRedemption> {
  if (known.customerId !== null || customerId === null) return known;
  const key = { tenantId_id: { tenantId: scope.tenantId, id: known.id } };
  const { count } = await tx.invitationRedemption.updateMany({
    where: { tenantId: scope.tenantId, id: known.id, customerId: null },
    data: { customerId },
  });
  const row = await tx.invitationRedemption.findUniqueOrThrow({ where: key });
  if (count === 0) return row;
  await grantTermsOf(tx, scope, code, customerId);
  await recordRedemption(tx, scope, row, known);
  return row;
}

async function releaseUse(tx: Tx, { tenantId }: Scope, id: string): Promise<void> {
  await tx.invitationCode.update({
    where: { tenantId_id: { tenantId, id } },
    data: { usedCount: { decrement: 1 } },
  });
}

async function stateOf(tx: Tx, { tenantId, clock }: Scope, id: string): Promise<string> {
  const code = await tx.invitationCode.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
  const state = codeState(code, clock.now());
  return state === "USED" ? "used up" : state.toLowerCase();
}

async function grantTermsOf(
  tx: Tx,
  scope: Scope,
  code: InvitationCode,
  customerId: string | null,
): Promise<void> {
  const terms = {
    planPriceId: code.grantPlanPriceId,
    trialDays: code.grantTrialDays,
    packId: code.grantPackId,
  };
  const isGranting = Object.values(terms).some((term) => term !== null);
  if (isGranting && customerId !== null)
    await promiseTerms(tx, scope, { ...terms, customerId, sourceId: code.id });
}

async function redeem(
  tx: Tx,
  scope: Scope,
  what: { tokenId: string; codeId: null } | { tokenId: null; codeId: string },
  { subject, customerId }: Redeemer,
): Promise<InvitationRedemption> {
  const { tenantId, clock } = scope;
  const data = { tenantId, id: newId("redemption"), ...what, subject, customerId, redeemedAt: clock.now() };
  const row = await tx.invitationRedemption.create({ data });
  await recordRedemption(tx, scope, row);
  return row;
}

async function recordRedemption(
  tx: Tx,
  scope: Scope,
  row: InvitationRedemption,
  before?: InvitationRedemption,
): Promise<void> {
  const facts = ({ id, tokenId, codeId, subject, customerId, redeemedAt }: InvitationRedemption) => ({
    id: tokenId ?? codeId,
    redemption_id: id,
    subject,
    customer_id: customerId,
    redeemed_at: redeemedAt.toISOString(),
  });
  await recordChange(tx, scope, {
    type: "invitation.redeemed",
    objectType: row.tokenId === null ? "invitation_code" : "invitation_token",
    // The database has exactly one of the two in each row.
    objectId: row.tokenId ?? row.codeId ?? "",
    after: facts(row),
    ...(before && { before: facts(before) }),
  });
}
