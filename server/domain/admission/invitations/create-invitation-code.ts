import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { sha256 } from "../../../platform/crypto.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope } from "../../../platform/scope.ts";
import { getPackWithEntitlements, getPlanPriceOrThrow } from "../../catalog/load-plan-price.ts";
import { recordChange } from "../../events/record-change.ts";
import { refuseUnfit } from "../waitlist/join-waitlist.ts";
import type { CreatedInvitationCode, CreateInvitationCode } from "./create-invitation-code-schema.ts";
import { newInvitationCode, normalizeCode } from "./rules.ts";
import { codeFacts } from "./view-invitation.ts";

type Input = z.output<typeof CreateInvitationCode>;

/** docs/interface.md 4.8. The code is kept hashed for look-ups and sealed for the list. */
export async function createInvitationCode(
  scope: Scope,
  input: Input,
): Promise<z.output<typeof CreatedInvitationCode>> {
  const { tenantId, vault, clock } = scope;
  const now = clock.now();
  const expiresAt = input.expiresAt == null ? null : new Date(input.expiresAt);
  if (expiresAt && expiresAt <= now) throw new ApiError("expiry_in_past");
  const metadata = input.metadata ?? {};
  refuseUnfit(metadata);
  await refuseUngrantable(scope, input);
  const id = newId("invitationCode");
  const code = newInvitationCode();
  const { maxUses } = input;
  const grant = {
    grantPlanPriceId: input.planPriceId ?? null,
    grantTrialDays: input.trialDays ?? null,
    grantPackId: input.packId ?? null,
  };
  await scope.db.$transaction(async (tx) => {
    const secret = {
      codeHash: sha256(normalizeCode(code)),
      codeSealed: vault.encrypt(code, `invitation_code:${id}`),
    };
    const row = { tenantId, id, ...secret, ...grant, expiresAt, maxUses };
    const created = await tx.invitationCode.create({
      data: { ...row, createdBy: scope.actor.id, createdAt: now },
    });
    // As text: Prisma's own way to write JSON drops a key that is called __proto__.
    await tx.$executeRaw`
      update invitation_codes set metadata = ${JSON.stringify(metadata)}::jsonb where tenant_id = ${tenantId} and id = ${id}`;
    await recordChange(tx, scope, {
      type: "invitation.code_created",
      objectType: "invitation_code",
      objectId: id,
      after: codeFacts(created),
    });
  });
  return { code, expiresAt: expiresAt?.toISOString() ?? null, maxUses };
}

/** Throws unless the price is on sale, and the pack is published and of the price's plan. */
async function refuseUngrantable(scope: Scope, { planPriceId, packId }: Input): Promise<void> {
  const price = planPriceId === undefined ? null : await getPlanPriceOrThrow(scope, planPriceId);
  if (price?.archivedAt || price?.plan.archivedAt)
    throw new ApiError("catalog_object_archived", { details: { thing: "price" } });
  if (packId === undefined) return;
  const pack = await getPackWithEntitlements(scope.db, scope, packId);
  if (!pack || (price && pack.planId !== price.planId)) throw new ApiError("pack_not_found");
  if (pack.status === "DRAFT")
    throw new ApiError("pack_status_conflict", { details: { status: pack.status, action: "granted" } });
}
