import { z } from "zod";
import { Identifier, Timestamp, WebUrl } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";

export const CreatePortalSession = z
  .strictObject({
    customer: Identifier.meta({
      description: "The tenant's own identifier of the customer, or our cus_ id.",
    }),
    return_url: WebUrl.optional().meta({
      description:
        "Where the portal's back link leads: on your website or an allowed origin of one of your applications (fields_invalid). Your website when left out.",
    }),
  })
  .meta({ id: "PortalSessionRequest" });

export const PortalSession = z
  .object({
    url: z.url().meta({ description: "Send the customer's browser here. It opens the portal once." }),
    expires_at: Timestamp.meta({ description: "When the link stops working, if it was not opened." }),
  })
  .meta({ id: "PortalSession" });

export const createPortalSessionMeta = operation({
  method: "POST",
  path: "/v1/billing/portal-sessions",
  isAtomic: true,
  tag: "Billing",
  status: 201,
  security: "app+jwt",
  role: "SUPPORT",
  summary: "Open the customer portal",
  description:
    "A link with which a customer whom your back end has signed in sees and changes their subscription: plan, usage, invoices, card. It works once, within five minutes; the portal then stays open for half an hour. A link made with a team member's token is limited to what their role allows, and the audit log names them.",
  errors: ["customer_not_found"],
});
