import type { z } from "zod";
import { newId } from "../../../platform/ids.ts";
import type { Scope } from "../../../platform/scope.ts";
import { requireSold } from "../../catalog/sellable.ts";
import { ensureCustomerWithEmail } from "../../customers/ensure-customer.ts";
import { ensureProviderCustomer } from "../../customers/provider-customer.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { makeMissingAnew } from "../../tenants/provider/make-missing-anew.ts";
import type { CreateSetupIntent, SetupIntent } from "./create-setup-intent-schema.ts";

/**
 * docs/interface.md 4.3: opens a card form for a customer. Every call creates a new intent. The card is saved for a currency: the named one, else
 * that of the customer's oldest live subscription, else the one that is sold first. Throws customer_email_required, currency_unknown or
 * currency_not_sold.
 */
export async function createSetupIntent(
  scope: Scope,
  input: z.output<typeof CreateSetupIntent>,
): Promise<z.output<typeof SetupIntent>> {
  if (input.currency !== undefined) requireSold(input.currency);
  const provider = await cardProviderOf(scope);
  const customer = await scope.db.$transaction((tx) => ensureCustomerWithEmail(tx, scope, input));
  const { clientSecret } = await makeMissingAnew(scope, async (lost) =>
    provider.createSetupIntent({
      customerId: await ensureProviderCustomer(scope, provider, customer, {
        currency: input.currency ?? null,
        lost,
      }),
      idempotencyKey: newId("request"),
    }),
  );
  return { client_secret: clientSecret, customer_id: customer.id };
}
