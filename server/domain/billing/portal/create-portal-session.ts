import type { z } from "zod";
import { addSeconds } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope } from "../../../platform/scope.ts";
import { getLivingCustomerOrThrow } from "../../customers/find-customer.ts";
import { recordChange } from "../../events/record-change.ts";
import type { CreatePortalSession, PortalSession } from "./schema.ts";
import { sealPass } from "./sealed-pass.ts";

/** How long a link may wait to be opened, seconds. */
export const LINK_SECONDS = 5 * 60;

/**
 * A link to the customer's portal, for a customer whom the tenant's back end knows to be there. One that a member of the
 * dashboard makes is limited to what the member's role allows, and what is done through it bears the member's name. K3003.
 */
export async function createPortalSession(
  scope: Scope,
  input: z.output<typeof CreatePortalSession>,
): Promise<z.output<typeof PortalSession>> {
  const { tenantId, clock, baseUrl, db, actor } = scope;
  const customer = await getLivingCustomerOrThrow(db, scope, input.customer);
  const id = newId("portalSession");
  const expiresAt = addSeconds(clock.now(), LINK_SECONDS);
  const token = sealPass(scope, "portal link", {
    id,
    tenantId,
    customerId: customer.id,
    returnUrl: input.return_url ?? null,
    memberId: actor.type === "USER" ? actor.id : null,
    expiresAt: expiresAt.getTime(),
  });
  const expires_at = expiresAt.toISOString();
  await db.$transaction((tx) =>
    recordChange(tx, scope, {
      type: "portal_session.created",
      objectType: "portal_session",
      objectId: id,
      after: { id, customer_id: customer.id, expires_at },
    }),
  );
  return { url: `${baseUrl}/portal?token=${encodeURIComponent(token)}`, expires_at };
}
