import type { CheckoutSession, Customer } from "../../../platform/database/client/client.ts";
import { formatMoney } from "../../../platform/money.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { PackWithEntitlements } from "../../catalog/load-plan-price.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { getTenant } from "../../tenants/get-tenant.ts";
import { purchaseLink } from "../invoices/purchase-link.ts";
import { purchaseOf } from "../subscriptions/start/purchase.ts";
import type { LoadedSubscription } from "../terms/load-subscription.ts";

interface Sale {
  checkout: CheckoutSession & { customer: Customer };
  subscription: LoadedSubscription;
  pack: PackWithEntitlements;
  /** The page offered a trial that had been used before. */
  isChargedInstead: boolean;
}

const A_PERIOD = { DAY: "a day", WEEK: "a week", MONTH: "a month", YEAR: "a year" };

/** Tells the buyer what they bought on a checkout page, once for each page. Without an address, nobody is told. */
export async function mailPurchase(
  tx: Tx,
  scope: Scope,
  { checkout, subscription, pack, isChargedInstead }: Sale,
): Promise<void> {
  const { id, customer, returnUrl } = checkout;
  if (customer.email === null) return;
  const { name, amount, currency, interval, quantities, isTrial, nextChargeAt } = purchaseOf(
    subscription,
    pack,
  );
  const { slug, websiteUrl } = await getTenant(tx, scope);
  const template = isChargedInstead ? "trial_charged" : "purchase";
  const number = new Intl.NumberFormat("en");
  await queueMail(tx, scope, {
    to: customer.email,
    template,
    dedupeKey: `${template}:${id}`,
    facts: {
      name: customer.name,
      plan: name,
      price: amount === 0 ? null : `${formatMoney(BigInt(amount), currency)} ${A_PERIOD[interval]}`,
      quantities: quantities.map((one) => `${one.name}: ${number.format(one.quantity)}`),
      isTrial,
      nextChargeAt,
      receipt: isTrial || amount === 0 ? null : purchaseLink(scope, subscription.id),
      link: returnUrl ?? websiteUrl ?? `${scope.baseUrl}/p/${slug}/pricing`,
    },
  });
}
