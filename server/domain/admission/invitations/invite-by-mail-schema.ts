import { z } from "zod";
import { EmailInput, TimestampInput, text } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";

export const CreateInvitationToken = z
  .strictObject({
    email: EmailInput,
    name: text(200).optional().meta({ description: "The name that the mail greets." }),
    expiresAt: TimestampInput.nullable().optional().meta({ description: "null or left out: in a week." }),
  })
  .meta({ id: "CreateInvitationTokenRequest" });

export const createInvitationTokenMeta = operation({
  tag: "Invitations",
  security: "app",
  method: "POST",
  path: "/v1/invitations/token",
  isAtomic: true,
  status: 201,
  summary: "Invite a person by mail",
  description:
    "For one address and one use, valid for a week by default. Inviting the address again renews the same " +
    "invitation. The waitlist entry of the address becomes INVITED.",
  errors: ["waitlist_status_conflict", "expiry_in_past"],
});
