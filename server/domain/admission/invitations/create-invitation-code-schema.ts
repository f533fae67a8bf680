import { z } from "zod";
import { Identifier, Timestamp, TimestampInput } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { FreeForm } from "../waitlist/schema.ts";

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
    planPriceId: Identifier.optional().meta({
      description:
        "The price on which the redeeming customer starts, at once where no card is needed, otherwise with their card.",
    }),
    trialDays: z
      .number()
      .int()
      .min(0)
      .max(3650)
      .optional()
      .meta({ description: "Trial days of their next subscription, instead of the price's own." }),
    packId: Identifier.optional().meta({
      description: "The pack their next subscription to its plan is pinned to, instead of the active one.",
    }),
    metadata: FreeForm.optional(),
  })
  .meta({ id: "CreateInvitationCodeRequest" });

export const CreatedInvitationCode = z
  .object({ code: z.string(), expiresAt: Timestamp.nullable(), maxUses: z.number().int() })
  .meta({ id: "CreatedInvitationCode" });

/** docs/interface.md 4.8. */
export const createInvitationCodeMeta = operation({
  method: "POST",
  path: "/v1/invitations/code",
  isAtomic: true,
  tag: "Invitations",
  status: 201,
  security: "app",
  summary: "Create an invitation code",
  description: "A code that people can read and type, for one redemption or up to a thousand.",
  errors: [
    "expiry_in_past",
    "metadata_too_large",
    "metadata_character_invalid",
    "plan_price_not_found",
    "pack_not_found",
    "pack_status_conflict",
    "catalog_object_archived",
  ],
});
