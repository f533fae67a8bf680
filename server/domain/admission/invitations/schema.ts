import { z } from "zod";
import { Identifier, Timestamp, text } from "../../../platform/schema/common.ts";
import { FreeForm } from "../waitlist/schema.ts";

/** docs/interface.md 2.10. */
export const InvitationToken = z
  .object({
    id: z.string(),
    tenant_id: z.string(),
    email: z.string(),
    token: z.string(),
    expires_at: Timestamp,
    used_at: Timestamp.nullable(),
    created_by: z.string(),
    created_at: Timestamp,
    type: z.literal("token"),
    isUsed: z.boolean(),
    isExpired: z.boolean(),
  })
  .meta({ id: "InvitationToken" });

/** docs/interface.md 2.11. */
export const InvitationCode = z
  .object({
    id: z.string(),
    tenant_id: z.string(),
    code: z.string(),
    expires_at: Timestamp.nullable().meta({ description: "null: it does not expire." }),
    max_uses: z.number().int(),
    used_count: z.number().int(),
    used_by: z.array(z.string()).meta({ description: "Ids of the users who redeemed it." }),
    created_by: z.string(),
    created_at: Timestamp,
    type: z.literal("code"),
    isUsed: z.boolean().meta({ description: "No redemption is left." }),
    isExpired: z.boolean(),
    metadata: FreeForm,
  })
  .meta({ id: "InvitationCode" });

export const InvitationId = z.strictObject({ id: Identifier });

export const secretFields = {
  code: text(64).optional().meta({ description: "An invitation code, as people type it." }),
  token: text(255).optional().meta({ description: "The token of an invitation's link." }),
};

export const Redemption = z
  .object({
    id: z.string(),
    type: z.enum(["code", "token"]),
    invitation_id: z.string(),
    user: z.string().meta({ description: "Who redeemed it." }),
    customer_id: z.string().nullable(),
    redeemed_at: Timestamp,
  })
  .meta({ id: "InvitationRedemption" });
