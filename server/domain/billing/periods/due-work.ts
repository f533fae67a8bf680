import { asItems, type Due, doDueWork } from "../../../platform/due-work.ts";
import type { Services } from "../../../platform/scope.ts";
import { LEFT_TO_TAKE } from "../../customers/take-left-balance.ts";
import { giveLeftCredit, LEFT_TO_GIVE, takeLeftCredit } from "../charges/left-credit.ts";
import { closeEndedPeriods } from "./close-ended-periods.ts";
import { invoiceOverage, overageDueBy } from "./invoice-before-renewal.ts";
import { IS_LATE, invoiceLate } from "./invoice-late.ts";
import { NEEDS_PROVIDER, sendWaiting } from "./send-waiting.ts";

/** Closes every period of usage that has ended, and bills what it bills. Customers on test clocks have their own time. */
export async function closeDuePeriods(services: Services): Promise<void> {
  const now = services.clock.now();
  // First: an invoice that the others issue would use what was settled meanwhile.
  await settleLeftCredit(services);
  await closeEnded(services, now);
  await sendDueCharges(services);
  await invoiceDueOverage(services, now);
  await invoiceLateCharges(services);
}

const REAL_TIME = { customer: { testClockId: null } } as const;

/** Finding a page reads all that is on no invoice: a run reads it once, and keeps the ids of what is due. */
const IDS_AT_ONCE = 10_000;

/** Sends charges that wait to the card provider, for instance those of a subscription that was resumed at the provider. */
function sendDueCharges(services: Services): Promise<void> {
  return doDueWork(services, {
    name: "send-charges",
    find: async ({ tenantId, id }, limit) => {
      const values = [tenantId, id, limit];
      return (await services.pool.query<Due>({ text: TO_SEND, values })).rows;
    },
    work: (scope, { id }) => sendWaiting(scope, id),
    atOnce: IDS_AT_ONCE,
  });
}

/** Adds balances that were left in a former account to those of the present one, and takes those off that were settled meanwhile. */
export async function settleLeftCredit(services: Services): Promise<void> {
  for (const { name, sql, work } of [
    { name: "give-left-credit", sql: LEFT_TO_GIVE, work: giveLeftCredit },
    { name: "take-left-credit", sql: LEFT_TO_TAKE, work: takeLeftCredit },
  ])
    await doDueWork(services, {
      name,
      find: async ({ tenantId, id }, limit) =>
        (await services.pool.query<Due>({ text: sql, values: [tenantId, id, limit] })).rows,
      work: (scope, { id }) => work(scope, id),
    });
}

/** A provider may keep drafts for days, while a callback is not answered: it is asked about few at once, and about others next time. */
const LATE = { items: 50, seconds: 20 };

/** Invoices charges that no renewal's invoice took in time. */
function invoiceLateCharges(services: Services): Promise<void> {
  return doDueWork(services, {
    name: "invoice-late-charges",
    find: async (_, limit) =>
      (await services.pool.query<Due>({ text: TO_INVOICE, values: [services.clock.now(), limit] })).rows,
    work: (scope, { id }) => invoiceLate(scope, id),
    limit: LATE,
  });
}

/** The placement has its charge's due time: the index charge_placements_due finds what is due among all that was sent. */
const TO_INVOICE = `select s.tenant_id as "tenantId", s.id from charge_placements p
  join charges c on c.tenant_id = p.tenant_id and c.id = p.charge_id
  join subscriptions s on s.tenant_id = c.tenant_id and s.id = c.subscription_id
  join customers u on u.tenant_id = s.tenant_id and u.id = s.customer_id and u.test_clock_id is null
  where ${IS_LATE} and p.due_at <= $1
  group by s.tenant_id, s.id order by random() limit $2`;

/** What is on no invoice is little beside all that was charged: it is read first, and once. */
const OPEN = `with open as materialized (
  select * from charge_placements p where p.ended_at is null and p.invoice_id is null
    and (p.kind in ('WAITING', 'INVOICE') or p.kind = 'BALANCE' and p.provider_item_id is null))`;

const TO_SEND = `${OPEN} select s.tenant_id as "tenantId", s.id from open p
  join charges c on c.tenant_id = p.tenant_id and c.id = p.charge_id
  join subscriptions s on s.tenant_id = c.tenant_id and s.id = c.subscription_id
  join customers u on u.tenant_id = s.tenant_id and u.id = s.customer_id and u.test_clock_id is null
  where ${NEEDS_PROVIDER} and (s.tenant_id, s.id) > ($1, $2)
  group by s.tenant_id, s.id, s.status having s.status <> 'CANCELED' or bool_or(p.kind <> 'WAITING') or sum(c.amount) > 0
  order by s.tenant_id, s.id limit $3`;

function closeEnded(services: Services, now: Date): Promise<void> {
  return doDueWork(services, {
    name: "close-periods",
    find: async ({ tenantId }, take) => {
      // Prisma applies `distinct` after it has read every row; this is a GROUP BY with a LIMIT.
      const rows = await services.db.usageRecord.groupBy({
        by: ["tenantId"],
        where: { settledAt: null, periodEnd: { lte: now }, ...REAL_TIME, tenantId: { gt: tenantId } },
        orderBy: { tenantId: "asc" },
        take,
      });
      return asItems(rows);
    },
    work: async (scope) => {
      const { failed, error } = await closeEndedPeriods(scope);
      if (failed > 0) throw new Error(`${failed} ended periods could not be closed.`, { cause: error });
    },
  });
}

/** Invoices overage of yearly prices, whose renewal is far. */
function invoiceDueOverage(services: Services, now: Date): Promise<void> {
  return doDueWork(services, {
    name: "invoice-overage",
    find: async ({ tenantId, id }, take) => {
      const rows = await services.db.usageRecord.groupBy({
        by: ["tenantId", "subscriptionId"],
        where: {
          ...overageDueBy(now),
          ...REAL_TIME,
          OR: [{ tenantId: { gt: tenantId } }, { tenantId, subscriptionId: { gt: id } }],
        },
        orderBy: [{ tenantId: "asc" }, { subscriptionId: "asc" }],
        take,
      });
      return rows.flatMap((row) =>
        row.subscriptionId === null ? [] : { tenantId: row.tenantId, id: row.subscriptionId },
      );
    },
    work: (scope, { id }) => invoiceOverage(scope, id),
  });
}
