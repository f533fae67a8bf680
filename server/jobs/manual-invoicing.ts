import { applyDunning } from "../domain/billing/subscriptions/manual/dunning.ts";
import { remind } from "../domain/billing/subscriptions/manual/remind.ts";
import { billEnded, renewManual } from "../domain/billing/subscriptions/manual/renew-manual.ts";
import type { Scope, Services } from "../platform/scope.ts";
import { scopeOf } from "./scope-of.ts";

const AT_ONCE = 200;

interface Due {
  tenant_id: string;
  id: string;
}

/**
 * Whatever is due of subscriptions that are invoiced by us, in every tenant: periods that have ended, invoices that have become
 * overdue, reminders, final invoices that a crash left unwritten. Failures are retried in a minute.
 */
export async function tendManualInvoicing(services: Services): Promise<void> {
  await each(services, RENEW, renewManual, "a subscription could not be renewed yet");
  await each(services, AGE, applyDunning, "an overdue invoice could not be judged yet");
  await each(services, REMIND, remind, "a reminder could not be sent yet");
  await each(services, FINAL, billEnded, "a final invoice could not be written yet");
}

const REAL_TIME =
  "join customers c on c.tenant_id = s.tenant_id and c.id = s.customer_id and c.test_clock_id is null";

const RENEW = `select s.tenant_id, s.id from subscriptions s ${REAL_TIME}
  where s.provider = 'PROVIDER_B' and s.status <> 'CANCELED' and s.current_period_end <= $1 and (s.tenant_id, s.id) > ($2, $3)
  order by s.tenant_id, s.id limit $4`;

const AGE = `select distinct s.tenant_id, s.id from invoices i
  join subscriptions s on s.tenant_id = i.tenant_id and s.id = i.subscription_id
  join tenants t on t.id = i.tenant_id ${REAL_TIME}
  where i.provider = 'PROVIDER_B' and i.status = 'OPEN' and i.due_at <= $1 and s.provider = 'PROVIDER_B'
    and (s.status = 'ACTIVE' or s.status = 'PAST_DUE' and i.due_at <= $1 - t.unpaid_after_days * interval '1 day'
      or s.status = 'UNPAID' and t.dunning_end_policy = 'CANCELED')
    and (s.tenant_id, s.id) > ($2, $3)
  order by s.tenant_id, s.id limit $4`;

const REMIND = `select i.tenant_id, i.id from invoices i
  join tenants t on t.id = i.tenant_id
  join customers c on c.tenant_id = i.tenant_id and c.id = i.customer_id and c.test_clock_id is null
  where i.provider = 'PROVIDER_B' and i.status = 'OPEN' and i.reminders < cardinality(t.reminder_days)
    and i.due_at <= $1::timestamptz - t.reminder_days[i.reminders + 1] * interval '1 day' and (i.tenant_id, i.id) > ($2, $3)
  order by i.tenant_id, i.id limit $4`;

const FINAL = `select s.tenant_id, s.id from subscriptions s ${REAL_TIME}
  where s.provider = 'PROVIDER_B' and s.status = 'CANCELED' and s.ended_at <= $1 and (s.tenant_id, s.id) > ($2, $3)
    and (select coalesce(sum(w.amount), 0) from invoice_items w
         where w.tenant_id = s.tenant_id and w.subscription_id = s.id and w.invoice_id is null) > 0
  order by s.tenant_id, s.id limit $4`;

async function each(
  services: Services,
  sql: string,
  work: (scope: Scope, id: string) => Promise<void>,
  failure: string,
): Promise<void> {
  for (let after = ["", ""]; ; ) {
    const { rows } = await services.pool.query<Due>(sql, [services.clock.now(), ...after, AT_ONCE]);
    for (const { tenant_id, id } of rows) {
      try {
        await work(await scopeOf(services, tenant_id), id);
      } catch (error) {
        services.log.error({ err: error, tenant_id, id }, failure);
      }
    }
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) return;
    after = [last.tenant_id, last.id];
  }
}
