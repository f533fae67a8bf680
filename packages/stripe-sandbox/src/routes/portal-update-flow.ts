import type Stripe from "stripe";
import { z } from "zod";
import type { Store } from "../store.ts";
import { invalid, lacking } from "../wire/failure.ts";
import { list, Quantity, Text } from "../wire/params.ts";
import type { HiddenChoice } from "./portal-features.ts";

type Configuration = Stripe.BillingPortal.Configuration;
type Confirm = Stripe.BillingPortal.Session.Flow.SubscriptionUpdateConfirm;

export const UpdateConfirm = z.strictObject({
  items: list(z.strictObject({ id: Text, price: Text.optional(), quantity: Quantity.optional() })),
  subscription: Text,
});

/**
 * The change that a portal session asks its customer to confirm: of a subscription with one item, to a price that the configuration
 * names (the SDK's comments on flow_data). The two refusals without a parameter are observed answers.
 */
export async function updateFlowOf(
  store: Store,
  customer: string,
  { id, features }: Configuration,
  sent: z.output<typeof UpdateConfirm>,
): Promise<Confirm> {
  const name = "flow_data[subscription_update_confirm]";
  const param = `${name}[subscription]`;
  const found = await store.get<Stripe.Subscription>("subscription", sent.subscription, param);
  if (found.customer !== customer) throw invalid("The subscription belongs to another customer.", { param });
  if (!features.subscription_update.enabled)
    throw invalid(
      "This subscription cannot be updated because the subscription update feature in the portal configuration is disabled.",
    );
  const [item] = found.items.data;
  const [wanted] = sent.items;
  if (!item || !wanted || sent.items.length > 1 || found.items.data.length > 1)
    throw lacking("the confirmation of changes to several items");
  if (wanted.id !== item.id)
    throw invalid(`No such subscription item: '${wanted.id}'`, {
      code: "resource_missing",
      param: `${name}[items][0][id]`,
    });
  const { price = item.price.id, quantity = item.quantity ?? 1 } = wanted;
  const { prices = [] } = await store.hidden<Partial<HiddenChoice>>(id);
  if (price !== item.price.id && !prices.includes(price))
    throw invalid(`The price ${price} is not one of the portal configuration's products.`, {
      param: `${name}[items][0][price]`,
    });
  if (price === item.price.id && quantity === item.quantity)
    throw invalid("Cannot update the subscription because there are no changes to confirm.");
  const allowed = features.subscription_update.default_allowed_updates;
  if (price !== item.price.id && !allowed.includes("price"))
    throw invalid("The portal configuration does not allow another price.", {
      param: `${name}[items][0][price]`,
    });
  if (quantity !== item.quantity && !allowed.includes("quantity"))
    throw invalid("The portal configuration does not allow another quantity.", {
      param: `${name}[items][0][quantity]`,
    });
  return { discounts: null, items: [{ id: item.id, price, quantity }], subscription: found.id };
}
