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
 * Why a subscription must not be: beside a live one; begun on a trial that was not due and whose price was not paid; or left
 * to its cardholder, who confirmed it when another start had taken its place.
 */
export type SurplusReason = "SECOND" | "TRIAL_USED" | "SUPERSEDED";

interface Sold {
  customerId: string;
  productId: string;
}

/** Whether a failed insert met a row that was there first. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}

/**
 * The live subscription that another of the same customer and product would stand beside; null when there is none. It is
 * read from its provider first: one that has ended there stands in nobody's way.
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
 * What to do with a started subscription whose insert met another row. SAVED: another process has saved it. FREE: what stood
 * in its way has ended since, so that it can be saved. Else it was ended and refunded, and `standing` is the one that stays.
 */
export async function resolveConflict(
  scope: Scope,
  remote: Pick<ProviderSubscription, "id">,
  sold: Sold & { subscriptionId: string },
): Promise<"SAVED" | "FREE" | { standing: string }> {
  const { tenantId, db } = scope;
  const key = { tenantId_id: { tenantId, id: sold.subscriptionId } };
  if (await db.subscription.findUnique({ where: key, select: { id: true } })) return "SAVED";
  const standing = await findLiveOther(scope, sold);
  if (standing === null) return "FREE";
  await endSurplus(scope, remote, { ...sold, reason: "SECOND" });
  return { standing };
}

/**
 * Ends a subscription at the card provider that must not be, and gives back what was paid for it. Written down first, so that
 * the recovery job finishes it after a crash; the tenant is told by an event and the customer by a mail, once. K7xxx.
 */
export async function endSurplus(
  scope: Scope,
  remote: Pick<ProviderSubscription, "id">,
  why: Sold & { reason: SurplusReason },
): Promise<void> {
  await recordSurplus(scope.db, scope, remote, why);
  await finishSurplus(scope, remote.id);
}

/** Writes down that a subscription must be ended and refunded; finishSurplus or the recovery job does it. */
export async function recordSurplus(
  tx: Tx | Scope["db"],
  { tenantId, clock }: Scope,
  remote: Pick<ProviderSubscription, "id">,
  { customerId, productId, reason }: Sold & { reason: SurplusReason },
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

/** Finishes what endSurplus began; whether the provider's subscription is such a one. Again is harmless. K7xxx. */
export async function finishSurplus(scope: Scope, providerSubscriptionId: string): Promise<boolean> {
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
    // A try that was never paid for ends without a word.
    if (count === 0 || (row.reason === "SUPERSEDED" && back.refundedAmount === 0n)) return;
    await recordChange(tx, scope, {
      type: "subscription.surplus_ended",
      objectType: "surplus_subscription",
      objectId: row.id,
      after: viewSurplus({ ...row, ...done }),
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

function viewSurplus(row: SurplusSubscription): object {
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
