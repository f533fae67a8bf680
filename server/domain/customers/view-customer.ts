import type { z } from "zod";
import type { Customer } from "../../platform/database/client/client.ts";
import type { CustomerSummary } from "./schema.ts";

/** Interface 2.2. */
export function viewCustomerSummary(row: Customer): z.output<typeof CustomerSummary> {
  return { id: row.id, external_id: row.externalId, email: row.email, name: row.name };
}
