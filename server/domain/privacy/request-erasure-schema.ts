import { z } from "zod";
import { operation } from "../../platform/schema/operation.ts";
import { personField } from "./schema.ts";

export const RequestErasure = z.strictObject({
  ...personField,
  cancel: z.boolean().default(false).meta({
    description:
      "Cancels live subscriptions at once, voids unpaid invoices first, ours and at the card provider, and writes off charges that are held and credit that is left. Without it they make the request fail (person_has_open_billing).",
  }),
});

export const requestErasureMeta = operation({
  tag: "Privacy",
  security: "app+jwt",
  scope: "billing:admin",
  role: "ADMIN",
  method: "POST",
  path: "/v1/privacy/erasures",
  status: 201,
  summary: "Erase a person",
  description:
    "Erases one person's data in all areas, for good, and at the card provider. Invoices stay, without name and address. The " +
    "erasure runs in the background; repeating the request returns the erasure in progress.",
  errors: [
    "person_not_found",
    "person_has_open_billing",
    "person_is_member",
    "customer_has_other_users",
    "subscription_change_in_progress",
  ],
});
