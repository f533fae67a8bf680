import { z } from "zod";
import { EmailInput, Identifier, Timestamp, text } from "../../platform/schema/common.ts";
import { operation } from "../../platform/schema/operation.ts";

const Status = z.enum(["PENDING", "INVITED", "REGISTERED", "REJECTED"]);

/** Any JSON object, taken as it is: keys such as __proto__ are plain data, which a record schema would drop. */
const FreeForm = z
  .custom<Record<string, unknown>>(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    "must be an object",
  )
  .meta({
    description: "Additional data about the entry: up to 16 KB of JSON, 50 keys and 10 levels.",
    override: { type: "object", additionalProperties: true },
  });

/** Interface 2.9. */
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

export const JoinWaitlist = z
  .strictObject({
    email: EmailInput.meta({ description: "The e-mail address to add." }),
    name: text(200).optional().meta({ description: "The full name." }),
    metadata: FreeForm.optional(),
  })
  .meta({ id: "JoinWaitlistRequest" });

export const Joined = z.object({ success: z.literal(true) }).meta({ id: "Joined" });

const MOST = 1_000;

export const ListWaitlist = z.strictObject({
  status: Status.optional().meta({ description: "Only entries with this status." }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .default(50)
    .transform((limit) => Math.min(limit, MOST))
    .meta({ description: `How many entries to return at most; above ${MOST} it counts as ${MOST}.` }),
  offset: z.coerce
    .number()
    .int()
    .min(0)
    .max(2_000_000_000)
    .default(0)
    .meta({ description: "How many entries to skip." }),
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

/** Interface 4.6. */
export const joinWaitlistMeta = operation({
  method: "POST",
  path: "/v1/waitlist",
  tag: "Waitlist",
  status: 201,
  security: "app",
  isForBrowsers: true,
  summary: "Join the waitlist",
  description:
    "Adds an address. Joining twice answers the same and changes nothing, so that nobody can probe addresses.",
  errors: ["K4005", "K4006"],
});

/** Interface 4.9. */
export const listWaitlistMeta = operation({
  method: "GET",
  path: "/v1/waitlist",
  tag: "Waitlist",
  security: "app",
  summary: "List waitlist entries",
  description: "In the order in which they joined.",
  errors: ["K3001"],
});
