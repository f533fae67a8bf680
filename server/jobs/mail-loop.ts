import { type ClaimedMail, claimMails, listTenantsWithDueMail, sendMail } from "../domain/mail/send-mail.ts";
import { CONNECTIONS, openMailTransport } from "../platform/mail.ts";
import type { Services } from "../platform/scope.ts";
import { startDispatcher } from "./dispatcher.ts";

/** All mails go to one server: they share its connections. */
const POOL = "mails";

/**
 * Sends queued mails until it is stopped; stop() waits for those that are under way. Tenants take turns; a lone one gets all the
 * connections. A mail for which the server hangs takes one of them, and keeps no other tenant's from being looked for.
 */
export function startMailLoop(services: Services): { stop(): Promise<void> } {
  const transport = openMailTransport(services.config.mail);
  /** Since when each tenant has had mails due, as far as this process has seen. */
  let since = new Map<string, Date>();
  const loop = startDispatcher(services, {
    name: "mails",
    pools: { [POOL]: { slots: CONNECTIONS, most: CONNECTIONS } },
    slotMs: null,
    concurrency: { first: CONNECTIONS, after: (concurrency) => concurrency },
    async look() {
      const now = services.clock.now();
      const tenants = await listTenantsWithDueMail(services);
      since = new Map(tenants.map((tenantId) => [tenantId, since.get(tenantId) ?? now]));
      return [...since].map(([tenantId, dueSince]) => ({ key: tenantId, tenantId, pool: POOL, dueSince }));
    },
    async claim(wanted) {
      const claimed = await claimMails(
        services,
        wanted.map(({ source, limit }) => ({ tenantId: source.tenantId, limit })),
      );
      return claimed.map((item) => ({ key: item.tenant_id, item }));
    },
    send: (mail: ClaimedMail) => sendMail(services, transport, mail),
  });
  return {
    async stop() {
      await loop.stop();
      transport.close();
    },
  };
}
