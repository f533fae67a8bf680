import { setTimeout as pause } from "node:timers/promises";
import { listTenantsWithDueMail, sendNextMail } from "../domain/mail/send-mail.ts";
import { CONNECTIONS, type MailTransport, openMailTransport } from "../platform/mail.ts";
import type { Services } from "../platform/scope.ts";

/** How often an idle worker looks for queued mail: a mail leaves within about a second after the transaction that queued it. */
const LOOK_EVERY_MS = 1_000;
/** How many mails of a tenant are sent before the next tenant's. */
const MAILS_OF_A_TENANT = 10;

/** Sends queued mails until it is stopped; stop() waits for those that are under way. */
export function startMailLoop(services: Services): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const transport = openMailTransport(services.config.mail);
  const running = run(services, transport, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await running;
      transport.close();
    },
  };
}

async function run(services: Services, transport: MailTransport, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      if (await sendRound(services, transport, signal)) continue;
    } catch (error) {
      services.log.error({ err: error }, "mails could not be sent; trying again");
    }
    await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Sends some mails of every tenant that has mail due; false when nothing was sent. A lone tenant gets all the connections. */
async function sendRound(
  services: Services,
  transport: MailTransport,
  signal: AbortSignal,
): Promise<boolean> {
  const tenants = await listTenantsWithDueMail(services);
  if (tenants.length === 0) return false;
  let isIdle = true;
  const queued = Array.from(
    { length: Math.max(tenants.length, CONNECTIONS) },
    (_, index) => tenants[index % tenants.length] ?? "",
  );
  const sendQueued = async () => {
    for (let tenantId = queued.shift(); tenantId !== undefined; tenantId = queued.shift()) {
      try {
        for (let sent = 0; sent < MAILS_OF_A_TENANT && !signal.aborted; sent++) {
          if (!(await sendNextMail(services, transport, tenantId))) break;
          isIdle = false;
        }
      } catch (error) {
        // Other tenants' mails go out. The lease of this one ends, and it is tried again.
        services.log.error({ err: error, tenant_id: tenantId }, "a mail could not be handled yet");
      }
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sendQueued));
  return !isIdle;
}
