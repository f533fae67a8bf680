import type { z } from "zod";
import { decodeCursor, toPage } from "../../../platform/page.ts";
import type { Scope } from "../../../platform/scope.ts";
import { viewRedemption } from "./redeem-invitation.ts";
import type { ListRedemptions, RedemptionPage } from "./schema.ts";

/** Who redeemed what and when, newest first. */
export async function listRedemptions(
  scope: Scope,
  input: z.output<typeof ListRedemptions>,
): Promise<z.output<typeof RedemptionPage>> {
  const before = decodeCursor(input.cursor);
  const { invitation_id: invitation, user } = input;
  const rows = await scope.db.invitationRedemption.findMany({
    where: {
      tenantId: scope.tenantId,
      ...(before && { id: { lt: before } }),
      ...(user && { subject: user }),
      ...(invitation && { OR: [{ codeId: invitation }, { tokenId: invitation }] }),
    },
    orderBy: { id: "desc" },
    take: input.limit + 1,
  });
  return toPage(rows, input.limit, viewRedemption);
}
