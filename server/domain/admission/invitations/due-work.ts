import { afterDue, BY_ID, doDueWork } from "../../../platform/due-work.ts";
import type { Services } from "../../../platform/scope.ts";
import { expireInvitation } from "./expire-invitation.ts";

/** Expires every invitation that has run out. */
export async function expireDueInvitations(services: Services): Promise<void> {
  const { db, clock } = services;
  await doDueWork(services, {
    name: "expire-invitation",
    find: (after, take) =>
      db.invitationToken.findMany({
        where: {
          usedAt: null,
          revokedAt: null,
          lapsedAt: null,
          expiresAt: { lte: clock.now() },
          AND: afterDue(after),
        },
        select: { tenantId: true, id: true },
        orderBy: BY_ID,
        take,
      }),
    work: (scope, { id }) => expireInvitation(scope, id),
  });
}
