import type { z } from "zod";
import { newestFirst, toPage } from "../../../platform/page.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { ListRedemptions, RedemptionPage } from "./list-redemptions-schema.ts";
import { viewRedemption } from "./redeem-invitation.ts";

/** The redemptions: invitation, user and time; newest first. */
export async function listRedemptions(
  scope: Scope,
  input: z.output<typeof ListRedemptions>,
): Promise<z.output<typeof RedemptionPage>> {
  const { invitation_id: invitation, user } = input;
  const rows = await scope.db.invitationRedemption.findMany({
    ...newestFirst(scope.tenantId, input, {
      ...(user && { subject: user }),
      ...(invitation && { OR: [{ codeId: invitation }, { tokenId: invitation }] }),
    }),
  });
  return toPage(rows, input.limit, viewRedemption);
}
