import { addSeconds } from "../../../platform/clock.ts";
import { type Due, doDueWork } from "../../../platform/due-work.ts";
import type { Services } from "../../../platform/scope.ts";
import { finishWriteOff } from "./write-off-at-provider.ts";

/** A request that has not ended in this time was cut off. */
const ABANDONED_SECONDS = 60;
/** Below the 15 minutes after which the queue (pg-boss) gives a job up. */
const LIMIT = { items: 100, seconds: 300 };

/**
 * Finishes writing off invoices of the card provider's, where a request was cut off: they are open, and an uncollectible one is never
 * open again (https://docs.stripe.com/billing/invoices/workflow#workflow-overview).
 */
export async function finishWriteOffs(services: Services): Promise<void> {
  const { db, clock } = services;
  await doDueWork(services, {
    name: "finish-write-off",
    limit: LIMIT,
    find: (_, take) => db.$queryRaw<Due[]>`
      select i.tenant_id as "tenantId", i.id
      from invoice_decisions d join invoices i on i.tenant_id = d.tenant_id and i.id = d.invoice_id
      where d.kind = 'WRITTEN_OFF' and i.provider = 'PROVIDER_A' and i.status = 'OPEN'
        and not exists (
          select 1 from invoice_decisions later
          where later.tenant_id = d.tenant_id and later.invoice_id = d.invoice_id and later.id > d.id
            and later.kind in ('WRITTEN_OFF', 'NOT_WRITTEN_OFF'))
        and d.created_at <= ${addSeconds(clock.now(), -ABANDONED_SECONDS)}
      order by d.created_at, i.id limit ${take}`,
    work: (scope, { id }) => finishWriteOff(scope, id),
  });
}
