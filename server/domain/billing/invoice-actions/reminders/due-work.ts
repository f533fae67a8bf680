import { type Due, doDueWork } from "../../../../platform/due-work.ts";
import type { Services } from "../../../../platform/scope.ts";
import { remind } from "./remind-when-due.ts";

/** Sends the reminders of invoices of ours that are due. Customers on test clocks have their own time. */
export function sendDueReminders(services: Services): Promise<void> {
  return doDueWork(services, {
    name: "remind",
    find: async ({ tenantId, id }, limit) => {
      const values = [services.clock.now(), tenantId, id, limit];
      return (await services.pool.query<Due>({ text: REMIND, values })).rows;
    },
    work: (scope, { id }) => remind(scope, id),
  });
}

const REMIND = `select i.tenant_id as "tenantId", i.id from invoices i
  join tenants t on t.id = i.tenant_id
  join customers c on c.tenant_id = i.tenant_id and c.id = i.customer_id and c.test_clock_id is null
  where i.provider = 'PROVIDER_B' and i.status = 'OPEN' and i.reminders < cardinality(t.reminder_days)
    and i.reminders_stopped_at is null and i.due_at <= $1::timestamptz - t.reminder_days[i.reminders + 1] * interval '1 day' and (i.tenant_id, i.id) > ($2, $3)
  order by i.tenant_id, i.id limit $4`;
