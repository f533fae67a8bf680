import type Stripe from "stripe";
import { systemClock } from "../../platform/clock.ts";
import type { CardProvider, NewProviderCustomer } from "../port.ts";
import { callStripe, isMissing } from "./errors.ts";
import { addressParams, readTaxDetails, setTaxIds } from "./tax-details.ts";
import { withIdempotencyKey } from "./with-idempotency-key.ts";

type Customers = Pick<
  CardProvider,
  | "createCustomer"
  | "updateCustomer"
  | "deleteCustomer"
  | "readCustomer"
  | "readTaxDetails"
  | "createPortalSession"
>;

/** Customers at Stripe; the metadata holds the id of our customer. */
export function customers(stripe: Stripe): Customers {
  return {
    createCustomer: ({
      idempotencyKey,
      tenantId,
      customerId,
      currency,
      externalId,
      email,
      name,
      testClockId,
    }) =>
      callStripe(async () => {
        const params = {
          metadata: {
            usher_tenant: tenantId,
            usher_customer: customerId,
            usher_external_id: externalId.slice(0, 500),
            ...(currency && { usher_currency: currency }),
          },
          ...(email !== null && { email }),
          ...(name !== null && { name }),
          ...(testClockId && { test_clock: testClockId }),
        };
        const { id } = await withIdempotencyKey(
          idempotencyKey,
          (options) => stripe.customers.create(params, options),
          () => findCreated(stripe, { customerId, currency, email, testClockId }),
        );
        return { id };
      }),
    readTaxDetails: (id) => callStripe(() => readTaxDetails(stripe, id)),
    readCustomer: (id) =>
      callStripe(async () => {
        try {
          const known = await stripe.customers.retrieve(id);
          if (known.deleted) return null;
          const { email, name = null, metadata } = known;
          return { id, email, name, currency: known.currency?.toUpperCase() ?? null, metadata };
        } catch (error) {
          if (isMissing(error)) return null;
          throw error;
        }
      }),
    createPortalSession: ({ customerId, returnUrl }) =>
      callStripe(async () => {
        const configuration = await portalConfiguration(stripe);
        const params = { customer: customerId, configuration, return_url: returnUrl };
        const { url } = await stripe.billingPortal.sessions.create(params);
        return { url };
      }),
    deleteCustomer: (id) =>
      callStripe(async () => {
        try {
          await stripe.customers.del(id);
        } catch (error) {
          if (!isMissing(error)) throw error;
        }
      }),
    updateCustomer: (id, change) =>
      callStripe(async () => {
        // Stripe unsets a field that is sent empty.
        const params = {
          ...(change.email !== undefined && { email: change.email ?? "" }),
          ...(change.name !== undefined && { name: change.name ?? "" }),
          ...(change.address && { address: addressParams(change.address) }),
        };
        if (Object.keys(params).length > 0) await stripe.customers.update(id, params);
        if (change.taxIds) await setTaxIds(stripe, id, change.taxIds);
      }),
  };
}

const DAY_SECONDS = 86_400;
/** Stripe lists the newest first; a customer that was just created is among them. */
const MAX_LISTED = 300;

/** The Stripe customer created for ours, and for a currency, within the last day. */
async function findCreated(
  stripe: Stripe,
  {
    customerId,
    currency,
    email,
    testClockId,
  }: Pick<NewProviderCustomer, "customerId" | "currency" | "email" | "testClockId">,
): Promise<Stripe.Customer | undefined> {
  const made = await stripe.customers
    .list({
      limit: 100,
      ...(email !== null && { email }),
      // Stripe lists the customers of a test clock only under `test_clock`; their creation times are the clock's.
      ...(testClockId
        ? { test_clock: testClockId }
        : { created: { gte: Math.floor(systemClock.now().getTime() / 1000) - DAY_SECONDS } }),
    })
    .autoPagingToArray({ limit: MAX_LISTED });
  return made.find(
    ({ metadata }) =>
      metadata.usher_customer === customerId && (metadata.usher_currency ?? null) === (currency ?? null),
  );
}

const PORTAL = { usher_portal: "cards, invoices, address and tax ids" };

/**
 * The configuration of the portal that we open: cards, invoices, and what taxes are computed from. Plans are changed and canceled in Usher, so that access and
 * usage agree with Stripe. The account's own portal configuration is not touched.
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
    customer_update: { enabled: true, allowed_updates: ["address" as const, "tax_id" as const] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
  };
  const params = { features, metadata: PORTAL };
  const made = await withIdempotencyKey(
    "portal:2",
    (options) => stripe.billingPortal.configurations.create(params, options),
    find,
  );
  return made.id;
}
