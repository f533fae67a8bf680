import { z } from "zod";
import type { Customer, Tenant } from "../../../platform/database/client/client.ts";
import { showEmail } from "../../../platform/show-email.ts";
import { nameOfCustomer, readTaxIds } from "../../customers/view-customer.ts";

/** The header of an invoice (seller, buyer, brand, the logo's address, payment instructions), stored as it was on the invoice's date. */
export const Letterhead = z.object({
  brand: z.string(),
  brandColor: z.string(),
  /** Left out by older versions. */
  logoUrl: z.string().nullable().default(null),
  seller: z.string(),
  buyer: z.string(),
  payment: z.string().nullable(),
  /** The number of the void invoice that it was issued for. */
  replaces: z.string().nullable().default(null),
});
export type Letterhead = z.output<typeof Letterhead>;

/** The letterhead for an invoice that is issued now, perhaps for a void one of that number. */
export function letterheadOf(tenant: Tenant, customer: Customer, replaces: string | null = null): Letterhead {
  const { name, email } = customer;
  const named = [nameOfCustomer(customer), ...(name !== null && email !== null ? [showEmail(email)] : [])];
  const address = customer.invoiceAddress ?? named.join("\n");
  const numbers = readTaxIds(customer).filter(({ value }) => !address.includes(value));
  return {
    brand: tenant.name,
    brandColor: tenant.brandColor,
    logoUrl: tenant.logoUrl,
    seller: tenant.invoiceSeller ?? tenant.name,
    buyer: [address, ...numbers.map(({ value }) => `Tax ID ${value}`)].join("\n"),
    payment: tenant.invoicePayment,
    replaces,
  };
}
