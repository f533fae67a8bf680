import { z } from "zod";
import { Identifier, text } from "../../../platform/schema/common.ts";
import { Amount, MAX_AMOUNT } from "../../../platform/schema/money.ts";
import { operation } from "../../../platform/schema/operation.ts";

export const AddItem = z
  .strictObject({
    id: Identifier,
    description: text(500).meta({ description: "The text of its line on the invoice." }),
    amount: Amount.min(-MAX_AMOUNT)
      .max(MAX_AMOUNT)
      .refine((amount) => amount !== 0, "must not be 0")
      .meta({
        description: "In the minor unit of the subscription's currency; below 0 it is credit.",
      }),
    invoice: z.enum(["next", "now"]).default("next").meta({
      description:
        "next: it waits for the subscription's next invoice. now: it is invoiced by itself, with what else waits, also where credit covers all of it; an item below 0 waits all the same.",
    }),
  })
  .meta({ id: "AddSubscriptionItemRequest" });

export const addItemMeta = operation({
  method: "POST",
  path: "/v1/billing/subscriptions/{id}/items",
  status: 201,
  isAtomic: true,
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  summary: "Charge a single item",
  description:
    "Something that a subscription's customer owes once, or is given back, on both providers: a charge with the cause ITEM, which its next invoice takes. On PROVIDER_A it is sent as an invoice item; with `now` an invoice of its own follows within minutes. A paused subscription is invoiced when it is resumed.",
  errors: ["amount_not_chargeable", "subscription_not_found", "subscription_status_conflict"],
});
