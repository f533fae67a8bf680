import { z } from "zod";
import { Identifier, pageOf, pageQuery, Timestamp } from "../../platform/schema/common.ts";
import { internalOperation } from "../../platform/schema/operation.ts";

export const TimelineOf = z
  .strictObject({
    customer: Identifier.optional().meta({ description: "Of this customer and all that is theirs." }),
    subscription_id: Identifier.optional().meta({ description: "Of this subscription and its invoices." }),
    ...pageQuery,
  })
  .refine(({ customer, subscription_id: id }) => (customer === undefined) !== (id === undefined), {
    message: "is needed, or subscription_id: one of them",
    path: ["customer"],
  });

const TimelineEntry = z.object({
  id: z.string(),
  kind: z.enum(["event", "mail", "note"]),
  type: z.string().meta({ description: "An event's type; a mail's template." }),
  sentence: z.string().meta({ description: "What happened, with the object's name where it has one." }),
  detail: z.string().nullable().meta({ description: "What a note says; to whom a mail went." }),
  amount: z.number().int().nullable().meta({ description: "The money that it is about, in minor units." }),
  currency: z.string().nullable(),
  invoice_id: z.string().nullable().meta({ description: "The invoice that it is about, if any." }),
  object_type: z.string(),
  object_id: z.string(),
  created_at: Timestamp,
});

export const Timeline = pageOf(TimelineEntry);

export const timelineMeta = internalOperation({
  role: "VIEWER",
  errors: ["customer_not_found", "subscription_not_found"],
});
