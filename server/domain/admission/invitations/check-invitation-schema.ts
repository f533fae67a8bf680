import { z } from "zod";
import { Timestamp } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { secretFields } from "./schema.ts";

export const CheckInvitation = z.strictObject(secretFields).meta({ id: "CheckInvitationRequest" });

export const CheckedInvitation = z
  .object({
    type: z.enum(["code", "token"]),
    state: z.enum(["OPEN", "USED", "REVOKED", "EXPIRED"]),
    email: z.string().nullable().meta({ description: "The address that a token is for; null for a code." }),
    expires_at: Timestamp.nullable(),
    trial_days: z
      .number()
      .int()
      .nullable()
      .meta({ description: "Trial days that a code grants; null: none." }),
    plan_price_id: z.string().nullable(),
  })
  .meta({ id: "CheckedInvitation" });

export const checkInvitationMeta = operation({
  tag: "Invitations",
  security: "app",
  method: "POST",
  path: "/v1/invitations/check",
  isForBrowsers: true,
  throttle: { points: 30, seconds: 60 },
  summary: "Check an invitation",
  description:
    "Whether a code or a token can be redeemed, before a person fills in a form. Does not redeem it.",
  errors: ["invitation_not_found", "exactly_one_field_required", "too_many_requests"],
});
