import { type Due, doDueWork, runAll } from "../../../../platform/due-work.ts";
import type { Scope, Services } from "../../../../platform/scope.ts";
import { applyDunning } from "./apply-dunning.ts";
import { billEnded, renewByInvoice } from "./renew-by-invoice.ts";

/**
 * Does what is due of subscriptions that we invoice: renews those whose period has ended, sets their status by overdue invoices,
 * and writes final invoices that a crash left unwritten. Customers on test clocks have their own time.
 */
export async function renewDueSubscriptions(services: Services): Promise<void> {
  await runAll([
    () => doDue(services, "renew-subscription", RENEW, renewByInvoice),
    () => doDue(services, "age-invoices", AGE, applyDunning),
    // Finding a page reads all that waits: a run reads it once, and keeps the ids of what is due.
    () => doDue(services, "bill-ended", FINAL, billEnded, 10_000),
  ]);
}

function doDue(
  services: Services,
  name: string,
  text: string,
  work: (scope: Scope, id: string) => Promise<void>,
  atOnce?: number,
): Promise<void> {
  return doDueWork(services, {
    name,
    find: async ({ tenantId, id }, limit) => {
      const values = [services.clock.now(), tenantId, id, limit];
      return (await services.pool.query<Due>({ text, values })).rows;
    },
    work: (scope, { id }) => work(scope, id),
    ...(atOnce !== undefined && { atOnce }),
  });
}

const REAL_TIME =
  "join customers c on c.tenant_id = s.tenant_id and c.id = s.customer_id and c.test_clock_id is null";

const RENEW = `select s.tenant_id as "tenantId", s.id from subscriptions s ${REAL_TIME}
  where s.provider = 'PROVIDER_B' and s.status <> 'CANCELED' and s.current_period_end <= $1 and (s.tenant_id, s.id) > ($2, $3)
  order by s.tenant_id, s.id limit $4`;

const AGE = `select distinct s.tenant_id as "tenantId", s.id from invoices i
  join subscriptions s on s.tenant_id = i.tenant_id and s.id = i.subscription_id
  join tenants t on t.id = i.tenant_id ${REAL_TIME}
  where i.provider = 'PROVIDER_B' and i.status = 'OPEN' and i.due_at < date_trunc('day', $1::timestamptz, 'UTC') and s.provider = 'PROVIDER_B'
    and (s.status = 'ACTIVE' or s.status = 'PAST_DUE' and i.due_at <= $1 - t.unpaid_after_days * interval '1 day'
      or s.status = 'UNPAID' and t.dunning_end_policy = 'CANCELED')
    and (s.tenant_id, s.id) > ($2, $3)
  order by s.tenant_id, s.id limit $4`;

/** What waits of subscriptions of ours that have ended by a time; below 0 it is credit, which a person settles. */
const WAITING = `from charge_placements p
  join charges w on w.tenant_id = p.tenant_id and w.id = p.charge_id
  join subscriptions s on s.tenant_id = w.tenant_id and s.id = w.subscription_id`;
const OF_ENDED = `p.kind = 'WAITING' and p.ended_at is null and p.invoice_id is null and s.provider = 'PROVIDER_B' and s.status = 'CANCELED'
    and s.ended_at <= $1`;
const IS_OWED = "group by s.tenant_id, s.id having sum(w.amount) > 0 order by s.tenant_id, s.id";

const FINAL = `select s.tenant_id as "tenantId", s.id ${WAITING} ${REAL_TIME}
  where ${OF_ENDED} and (s.tenant_id, s.id) > ($2, $3) ${IS_OWED} limit $4`;

const FINAL_OF_CUSTOMER = `select s.id ${WAITING} where ${OF_ENDED} and s.tenant_id = $2 and s.customer_id = $3 ${IS_OWED}`;

/** Invoices what came to wait of a customer's subscriptions after they had ended, by now: for a customer on a test clock. */
export async function billEndedOf(scope: Scope, customerId: string): Promise<void> {
  const values = [scope.clock.now(), scope.tenantId, customerId];
  const { rows } = await scope.pool.query<{ id: string }>({ text: FINAL_OF_CUSTOMER, values });
  for (const { id } of rows) await billEnded(scope, id);
}
