import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { InvitationRedemption } from "../../../platform/database/client/client.ts";
import type { Scope } from "../../../platform/scope.ts";
import { startGranted } from "../../billing/subscriptions/start/start-granted.ts";
import { findCustomer } from "../../customers/find-customer.ts";
import { consumeCode, consumeToken, findCode, findToken, type Redeemer } from "./consume-invitation.ts";
import type { RedeemInvitation } from "./redeem-invitation-schema.ts";
import type { Redemption } from "./schema.ts";

type Input = z.output<typeof RedeemInvitation>;

/**
 * Redeems a code or a token for a signed-in user, or for a user whom the tenant's back end names. A subscription that a code grants starts
 * at once where it needs no card.
 */
export async function redeemInvitation(scope: Scope, input: Input): Promise<z.output<typeof Redemption>> {
  if ((input.code === undefined) === (input.token === undefined))
    throw new ApiError("exactly_one_field_required", { details: { fields: "code, token" } });
  const redeemer = await redeemerOf(scope, input);
  const redemption = await spend(scope, input, redeemer);
  if (redeemer.customerId !== null) await startGranted(scope, redeemer.customerId);
  return viewRedemption(redemption);
}

async function spend(
  scope: Scope,
  { code: typed, token: secret }: Input,
  redeemer: Redeemer,
): Promise<InvitationRedemption> {
  if (typed !== undefined) {
    const code = await findCode(scope, typed);
    if (!code) throw new ApiError("invitation_not_found");
    return scope.db.$transaction((tx) => consumeCode(tx, scope, code, redeemer));
  }
  const token = await findToken(scope, secret ?? "");
  if (!token) throw new ApiError("invitation_not_found");
  return scope.db.$transaction((tx) => consumeToken(tx, scope, token.id, redeemer));
}

async function redeemerOf(scope: Scope, { user, customer }: Input): Promise<Redeemer> {
  const { tenantId, actor, sessionId, db } = scope;
  if (sessionId !== null) {
    if (user !== undefined || customer !== undefined) throw new ApiError("customer_not_own");
    const own = await db.user.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id: actor.id } } });
    return { subject: own.id, customerId: own.customerId, email: own.email };
  }
  if (user === undefined)
    throw new ApiError("fields_invalid", {
      issues: [{ path: "user", message: "is needed with an application's token" }],
    });
  const named = customer === undefined ? null : await findCustomer(db, scope, customer);
  if (customer !== undefined && !named) throw new ApiError("customer_not_found");
  return { subject: user, customerId: named?.id ?? null, email: null };
}

/** The public form of a redemption. */
export function viewRedemption(row: InvitationRedemption): z.output<typeof Redemption> {
  return {
    id: row.id,
    type: row.codeId === null ? "token" : "code",
    // The database has exactly one of the two in each row.
    invitation_id: row.codeId ?? row.tokenId ?? "",
    user: row.subject,
    customer_id: row.customerId,
    redeemed_at: row.redeemedAt.toISOString(),
  };
}
