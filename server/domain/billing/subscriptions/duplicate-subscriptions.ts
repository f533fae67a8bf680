import { Prisma, type SurplusSubscription } from "../../../platform/database/client/client.ts";
import { newId } from "../../../platform/ids.ts";
import { formatMoney } from "../../../platform/money.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { ProviderSubscription } from "../../../providers/port.ts";
import { recordChange } from "../../events/record-change.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { getTenant } from "../../tenants/get-tenant.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { findLiveSubscriptions } from "../terms/load-subscription.ts";
import { syncSubscription } from "./sync/sync-subscription.ts";

/**
 * Why a subscription is a duplicate. SECOND: the customer has a live one for the product. TRIAL_USED: it began with a trial that was
 * used before, and the price was not paid. SUPERSEDED: the cardholder confirmed it after another start had replaced it.
 */
export type DuplicateReason = "SECOND" | "TRIAL_USED" | "SUPERSEDED";

interface Sold {
  customerId: string;
  productId: string;
}

/** Whether an insert failed because a row with the same unique key exists. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}

/**
 * The customer's live subscription to the product; null when there is none. It is synced from its provider first, since it may
 * have ended there.
 */
export async function findLiveOther(scope: Scope, { customerId, productId }: Sold): Promise<string | null> {
  const find = async () => {
    const live = await findLiveSubscriptions(scope.db, scope, customerId);
    return live.find((subscription) => subscription.productId === productId)?.id ?? null;
  };
  const first = await find();
  if (first === null) return null;
  await syncSubscription(scope, first);
  return find();
}

/**
 * Resolves a started subscription whose insert violated a unique key. SAVED: another process has saved it. FREE: the conflicting
 * subscription has ended, so that it can be saved. Otherwise this one was ended and refunded; `existing` is the other one's id.
 */
export async function resolveConflict(
  scope: Scope,
  remote: Pick<ProviderSubscription, "id">,
  sold: Sold & { subscriptionId: string },
): Promise<"SAVED" | "FREE" | { existing: string }> {
  const { tenantId, db } = scope;
  const key = { tenantId_id: { tenantId, id: sold.subscriptionId } };
  if (await db.subscription.findUnique({ where: key, select: { id: true } })) return "SAVED";
  const existing = await findLiveOther(scope, sold);
  if (existing === null) return "FREE";
  await endDuplicate(scope, remote, { ...sold, reason: "SECOND" });
  return { existing };
}

/**
 * Ends a duplicate subscription at the card provider and refunds it. It is recorded first, so that the recovery job finishes it
 * after a crash. The tenant gets one event and the customer one mail. K7xxx.
 */
export async function endDuplicate(
  scope: Scope,
  remote: Pick<ProviderSubscription, "id">,
  why: Sold & { reason: DuplicateReason },
): Promise<void> {
  await recordDuplicate(scope.db, scope, remote, why);
  await finishDuplicate(scope, remote.id);
}

/** Records that a subscription must be ended and refunded; finishDuplicate or the recovery job does it. */
export async function recordDuplicate(
  tx: Tx | Scope["db"],
  { tenantId, clock }: Scope,
  remote: Pick<ProviderSubscription, "id">,
  { customerId, productId, reason }: Sold & { reason: DuplicateReason },
): Promise<void> {
  const now = clock.now();
  const row = {
    tenantId,
    id: newId("surplusSubscription"),
    reason,
    customerId,
    productId,
    providerSubscriptionId: remote.id,
    createdAt: now,
    updatedAt: now,
  };
  await tx.surplusSubscription.createMany({ data: [row], skipDuplicates: true });
}

/** Finishes what endDuplicate began. Returns whether the provider's subscription is a duplicate. Idempotent. K7xxx. */
export async function finishDuplicate(scope: Scope, providerSubscriptionId: string): Promise<boolean> {
  const { tenantId, db, clock } = scope;
  const row = await db.surplusSubscription.findUnique({
    where: { tenantId_providerSubscriptionId: { tenantId, providerSubscriptionId } },
  });
  if (!row) return false;
  if (row.status === "DONE") return true;
  const provider = await cardProviderOf(scope);
  const back = await provider.endAndRefund({ id: providerSubscriptionId, idempotencyKey: row.id });
  await db.$transaction(async (tx) => {
    const done = { ...back, status: "DONE" as const, updatedAt: clock.now() };
    const { count } = await tx.surplusSubscription.updateMany({
      where: { tenantId, id: row.id, status: { not: "DONE" } },
      data: done,
    });
    // An attempt that was never paid for ends without event and mail.
    if (count === 0 || (row.reason === "SUPERSEDED" && back.refundedAmount === 0n)) return;
    await recordChange(tx, scope, {
      type: "subscription.surplus_ended",
      objectType: "surplus_subscription",
      objectId: row.id,
      after: viewDuplicate({ ...row, ...done }),
    });
    const key = { tenantId_id: { tenantId, id: row.customerId } };
    const { email, name } = await tx.customer.findUniqueOrThrow({ where: key });
    if (email === null) return;
    const { slug, websiteUrl } = await getTenant(tx, scope);
    const link = websiteUrl ?? `${scope.baseUrl}/p/${slug}/pricing`;
    const amount = back.refundedAmount > 0n ? formatMoney(back.refundedAmount, back.currency) : null;
    await queueMail(tx, scope, {
      to: email,
      template: row.reason === "TRIAL_USED" ? "trial_used" : "second_subscription",
      dedupeKey: `surplus:${row.id}`,
      facts: { name, amount, link },
    });
  });
  scope.log.warn(
    { reason: row.reason, surplus_id: row.id },
    "a surplus subscription was ended at the card provider",
  );
  return true;
}

function viewDuplicate(row: SurplusSubscription): object {
  return {
    id: row.id,
    reason: row.reason,
    customer_id: row.customerId,
    product_id: row.productId,
    provider_subscription_id: row.providerSubscriptionId,
    refunded_amount: Number(row.refundedAmount ?? 0n),
    currency: row.currency,
    created_at: row.createdAt.toISOString(),
  };
}
