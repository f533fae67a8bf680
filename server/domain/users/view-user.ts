import type { z } from "zod";
import type { Customer, User as Row } from "../../platform/database/client/client.ts";
import { viewCustomerSummary } from "../customers/view-customer.ts";
import type { User } from "./schema.ts";

/** The public form of a user. */
export function viewUser(row: Row, customer: Customer | null): z.output<typeof User> {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    customer: customer && viewCustomerSummary(customer),
    created_at: row.createdAt.toISOString(),
  };
}
