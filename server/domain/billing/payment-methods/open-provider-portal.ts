import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { checkReturnUrl } from "../../applications/check-return-url.ts";
import { requireSold } from "../../catalog/sellable.ts";
import { getActiveCustomerOrThrow } from "../../customers/find-customer.ts";
import { ensureProviderCustomer } from "../../customers/provider-customer.ts";
import { recordChange } from "../../events/record-change.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { makeMissingAnew } from "../../tenants/provider/make-missing-anew.ts";
import type { OpenProviderPortal, ProviderPortal } from "./open-provider-portal-schema.ts";

/** A link to the card provider's own page for its customer in a currency, with an audit row. */
export async function openProviderPortal(
  scope: Scope,
  input: z.output<typeof OpenProviderPortal>,
): Promise<z.output<typeof ProviderPortal>> {
  await checkReturnUrl(scope, input.return_url);
  const customer = await getActiveCustomerOrThrow(scope.db, scope, input.customer);
  if (input.currency !== undefined) requireSold(input.currency);
  const provider = await cardProviderOf(scope);
  const session = await makeMissingAnew(scope, async (lost) =>
    provider.createPortalSession({
      customerId: await ensureProviderCustomer(scope, provider, customer, {
        currency: input.currency ?? null,
        lost,
      }),
      returnUrl: input.return_url ?? scope.baseUrl,
    }),
  );
  // Cards can be removed and subscriptions changed there: the audit log says to whom the link was given.
  await scope.db.$transaction((tx) =>
    recordChange(tx, scope, {
      type: "provider_portal_session.created",
      objectType: "customer",
      objectId: customer.id,
      after: { customer_id: customer.id },
    }),
  );
  return session;
}
