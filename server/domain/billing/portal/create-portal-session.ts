import type { z } from "zod";
import { addSeconds } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import type { Scope } from "../../../platform/scope.ts";
import { checkReturnUrl } from "../../applications/check-return-url.ts";
import { getActiveCustomerOrThrow } from "../../customers/find-customer.ts";
import { recordChange } from "../../events/record-change.ts";
import type { CreatePortalSession, PortalSession } from "./create-portal-session-schema.ts";
import { encryptPortalToken } from "./portal-token.ts";

/** How long a link can be opened, seconds. */
export const LINK_SECONDS = 5 * 60;

/**
 * Creates a link to the customer's portal. The tenant's back end has authenticated the customer. A link that a member of the dashboard
 * creates is limited to what the member's role allows, and the audit log names that member. Throws fields_invalid or customer_not_found.
 */
export async function createPortalSession(
  scope: Scope,
  input: z.output<typeof CreatePortalSession>,
): Promise<z.output<typeof PortalSession>> {
  const { tenantId, clock, baseUrl, db, actor } = scope;
  await checkReturnUrl(scope, input.return_url);
  const customer = await getActiveCustomerOrThrow(db, scope, input.customer);
  const id = newId("portalSession");
  const expiresAt = addSeconds(clock.now(), LINK_SECONDS);
  const token = encryptPortalToken(scope, "portal link", {
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
