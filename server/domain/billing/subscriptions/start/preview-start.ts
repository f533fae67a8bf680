import type { z } from "zod";
import { ApiError } from "../../../../errors/api-error.ts";
import { periodAt } from "../../../../platform/calendar.ts";
import type { Customer } from "../../../../platform/database/client/client.ts";
import { toWireAmount } from "../../../../platform/money.ts";
import { BY_CARD } from "../../../../platform/schema/provider.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { requireNotArchived } from "../../../catalog/for-sale.ts";
import {
  getActivePack,
  getPlanPriceOrThrow,
  type PlanPriceWithPlan,
} from "../../../catalog/load-plan-price.ts";
import { withCustomerClock } from "../../../customers/customer-clock.ts";
import { getActiveCustomerOrThrow } from "../../../customers/find-customer.ts";
import { findProviderCustomer } from "../../../customers/provider-customer.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";
import { dueDateOf } from "../../invoices/due-date.ts";
import { findLiveSubscriptions } from "../../terms/load-subscription.ts";
import { pricedItems } from "../change/priced-items.ts";
import { toSecond } from "../change/proration.ts";
import { chooseDrivers } from "./choose-drivers.ts";
import { findPromotion } from "./look-up-promotion-code.ts";
import type { PreviewStart, StartPreview } from "./preview-start-schema.ts";
import { findFreeTerms, type StartTerms } from "./promised-terms.ts";
import { policiesOf } from "./provider-policies.ts";
import { cardNeededFor } from "./require-card.ts";
import { trialEndOf } from "./trial-end.ts";
import { hasHadTrial, trialTraits } from "./trials.ts";

type Input = z.output<typeof PreviewStart>;

/**
 * What a start would charge now and next, in minor units before taxes, by the functions that createSubscription decides with. Changes
 * nothing. A card that had a trial is known only at the start.
 */
export async function previewStart(caller: Scope, input: Input): Promise<z.output<typeof StartPreview>> {
  const { db } = caller;
  const isByCard = input.provider === BY_CARD;
  const foreign = isByCard ? "due_days" : "promotion_code";
  if (input[foreign] !== undefined)
    throw new ApiError("field_not_for_provider", {
      details: { field: foreign, provider: input.provider },
    });
  const price = await getPlanPriceOrThrow(caller, input.plan_price_id);
  requireNotArchived(price);
  const customer =
    input.customer === undefined ? null : await getActiveCustomerOrThrow(db, caller, input.customer);
  const scope = await withCustomerClock(db, caller, customer);
  const { trialDays, pack } = await termsOf(caller, customer, price);
  if (!pack) throw new ApiError("plan_not_published");
  const drivers = chooseDrivers(pack, input.drivers ?? []);
  const items = pricedItems({ price, pack, drivers });
  const full = items.reduce((sum, { amount }) => sum + amount, 0n);
  const traits = trialTraits(
    { id: customer?.id ?? null, email: customer?.email ?? input.email ?? null },
    null,
  );
  const wasUsed = trialDays > 0 && (await hasHadTrial(caller, price.plan.productId, traits));
  const hasTrial = trialDays > 0 && !wasUsed;
  const now = toSecond(scope.clock.now());
  const trialEnd = hasTrial ? trialEndOf(now, trialDays) : null;
  const card = isByCard ? cardNeededFor({ price, pack, drivers }, hasTrial) : null;
  const owed = hasTrial ? 0n : full;
  const credit = isByCard && owed > 0n ? await creditFor(caller, customer, price.currency) : 0n;
  const used = credit < owed ? credit : owed;
  const { hasAutomaticTax, trialEndsWithoutCard } = await policiesOf(caller);
  const live = customer ? await findLiveSubscriptions(db, caller, customer.id) : [];
  const second = live.find(({ productId }) => productId === price.plan.productId);
  const nextAt = trialEnd ?? periodAt(now, price.interval, now).end;
  const isInvoiced = !isByCard && !hasTrial;
  return {
    currency: price.currency,
    interval: price.interval,
    lines: items.map(({ description, amount }) => ({ description, amount: toWireAmount(amount) })),
    recurring_amount: toWireAmount(full),
    trial_ends_at: trialEnd?.toISOString() ?? null,
    trial_was_used: wasUsed,
    credit_used: toWireAmount(used),
    amount_due: toWireAmount(owed - used),
    due_at: isInvoiced ? (await dueDateOf(db, caller, now, input.due_days ?? null)).toISOString() : null,
    next_at: full > 0n ? nextAt.toISOString() : null,
    needs_card: card?.isNeeded ?? false,
    ends_without_card: isByCard && hasTrial && full > 0n ? trialEndsWithoutCard : null,
    adds_taxes: isByCard && hasAutomaticTax && full > 0n,
    promotion_problem: await problemOf(caller, customer, { ...price, code: input.promotion_code }),
    live: second ? { id: second.id, plan_name: second.plan.name, product_name: second.product.name } : null,
  };
}

/** The terms that are free: none is claimed, and no page is closed. One who is not there yet was granted nothing. */
async function termsOf(
  scope: Scope,
  customer: Customer | null,
  price: PlanPriceWithPlan,
): Promise<StartTerms> {
  if (customer) return findFreeTerms(scope, customer.id, price);
  const pack = await getActivePack(scope.db, scope, price.planId);
  return { grantId: null, trialDays: price.trialDays, pack };
}

/** The credit at the card provider, which uses it up first: https://docs.stripe.com/billing/customer/balance. Minor units. */
async function creditFor(scope: Scope, customer: Customer | null, currency: string): Promise<bigint> {
  const payer = customer && (await findProviderCustomer(scope, customer.id, currency));
  if (!payer) return 0n;
  const provider = await cardProviderOf(scope);
  const balance = await provider.readBalance({ customerId: payer.id, currency });
  return balance < 0n ? -balance : 0n;
}

/** Why a promotion code is refused, in words; null: it is not, or there is none. K7xxx. */
async function problemOf(
  scope: Scope,
  customer: Customer | null,
  { code, currency }: { code: string | undefined; currency: string },
): Promise<string | null> {
  if (code === undefined) return null;
  const payer = customer && (await findProviderCustomer(scope, customer.id, currency));
  const { clock } = await withCustomerClock(scope.db, scope, customer);
  const asked = { code, currency, customerId: payer?.id ?? null, now: clock.now() };
  try {
    await findPromotion(scope, await cardProviderOf(scope), asked);
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.errorName === "promotion_code_not_redeemable")
      return error.message;
    throw error;
  }
}
