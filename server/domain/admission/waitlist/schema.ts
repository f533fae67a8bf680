import { z } from "zod";
import { Identifier, Timestamp, text } from "../../../platform/schema/common.ts";

export const WaitlistEntryStatus = z.enum(["PENDING", "INVITED", "REGISTERED", "REJECTED"]);

/** Any JSON object, taken as it is: keys such as __proto__ are plain data, which a record schema would drop. */
export const FreeForm = z
  .custom<Record<string, unknown>>(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    "must be an object",
  )
  .meta({
    description: "Additional data: up to 16 KB of JSON, 50 keys and 10 levels.",
    override: { type: "object", additionalProperties: true },
  });

/** docs/interface.md 2.9. */
export const WaitlistEntry = z
  .object({
    id: z.string(),
    tenant_id: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    status: WaitlistEntryStatus,
    created_at: Timestamp,
    invited_at: Timestamp.nullable(),
    invited_by: z.string().nullable(),
    metadata: FreeForm,
  })
  .meta({ id: "WaitlistEntry" });

export const placeInLine = {
  position: z
    .number()
    .int()
    .nullable()
    .meta({ description: "1 = next to be invited; null when the entry does not wait." }),
  referral_code: z.string().meta({
    description:
      "Each person who joins with it, and confirms their address or registers, moves this entry up.",
  }),
  referral_count: z.number().int().meta({
    description:
      "How many joined with the code and confirmed their address or registered, each mailbox once: `ann+2@` is `ann@`.",
  }),
};

export const WaitlistPosition = z
  .object({
    ...placeInLine,
    is_confirmed: z
      .boolean()
      .meta({ description: "Whether the entry's own person has confirmed the address." }),
    total: z.number().int().meta({ description: "How many entries wait." }),
  })
  .meta({ id: "WaitlistPosition" });

export const WaitlistEntryId = z.strictObject({ id: Identifier });

export const FindPosition = z.strictObject({
  referral_code: text(64).meta({ description: "The entry's own referral code." }),
});
