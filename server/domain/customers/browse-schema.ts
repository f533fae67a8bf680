import { z } from "zod";
import {
  EmailInput,
  Identifier,
  lines,
  pageOf,
  pageQuery,
  searchText,
  Timestamp,
  text,
} from "../../platform/schema/common.ts";
import { internalOperation } from "../../platform/schema/operation.ts";
import { ChangedCustomer, CustomerSummary } from "./schema.ts";

const Status = z.enum(["ACTIVE", "TRIALING", "PAST_DUE", "CANCELED", "UNPAID", "PAUSED"]);

export const CountCustomers = z.strictObject({
  q: searchText(200)
    .optional()
    .meta({ description: "Part of a name or address, or an identifier, ours or theirs." }),
  status: z
    .enum([...Status.options, "NONE"])
    .optional()
    .meta({ description: "Only customers with a subscription in this status; NONE: without a live one." }),
  plan_id: Identifier.optional(),
});

export const ListCustomers = CountCustomers.extend({
  ...pageQuery,
  sort: z.enum(["created_at", "email", "external_id"]).default("created_at"),
  order: z.enum(["asc", "desc"]).default("desc"),
});

export const CustomerRow = CustomerSummary.extend({
  created_at: Timestamp,
  test_clock_id: z.string().nullable(),
  subscriptions: z
    .array(
      z.object({
        id: z.string(),
        status: Status,
        plan_name: z.string(),
        cancels_at: Timestamp.nullable().meta({
          description: "When it ends, where it was canceled to the end of its period; null otherwise.",
        }),
      }),
    )
    .meta({ description: "The live ones, and without a live one the last that ended." }),
});

export const CustomerRows = pageOf(CustomerRow);

export const CustomerId = z.strictObject({ id: Identifier });

export const CustomerDetail = ChangedCustomer.extend({
  metadata: z.record(z.string(), z.unknown()),
  created_at: Timestamp,
  updated_at: Timestamp,
  erased_at: Timestamp.nullable(),
  test_clock: z.object({ id: z.string(), name: z.string(), now: Timestamp }).nullable(),
  provider_customer_id: z
    .string()
    .nullable()
    .meta({ description: "The customer's id at the card provider, of the one that most is paid through." }),
  provider_customers: z
    .array(z.object({ id: z.string(), currency: z.string().nullable() }))
    .meta({ description: "All of the customer's at the card provider: one for each currency." }),
  users: z.array(z.object({ id: z.string(), email: z.string(), name: z.string().nullable() })),
});

export const CreateCustomer = z.strictObject({
  customer: Identifier,
  email: EmailInput.optional(),
  name: text(200).optional(),
  invoice_address: lines(1_000).optional(),
});

export const UpdateCustomer = z.strictObject({
  id: Identifier,
  name: text(200).nullable().optional(),
  email: EmailInput.optional(),
  invoice_address: lines(1_000).nullable().optional(),
});

export const CustomerNote = z.object({
  id: z.string(),
  customer_id: z.string(),
  body: z.string(),
  created_by: z.string().meta({ description: "The member who wrote it." }),
  author: z.string().nullable().meta({ description: "Their address; null when they are gone." }),
  created_at: Timestamp,
});

export const AddNote = z.strictObject({ customer_id: Identifier, body: lines(5_000) });
export const ListNotes = z.strictObject({ ...pageQuery, customer_id: Identifier });
export const CustomerNotes = pageOf(CustomerNote);
export const NoteId = z.strictObject({ note_id: Identifier });
export const DeletedNote = z.object({ id: z.string(), deleted: z.literal(true) });

export const browseMeta = internalOperation({ role: "VIEWER", errors: ["customer_not_found"] });
export const supportMeta = internalOperation({
  role: "SUPPORT",
  errors: ["customer_not_found", "note_not_found"],
});
export const changeMeta = internalOperation({ role: "ADMIN", errors: ["customer_not_found"] });
export const createMeta = internalOperation({
  role: "ADMIN",
  errors: ["customer_not_found", "customer_exists"],
});
