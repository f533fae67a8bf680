import { z } from "zod";
import type { Customer } from "../../platform/database/client/client.ts";
import { showEmail } from "../../platform/show-email.ts";
import { type ChangedCustomer, type CustomerSummary, TaxId } from "./schema.ts";

/** As much of a customer as its summary shows. */
export type CustomerParts = Pick<Customer, "id" | "externalId" | "email" | "name">;

/** docs/interface.md 2.2. */
export function viewCustomerSummary(row: CustomerParts): z.output<typeof CustomerSummary> {
  return { id: row.id, external_id: row.externalId, email: row.email, name: row.name };
}

/** A customer as the event of a change shows it. */
export function viewChangedCustomer(row: Customer): z.output<typeof ChangedCustomer> {
  return {
    ...viewCustomerSummary(row),
    invoice_address: row.invoiceAddress,
    tax_ids: readTaxIds(row),
  };
}

/** The tax ids that are stored of a customer. */
export function readTaxIds({ taxIds }: Pick<Customer, "taxIds">): z.output<typeof TaxId>[] {
  return z.array(TaxId).parse(taxIds);
}

/** What people call a customer: the name, else the e-mail address as people read it, else your id of them. */
export function nameOfCustomer({ name, email, externalId }: Omit<CustomerParts, "id">): string {
  return name ?? (email === null ? externalId : showEmail(email));
}
