import { z } from "zod";
import { EmailInput, text } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { FreeForm } from "./schema.ts";

export const JoinWaitlist = z
  .strictObject({
    email: EmailInput.meta({ description: "The e-mail address to add." }),
    name: text(200).optional().meta({ description: "The full name." }),
    metadata: FreeForm.optional(),
    referral_code: text(64).optional().meta({
      description:
        "The code of the person who referred them; an unknown code is ignored. Counts if the tenant enables referrals, once they confirm the address or register.",
    }),
  })
  .meta({ id: "JoinWaitlistRequest" });

export const Joined = z.object({ success: z.literal(true) }).meta({ id: "Joined" });

/** docs/interface.md 4.6. */
export const joinWaitlistMeta = operation({
  method: "POST",
  path: "/v1/waitlist",
  tag: "Waitlist",
  status: 201,
  security: "app",
  isForBrowsers: true,
  throttle: { points: 60, seconds: 60 },
  summary: "Join the waitlist",
  description:
    "Adds an address. Joining twice answers the same and changes nothing, so that callers cannot probe addresses.",
  errors: ["metadata_too_large", "metadata_character_invalid", "too_many_requests"],
});
