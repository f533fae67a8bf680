import type { z } from "zod";
import { ApiError } from "../../../../errors/api-error.ts";
import { periodAt } from "../../../../platform/calendar.ts";
import type { Customer, ProviderOperation } from "../../../../platform/database/client/client.ts";
import { newId } from "../../../../platform/ids.ts";
import { BY_INVOICE } from "../../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import { requireNotArchived } from "../../../catalog/for-sale.ts";
import {
  getPlanPriceOrThrow,
  type PackWithEntitlements,
  type PlanPriceWithPlan,
} from "../../../catalog/load-plan-price.ts";
import { withCustomerClock } from "../../../customers/customer-clock.ts";
import { ensureCustomerWithEmail } from "../../../customers/ensure-customer.ts";
import { issueInvoice } from "../../invoices/issue-invoice.ts";
import { chargePeriod } from "../../invoices/rules.ts";
import { findLiveSubscriptions } from "../../terms/load-subscription.ts";
import { pricedItems } from "../change/priced-items.ts";
import { toSecond } from "../change/proration.ts";
import type { Subscription } from "../schema.ts";
import { beginOperation, completeOperation, failOperation } from "../sync/provider-operations.ts";
import { insertSubscription } from "../sync/save-subscription.ts";
import { viewSubscription } from "../view-subscription.ts";
import { chooseDrivers } from "./choose-drivers.ts";
import { findStartTerms } from "./find-start-terms.ts";
import { consumeTerms, retryIfTaken } from "./promised-terms.ts";
import type { CreateSubscription } from "./schema.ts";
import { MANUAL_START } from "./start-operation.ts";
import { finishOwnStart, recoverStart } from "./start-subscription.ts";
import { trialEndOf } from "./trial-end.ts";
import { claimTrial, trialTraits } from "./trials.ts";

type Input = z.output<typeof CreateSubscription>;

/**
 * Starts a subscription that is invoiced by us: active at once, its first invoice due in some days; on trial where the price has one. The
 * row, its invoice and their events are one transaction.
 */
export function startByInvoice(caller: Scope, input: Input): Promise<z.output<typeof Subscription>> {
  return retryIfTaken(() => start(caller, input));
}

async function start(caller: Scope, input: Input): Promise<z.output<typeof Subscription>> {
  const { db } = caller;
  const own = await finishOwnStart(caller);
  if (own) return own;
  const price = await getPlanPriceOrThrow(caller, input.plan_price_id);
  requireNotArchived(price);
  const customer = await nameInvoiced(caller, input);
  const { productId } = price.plan;
  const { grantId, trialDays, pack } = await findStartTerms(caller, customer.id, price);
  if (!pack) throw new ApiError("plan_not_published");
  const drivers = chooseDrivers(pack, input.drivers ?? []);
  const items = pricedItems({ price, pack, drivers });
  const scope = await withCustomerClock(db, caller, customer);
  // The same claim as a start on cards makes, so that two starts of either kind never end with two.
  const subscriptionId = newId("subscription");
  const claim = { customerId: customer.id, productId, subscriptionId };
  const begun = await beginOperation(caller, { kind: "START", ...claim, input: MANUAL_START, grantId });
  if (begun.state === "running") throw new ApiError("subscription_change_in_progress");
  if (begun.state === "abandoned") {
    await recoverStart(caller, begun.operation);
    return startByInvoice(caller, input);
  }
  try {
    const { operation } = begun;
    const start = { customer, price, pack, drivers, items, trialDays, grantId, subscriptionId, operation };
    return await db.$transaction((tx) =>
      saveStart(tx, { caller, scope }, { ...start, dueDays: input.due_days ?? null }),
    );
  } catch (error) {
    await failOperation(caller, begun.operation, error);
    throw error;
  }
}

/** The customer, with the address for invoices. Throws customer_not_found or customer_email_required. */
function nameInvoiced(scope: Scope, input: Input): Promise<Customer> {
  const { tenantId, db, clock } = scope;
  return db.$transaction(async (tx) => {
    const named = await ensureCustomerWithEmail(tx, scope, input);
    if (input.invoice_address === undefined) return named;
    const data = { invoiceAddress: input.invoice_address, updatedAt: clock.now() };
    return tx.customer.update({ where: { tenantId_id: { tenantId, id: named.id } }, data });
  });
}

interface Start {
  customer: Customer;
  price: PlanPriceWithPlan;
  pack: PackWithEntitlements;
  drivers: ReturnType<typeof chooseDrivers>;
  items: ReturnType<typeof pricedItems>;
  trialDays: number;
  grantId: string | null;
  subscriptionId: string;
  operation: ProviderOperation;
  dueDays: number | null;
}

/**
 * Saves the subscription with its first invoice, in the caller's transaction; `scope` keeps the customer's time. Throws
 * subscription_exists.
 */
async function saveStart(
  tx: Tx,
  { caller, scope }: { caller: Scope; scope: Scope },
  start: Start,
): Promise<z.output<typeof Subscription>> {
  const { customer, price, pack, drivers, items, trialDays, subscriptionId } = start;
  const { productId } = price.plan;
  const live = await findLiveSubscriptions(tx, caller, customer.id);
  const second = live.find((subscription) => subscription.productId === productId);
  if (second) throw new ApiError("subscription_exists", { details: { subscription_id: second.id } });
  const now = toSecond(scope.clock.now());
  const traits = trialTraits(customer, null);
  const hasTrial = trialDays > 0 && (await claimTrial(tx, caller, { productId, subscriptionId, traits }));
  const trialEnd = hasTrial ? trialEndOf(now, trialDays) : null;
  const period = trialEnd ? { start: now, end: trialEnd } : periodAt(now, price.interval, now);
  const charges = trialEnd ? [] : chargePeriod(subscriptionId, items, period);
  const sale = { customerId: customer.id, productId, subscriptionId, price, packId: pack.id, drivers };
  const row = await insertSubscription(tx, scope, sale, {
    provider: BY_INVOICE,
    status: trialEnd ? "TRIALING" : "ACTIVE",
    currentPeriodStart: period.start,
    currentPeriodEnd: period.end,
    periodAnchor: trialEnd ?? now,
    trialStart: trialEnd && now,
    trialEnd,
    invoiceDueDays: start.dueDays,
  });
  await issueInvoice(tx, scope, {
    subscription: { id: row.id, currency: price.currency, dueDays: row.invoiceDueDays },
    customer,
    reason: "subscription_create",
    charges,
    period,
  });
  await consumeTerms(tx, scope, start.grantId, row.id);
  await completeOperation(tx, caller, start.operation);
  return viewSubscription(tx, scope, row);
}
