import type { WebhookEndpoint } from "../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import { queueMail } from "../mail/queue-mail.ts";

/** Tells the tenant's owners and administrators by mail that an endpoint was disabled, inside the caller's transaction. */
export async function noticeDisabled(tx: Tx, scope: Scope, endpoint: WebhookEndpoint): Promise<void> {
  const members = await tx.membership.findMany({
    where: { targetTenantId: scope.tenantId, role: { in: ["OWNER", "ADMIN"] }, user: { disabledAt: null } },
    select: { user: { select: { email: true } } },
  });
  const { id, url, disabledReason } = endpoint;
  const at = endpoint.disabledAt?.getTime() ?? 0;
  for (const to of new Set(members.map(({ user }) => user.email)))
    await queueMail(tx, scope, {
      to,
      template: "webhook_disabled",
      dedupeKey: `webhook_disabled:${id}:${at}:${to}`,
      facts: { host: new URL(url).host, isGone: disabledReason === "GONE", link: scope.baseUrl },
    });
}
