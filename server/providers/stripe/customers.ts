import type Stripe from "stripe";
import type { CardProvider } from "../port.ts";
import { asking, isMissing } from "./errors.ts";

type Customers = Pick<
  CardProvider,
  "createCustomer" | "updateCustomer" | "deleteCustomer" | "readCustomer" | "createPortalSession"
>;

/** Customers at Stripe; ours is named in the metadata. */
export function customers(stripe: Stripe): Customers {
  return {
    createCustomer: ({ idempotencyKey, tenantId, customerId, externalId, email, name, testClockId }) =>
      asking(async () => {
        const params = {
          metadata: {
            usher_tenant: tenantId,
            usher_customer: customerId,
            usher_external_id: externalId.slice(0, 500),
          },
          ...(email !== null && { email }),
          ...(name !== null && { name }),
          ...(testClockId && { test_clock: testClockId }),
        };
        const { id } = await stripe.customers.create(params, { idempotencyKey });
        return { id };
      }),
    readCustomer: (id) =>
      asking(async () => {
        try {
          const known = await stripe.customers.retrieve(id);
          if (known.deleted) return null;
          return { id, email: known.email, name: known.name ?? null, metadata: known.metadata };
        } catch (error) {
          if (isMissing(error)) return null;
          throw error;
        }
      }),
    createPortalSession: ({ customerId, returnUrl }) =>
      asking(async () => {
        const configuration = await portalConfiguration(stripe);
        const params = { customer: customerId, configuration, return_url: returnUrl };
        const { url } = await stripe.billingPortal.sessions.create(params);
        return { url };
      }),
    deleteCustomer: (id) =>
      asking(async () => {
        try {
          await stripe.customers.del(id);
        } catch (error) {
          if (!isMissing(error)) throw error;
        }
      }),
    updateCustomer: (id, change) =>
      asking(async () => {
        // Stripe unsets a field that is sent empty.
        await stripe.customers.update(id, {
          ...(change.email !== undefined && { email: change.email ?? "" }),
          ...(change.name !== undefined && { name: change.name ?? "" }),
        });
      }),
  };
}

const PORTAL = { usher_portal: "cards and invoices" };

/**
 * What the portal offers: cards and invoices. Plans are changed and canceled through us, so that access, usage and the account
 * agree. An account that set up a portal of its own keeps that for itself.
 */
async function portalConfiguration(stripe: Stripe): Promise<string> {
  for await (const known of stripe.billingPortal.configurations.list({ active: true, limit: 100 })) {
    if (known.metadata?.usher_portal === PORTAL.usher_portal) return known.id;
  }
  const features = {
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
  };
  const made = await stripe.billingPortal.configurations.create(
    { features, metadata: PORTAL },
    { idempotencyKey: "portal:1" },
  );
  return made.id;
}
