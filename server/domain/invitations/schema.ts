import { z } from "zod";
import { Timestamp, TimestampInput } from "../../platform/schema/common.ts";
import { operation } from "../../platform/schema/operation.ts";

/** Interface 2.10. */
const InvitationToken = z
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

/** Interface 2.11. */
const InvitationCode = z
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
    metadata: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "InvitationCode" });

export const CreateInvitationCode = z
  .strictObject({
    expiresAt: TimestampInput.nullable()
      .optional()
      .meta({ description: "null or left out: the code does not expire." }),
    maxUses: z
      .number()
      .int()
      .min(1)
      .max(1000)
      .default(1)
      .meta({ description: "Redemptions before the code stops working." }),
  })
  .meta({ id: "CreateInvitationCodeRequest" });

export const CreatedInvitationCode = z
  .object({ code: z.string(), expiresAt: Timestamp.nullable(), maxUses: z.number().int() })
  .meta({ id: "CreatedInvitationCode" });

export const ListInvitations = z.strictObject({});

export const Invitations = z
  .object({ tokens: z.array(InvitationToken), codes: z.array(InvitationCode) })
  .meta({ id: "Invitations" });

/** Interface 4.8. */
export const createInvitationCodeMeta = operation({
  method: "POST",
  path: "/v1/invitations/code",
  tag: "Invitations",
  status: 201,
  security: "app",
  summary: "Create an invitation code",
  description: "A code that people can read and type, for one redemption or up to a thousand.",
  errors: ["K4004"],
});

/** Interface 4.12. */
export const listInvitationsMeta = operation({
  method: "GET",
  path: "/v1/invitations",
  tag: "Invitations",
  security: "app",
  summary: "List invitations",
  description: "The newest 1,000 invitation tokens and the newest 1,000 codes that were not revoked.",
});
