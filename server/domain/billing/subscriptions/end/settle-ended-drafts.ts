import { Prisma } from "../../../../platform/database/client/client.ts";
import { runAll } from "../../../../platform/due-work.ts";
import { eachOrLog } from "../../../../platform/each-or-log.ts";
import { BY_CARD } from "../../../../platform/schema/provider.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { CardProvider, SubscriptionDraft, VoidReason } from "../../../../providers/port.ts";
import { withCustomerClock } from "../../../customers/customer-clock.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";
import { takeBackCharges } from "../../charges/send-charges.ts";
import { syncInvoices } from "../../invoices/sync-invoice.ts";
import { getSubscriptionOrThrow } from "../../terms/load-subscription.ts";
import { type Phase, phasesOf } from "../../terms/phases.ts";

/** Drafts and what came after them. */
const INVOICES = 100;

/**
 * Stripe issues a draft within 72 hours, also while callbacks are not answered
 * (https://docs.stripe.com/invoicing/integration/workflow-transitions); a day more for clocks that differ.
 */
const ISSUED_WITHIN_MS = 4 * 86_400_000;

/**
 * Why a draft that a subscription on cards had when it ended is not owed; null: it is owed. What a pause voids is not (of the last
 * terms), and what was kept a draft for longer than Stripe waits before it issues one: so it is while a subscription is unpaid.
 */
export function whyNotOwed(
  { createdAt, isRenewal, voidedFor }: Omit<SubscriptionDraft, "id">,
  { endedAt, last }: { endedAt: Date; last: Pick<Phase, "collecting"> | undefined },
): VoidReason | null {
  if (voidedFor !== null) return voidedFor;
  if (last?.collecting === "PAUSED") return "PAUSED";
  const isKept = endedAt.getTime() - createdAt.getTime() > ISSUED_WITHIN_MS;
  return isRenewal && isKept ? "UNPAID" : null;
}

/**
 * Settles the drafts of a subscription on cards that has ended, whoever ended it: what is owed is issued and collected, the rest is
 * voided. The provider collects none of them by itself ("auto_advance":
 * https://docs.stripe.com/billing/subscriptions/cancel#handle-invoice-items). One may have been made while the end was on its way, so
 * they are looked for after it. A payment that fails leaves the invoice open. Those of one that was UNPAID are left to leaveUnpaid.
 * Safe under retries and for two at once. One that fails stops no other. K7xxx.
 */
export async function settleEndedDrafts(caller: Scope, id: string): Promise<void> {
  const row = await getSubscriptionOrThrow(caller.db, caller, id);
  const { status, endedAt, unpaidSince, providerCustomerId, providerSubscriptionId, taxBehavior } = row;
  if (status !== "CANCELED" || endedAt === null || unpaidSince !== null) return;
  if (row.provider !== BY_CARD || providerCustomerId === null || providerSubscriptionId === null) return;
  const provider = await cardProviderOf(caller);
  const drafts = await provider.listDrafts(providerSubscriptionId);
  if (drafts.length === 0) return;
  const scope = await withCustomerClock(caller.db, caller, row.customer);
  const last = (await phasesOf(caller.db, scope, id)).at(-1);
  const decided = drafts.map((draft) => ({ ...draft, why: whyNotOwed(draft, { endedAt, last }) }));
  const [given] = decided.flatMap(({ why }) => why ?? []);
  if (given !== undefined) {
    // What was owed before is not voided with them.
    const sold = { id, providerCustomerId, providerSubscriptionId, taxBehavior };
    await takeBackCharges(scope, provider, sold, given);
  }
  await runAll([
    ...decided.map((draft) => () => settle(provider, draft)),
    () => syncInvoices(caller, providerSubscriptionId, INVOICES),
  ]);
}

function settle(provider: CardProvider, { id, why }: { id: string; why: VoidReason | null }): Promise<void> {
  return why === null ? provider.issueDraft(id) : provider.voidDraft({ id, why });
}

/**
 * The same for one that was ended at the card provider because it moved to us. It had no draft before (subscription_status_conflict): a
 * period that began there meanwhile is invoiced there, unless it `isOurs`, billed by us already: it is not owed twice.
 */
export async function settleLeftDrafts(
  provider: CardProvider,
  providerSubscriptionId: string,
  { isOurs }: { isOurs: boolean },
): Promise<void> {
  for (const { id, isRenewal, voidedFor } of await provider.listDrafts(providerSubscriptionId))
    await settle(provider, { id, why: voidedFor ?? (isOurs && isRenewal ? "MOVED" : null) });
}

/**
 * SQL: the invoice `i` is a draft of the subscription `s` on cards, which has ended. Word for word the condition of the index
 * invoices_to_recheck, as far as it matters for drafts.
 */
export const IS_DRAFT_OF_ENDED = `i.provider = 'PROVIDER_A' and i.provider_invoice_id is not null and i.status = 'DRAFT'
  and s.status = 'CANCELED' and s.provider = 'PROVIDER_A'`;

/** The same for all whose drafts are known here, of a customer or the tenant. Returns how many failed; each was logged. */
export async function settleKnownDrafts(
  scope: Scope,
  { customerId }: { customerId?: string } = {},
): Promise<number> {
  const { tenantId, db } = scope;
  const which = customerId === undefined ? Prisma.empty : Prisma.sql`and i.customer_id = ${customerId}`;
  const rows = await db.$queryRaw<{ id: string }[]>`
    select distinct s.id from invoices i
    join subscriptions s on s.tenant_id = i.tenant_id and s.id = i.subscription_id
    where i.tenant_id = ${tenantId} and ${Prisma.raw(IS_DRAFT_OF_ENDED)} ${which} order by s.id`;
  return eachOrLog(scope, rows, ({ id }) => settleEndedDrafts(scope, id), {
    failure: "drafts of an ended subscription could not be settled yet",
    name: ({ id }) => ({ subscription_id: id }),
  });
}

/** As settleEndedDrafts, after an end that is saved: a failure is logged and not thrown, and due work tries it again. */
export async function trySettleEndedDrafts(scope: Scope, id: string): Promise<void> {
  try {
    await settleEndedDrafts(scope, id);
  } catch (error) {
    scope.log.warn(
      { err: error, subscription_id: id },
      "drafts of an ended subscription could not be settled yet",
    );
  }
}
