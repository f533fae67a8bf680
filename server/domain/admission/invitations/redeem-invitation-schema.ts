import { z } from "zod";
import { Identifier } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { secretFields } from "./schema.ts";

export const RedeemInvitation = z
  .strictObject({
    ...secretFields,
    user: Identifier.optional().meta({
      description:
        "The redeeming user, by your own identifier. Required with an application's token; implied by a user's token.",
    }),
    customer: Identifier.optional().meta({
      description:
        "The customer to whom the code's terms are granted, by your own identifier or our cus_ id; with an application's token. Without one the terms wait: redeem the code again for the same user, with the customer.",
    }),
  })
  .meta({ id: "RedeemInvitationRequest" });

export const redeemInvitationMeta = operation({
  tag: "Invitations",
  method: "POST",
  path: "/v1/invitations/redeem",
  security: "app+jwt",
  isForBrowsers: true,
  isForEndUsers: true,
  isForPortal: false,
  throttle: { points: 30, seconds: 60 },
  summary: "Redeem an invitation",
  description:
    "A code or a token, by a signed-in user, or by your back end for a user of yours. Never more often than the invitation " +
    "allows, also under concurrency; repeating it for the same user returns the same redemption. A registration redeems its invitation itself.",
  errors: [
    "fields_invalid",
    "customer_not_own",
    "customer_not_found",
    "invitation_not_found",
    "invitation_not_usable",
    "invitation_email_mismatch",
    "exactly_one_field_required",
    "too_many_requests",
  ],
});
