import { ApiError } from "../../errors/api-error.ts";
import type { Customer } from "../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import type { CardProvider } from "../../providers/port.ts";
import { findReferences } from "../tenants/provider/provider-references.ts";
import { isForGood } from "./is-for-good.ts";

type Details = Pick<Customer, "email" | "name">;

/**
 * Notes, in the transaction that changes a customer's e-mail address or name, that the provider's customers are to get it: the sync of
 * their tax ids sends it along (sync-tax-ids.ts), one call at a time and by the worker where nobody else does. What did not change is
 * left as the customer has entered it on the provider's pages. Returns whether something is to be sent.
 */
export async function noteDetails(
  tx: Tx,
  scope: Scope,
  customerId: string,
  [before, after]: [Details, Details],
): Promise<boolean> {
  const [email, name] = [before.email !== after.email, before.name !== after.name];
  if (!email && !name) return false;
  const references = await findReferences(tx, scope, "CUSTOMER", { objectId: customerId });
  // A customer who is made there now has what their row says when that is stored: provider-customer.ts.
  if (references.length === 0) return false;
  const { tenantId, clock } = scope;
  const now = clock.now();
  // Whoever syncs now reads again; else it is due at once.
  await tx.$executeRaw`
    insert into tax_id_syncs as s (tenant_id, customer_id, sends_email, sends_name, lease_until, lease_holder, created_at)
    values (${tenantId}, ${customerId}, ${email}, ${name}, ${now}, '', ${now})
    on conflict (tenant_id, customer_id) do update set is_stale = true,
      sends_email = s.sends_email or excluded.sends_email, sends_name = s.sends_name or excluded.sends_name`;
  return true;
}

/**
 * Sends what was noted to the provider's customers. What the provider refuses (an address that is none to it) is logged and not sent
 * again: it keeps nobody from changing a customer, nor their tax ids. K7xxx where it is not known whether it was taken.
 */
export async function sendDetails(
  scope: Scope,
  provider: CardProvider,
  customer: Customer,
  providerIds: string[],
): Promise<void> {
  const { tenantId, db, log } = scope;
  const noted = await db.taxIdSync.findUnique({
    where: { tenantId_customerId: { tenantId, customerId: customer.id } },
  });
  if (!noted?.sendsEmail && !noted?.sendsName) return;
  const { email, name } = customer;
  const change = { ...(noted.sendsEmail && { email }), ...(noted.sendsName && { name }) };
  for (const id of providerIds) {
    try {
      await provider.updateCustomer(id, change);
    } catch (error) {
      if (!(error instanceof ApiError) || !isForGood(error)) throw error;
      log.warn(
        { err: error, tenant_id: tenantId, customer_id: customer.id },
        "the payment provider refused a customer's e-mail address or name",
      );
    }
  }
}
