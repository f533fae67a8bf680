import type Stripe from "stripe";
import { systemClock } from "../../platform/clock.ts";
import type { CardProvider, NewProviderCustomer } from "../port.ts";
import { asking, isMissing } from "./errors.ts";
import { keyed } from "./keyed.ts";

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
        const { id } = await keyed(
          idempotencyKey,
          (options) => stripe.customers.create(params, options),
          () => findMade(stripe, { customerId, email, testClockId }),
        );
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

const DAY_SECONDS = 86_400;
/** Stripe lists the newest first; one that was just made is among them. */
const MAX_LISTED = 300;

/** One that was made for ours within the last day. */
async function findMade(
  stripe: Stripe,
  { customerId, email, testClockId }: Pick<NewProviderCustomer, "customerId" | "email" | "testClockId">,
): Promise<Stripe.Customer | undefined> {
  const made = await stripe.customers
    .list({
      limit: 100,
      ...(email !== null && { email }),
      // Customers of a test clock are listed with it alone, and live in its time.
      ...(testClockId
        ? { test_clock: testClockId }
        : { created: { gte: Math.floor(systemClock.now().getTime() / 1000) - DAY_SECONDS } }),
    })
    .autoPagingToArray({ limit: MAX_LISTED });
  return made.find(({ metadata }) => metadata.usher_customer === customerId);
}

const PORTAL = { usher_portal: "cards and invoices" };

/**
 * What the portal offers: cards and invoices. Plans are changed and canceled through us, so that access, usage and the account
 * agree. An account that set up a portal of its own keeps that for itself.
 */
async function portalConfiguration(stripe: Stripe): Promise<string> {
  const find = async () => {
    for await (const known of stripe.billingPortal.configurations.list({ active: true, limit: 100 })) {
      if (known.metadata?.usher_portal === PORTAL.usher_portal) return known;
    }
    return undefined;
  };
  const known = await find();
  if (known) return known.id;
  const features = {
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
  };
  const params = { features, metadata: PORTAL };
  const made = await keyed(
    "portal:1",
    (options) => stripe.billingPortal.configurations.create(params, options),
    find,
  );
  return made.id;
}
