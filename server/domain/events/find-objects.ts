import type { Scope } from "../../platform/scope.ts";
import { containing } from "../../platform/sorted-page.ts";

/** The most customers whose objects are found, and the most objects. */
const MOST_CUSTOMERS = 50;
const MOST = 1_000;

/**
 * The ids of the objects that people may mean by a text: those whose name, address, number or key contains it, and what belongs to
 * those customers and plans, the newest first; and the text itself, which may be an id.
 */
export async function findObjects({ db, tenantId }: Scope, text: string): Promise<string[]> {
  const wanted = text.trim();
  const part = containing(wanted);
  const rows = await db.$queryRaw<{ id: string }[]>`
    with customer as (
      select id from customers
      where tenant_id = ${tenantId} and (external_id ilike ${part} or email ilike ${part} or name ilike ${part})
      order by id desc limit ${MOST_CUSTOMERS}
    ), subscription as (
      select id from subscriptions where tenant_id = ${tenantId} and customer_id in (select id from customer)
    ), plan as (
      select id from plans where tenant_id = ${tenantId} and (name ilike ${part} or slug ilike ${part})
    ), found as (
      select id from customer
      union all select id from subscription
      union all select id from plan
      union all select id from plan_prices where tenant_id = ${tenantId} and plan_id in (select id from plan)
      union all select id from packs where tenant_id = ${tenantId} and plan_id in (select id from plan)
      union all select id from quotes where tenant_id = ${tenantId} and subscription_id in (select id from subscription)
      union all select id from invoices where tenant_id = ${tenantId}
        and (customer_id in (select id from customer) or display_number ilike ${part})
      union all select id from credit_notes where tenant_id = ${tenantId} and customer_id in (select id from customer)
      union all select id from refunds where tenant_id = ${tenantId} and customer_id in (select id from customer)
      union all select id from disputes where tenant_id = ${tenantId} and customer_id in (select id from customer)
      union all select id from charges where tenant_id = ${tenantId} and customer_id in (select id from customer)
      union all select id from overrides where tenant_id = ${tenantId} and customer_id in (select id from customer)
      union all select id from checkout_sessions where tenant_id = ${tenantId} and customer_id in (select id from customer)
      union all select id from usage_records where tenant_id = ${tenantId} and customer_id in (select id from customer)
      union all select id from products where tenant_id = ${tenantId} and (name ilike ${part} or slug ilike ${part})
      union all select id from features where tenant_id = ${tenantId} and (name ilike ${part} or key ilike ${part})
      union all select id from applications where tenant_id = ${tenantId} and name ilike ${part}
      union all select id from webhook_endpoints where tenant_id = ${tenantId} and url ilike ${part}
      union all select id from test_clocks where tenant_id = ${tenantId} and name ilike ${part}
      union all select id from users where tenant_id = ${tenantId} and (email ilike ${part} or name ilike ${part})
      union all select id from invitation_tokens where tenant_id = ${tenantId} and email ilike ${part}
      union all select id from waitlist_entries where tenant_id = ${tenantId} and (email ilike ${part} or name ilike ${part})
    )
    select id from found order by id desc limit ${MOST}`;
  return [wanted, ...rows.map(({ id }) => id)];
}
