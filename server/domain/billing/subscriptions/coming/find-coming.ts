import type { z } from "zod";
import { queryNamed } from "../../../../platform/database/named.ts";
import { BY_CARD } from "../../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import { WAITS_FOR_CARDHOLDER } from "../../../../providers/operation-failures.ts";
import { getPackCached } from "../../../catalog/load-plan-price.ts";
import type { LoadedSubscription } from "../../terms/load-subscription.ts";
import { StoredPlan } from "../change/stored-plan.ts";
import { comingOf, type FoundChange, packOf } from "./coming.ts";
import type { Coming } from "./schema.ts";

/** The change that comes as the statement below returns it: amounts as text, because a JSON number has too few digits. */
export interface StoredChange {
  waitsFor: FoundChange["waitsFor"];
  target: unknown;
  plan: FoundChange["plan"];
  price: Omit<FoundChange["price"], "amount"> & { amount: string };
  invoice: { id: string; amountDue: string; currency: string; url: string | null; issuedAt: string } | null;
}

/**
 * A subselect of the change that comes of a subscription `s` as JSON; null where none does: the scheduled one of its row, else the newest
 * that was asked for, where it waits for its cardholder. The card provider invoices a change at once, so that one that waits is the one
 * whose invoice is open. For SQL expressions, of one subscription or of a list.
 */
export function comingText(tenant: string): string {
  return `(
    select json_build_object('waitsFor', w.waits_for, 'target', w.target, 'invoice', w.invoice,
      'plan', json_build_object('id', wl.id, 'slug', wl.slug, 'name', wl.name),
      'price', json_build_object('id', wp.id, 'amount', wp.amount::text, 'currency', wp.currency, 'interval', wp.interval,
        'labelName', wp.label_name, 'labelSlug', wp.label_slug))
    from (
      select 'period_end' as waits_for, s.pending_drivers as target, null::json as invoice
      where s.pending_plan_price_id is not null
      union all
      select 'cardholder', asked.input, json_build_object('id', bill.id, 'amountDue', bill.amount_due::text, 'currency', bill.currency,
        'url', bill.hosted_url, 'issuedAt', coalesce(bill.issued_at, bill.created_at))
      from (
        select a.status, a.failure_code, a.input from provider_operations a
        where a.tenant_id = ${tenant} and a.customer_id = s.customer_id and a.product_id = s.product_id
          and a.subscription_id = s.id and a.kind = 'CHANGE_PLAN'
        order by a.id desc limit 1
      ) asked
      join (
        select b.* from invoices b
        where b.tenant_id = ${tenant} and b.subscription_id = s.id and b.reason = 'subscription_update'
          and b.status = 'OPEN' and b.provider = '${BY_CARD}'
        order by b.id desc limit 1
      ) bill on true
      where s.pending_plan_price_id is null and s.provider = '${BY_CARD}'
        and asked.status = 'FAILED' and asked.failure_code = '${WAITS_FOR_CARDHOLDER}'
    ) w
    join plan_prices wp on wp.tenant_id = ${tenant} and wp.id = w.target->>'planPriceId'
    join plans wl on wl.tenant_id = ${tenant} and wl.id = wp.plan_id
    where s.status <> 'CANCELED'
  )`;
}

/** The stored form read; null: none, or one that a version before wrote with its price alone. */
export function readChange(stored: StoredChange | null): FoundChange | null {
  const target = StoredPlan.safeParse(stored?.target);
  if (!stored || !target.success) return null;
  const { waitsFor, plan, price, invoice } = stored;
  return {
    waitsFor,
    target: target.data,
    plan,
    price: { ...price, amount: BigInt(price.amount) },
    invoice: invoice && {
      ...invoice,
      amountDue: BigInt(invoice.amountDue),
      issuedAt: new Date(invoice.issuedAt),
    },
  };
}

const OF_ONE = `
  select ${comingText("$1")} as found, coalesce(t.now, $2::timestamptz) as now
  from subscriptions s
  join customers c on c.tenant_id = $1 and c.id = s.customer_id
  left join test_clocks t on t.tenant_id = $1 and t.id = c.test_clock_id
  where s.tenant_id = $1 and s.id = $3`;

/** The invoices of a customer whose payment confirms a change that waits for its cardholder. */
export async function invoicesThatConfirm({ tenantId, db }: Scope, customerId: string): Promise<Set<string>> {
  const waiting = await db.providerOperation.findMany({
    where: { tenantId, customerId, kind: "CHANGE_PLAN", status: "FAILED", failureCode: WAITS_FOR_CARDHOLDER },
    select: { waitingInvoiceId: true },
  });
  return new Set(waiting.flatMap(({ waitingInvoiceId }) => waitingInvoiceId ?? []));
}

/** What comes of a subscription; null where nothing does. Lists read the same in their own statement. */
export async function loadComing(
  tx: Tx,
  scope: Scope,
  row: LoadedSubscription,
): Promise<z.output<typeof Coming> | null> {
  const now = scope.clock.now();
  const mayChange = row.pendingPlanPriceId !== null || row.provider === BY_CARD;
  if (!mayChange || row.status === "CANCELED") return comingOf(row, null, null, now);
  const [read] = await queryNamed<{ found: StoredChange | null; now: Date }>(scope, tx, {
    name: "find-coming",
    text: OF_ONE,
    values: [scope.tenantId, now, row.id],
  });
  const found = readChange(read?.found ?? null);
  const pack = found && (await getPackCached(tx, scope, packOf(row, found.target)));
  return comingOf(row, found, pack, read?.now ?? now);
}
