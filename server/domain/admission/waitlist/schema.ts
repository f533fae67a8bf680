import { z } from "zod";
import { EmailInput, Identifier, partFields, Timestamp, text } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { numberTextOr, plainNumber } from "../../../platform/schema/query.ts";

const Status = z.enum(["PENDING", "INVITED", "REGISTERED", "REJECTED"]);

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
    status: Status,
    created_at: Timestamp,
    invited_at: Timestamp.nullable(),
    invited_by: z.string().nullable(),
    metadata: FreeForm,
  })
  .meta({ id: "WaitlistEntry" });

const place = {
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

export const WaitlistEntryDetail = WaitlistEntry.extend({
  ...place,
  referred_by: z.string().nullable().meta({ description: "The entry whose code was used." }),
  registered_at: Timestamp.nullable(),
  confirmed_at: Timestamp.nullable().meta({
    description: "When the person confirmed the address, by the mail about joining; null: not yet.",
  }),
}).meta({ id: "WaitlistEntryDetail" });

export const WaitlistPosition = z
  .object({
    ...place,
    is_confirmed: z
      .boolean()
      .meta({ description: "Whether the entry's own person has confirmed the address." }),
    total: z.number().int().meta({ description: "How many entries wait." }),
  })
  .meta({ id: "WaitlistPosition" });

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

const MOST = 1_000;

export const ListWaitlist = z.strictObject({
  status: Status.optional().meta({ description: "Only entries with this status." }),
  ...partFields,
  limit: numberTextOr(50, plainNumber().int().min(1).max(MOST)).meta({
    description: "How many entries to return at most.",
  }),
  tenant_id: Identifier.optional().meta({
    description: "The target tenant: the caller's own when left out, or a sandbox or parent it was granted.",
  }),
});

export const WaitlistPage = z
  .object({
    entries: z.array(WaitlistEntry),
    pagination: z.object({
      total: z.number().int(),
      limit: z.number().int(),
      offset: z.number().int(),
      hasMore: z.boolean(),
    }),
  })
  .meta({ id: "WaitlistPage" });

export const WaitlistEntryId = z.strictObject({ id: Identifier });

export const FindPosition = z.strictObject({
  referral_code: text(64).meta({ description: "The entry's own referral code." }),
});

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

/** docs/interface.md 4.9. */
export const listWaitlistMeta = operation({
  method: "GET",
  path: "/v1/waitlist",
  tag: "Waitlist",
  security: "app",
  summary: "List waitlist entries",
  description: "In the order in which they joined.",
  errors: ["tenant_access_denied"],
});

export const waitlistPositionMeta = operation({
  method: "GET",
  path: "/v1/waitlist/position",
  tag: "Waitlist",
  security: "app",
  isForBrowsers: true,
  throttle: { points: 120, seconds: 60 },
  summary: "Look up a position on the waitlist",
  description:
    "By the entry's referral code, which its mail carries; reveals no address. Where the tenant counts referrals, an entry that " +
    "brought more people is further ahead; equal numbers keep the order of joining.",
  errors: ["waitlist_entry_not_found", "too_many_requests"],
});

export const confirmEntryMeta = operation({
  method: "POST",
  path: "/v1/waitlist/confirm",
  tag: "Waitlist",
  security: "app",
  isForBrowsers: true,
  throttle: { points: 60, seconds: 60 },
  summary: "Confirm the address of a waitlist entry",
  description:
    "By the entry's referral code, which the mail about joining carries to its reader. From then on the entry counts for the person " +
    "who referred it. Again changes nothing. Call it when a person presses a button: mail programs follow links, too.",
  errors: ["waitlist_entry_not_found", "too_many_requests"],
});

export const getWaitlistEntryMeta = operation({
  method: "GET",
  path: "/v1/waitlist/{id}",
  tag: "Waitlist",
  security: "app",
  summary: "Get a waitlist entry",
  description: "With its position and its referrals.",
  errors: ["waitlist_entry_not_found"],
});

export const reopenWaitlistEntryMeta = operation({
  method: "POST",
  path: "/v1/waitlist/{id}/reopen",
  isAtomic: true,
  tag: "Waitlist",
  security: "app",
  summary: "Return a rejected entry to the waitlist",
  description: "REJECTED becomes PENDING, at its old position.",
  errors: ["waitlist_entry_not_found", "waitlist_status_conflict"],
});
