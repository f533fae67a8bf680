import Stripe from "stripe";
import type { CardProvider, MissingPermission } from "../port.ts";
import { callStripe } from "./errors.ts";

type Probe = MissingPermission & { ask(stripe: Stripe): Promise<unknown> };

/** An id that Stripe gives to nothing. */
const NOBODY = "usher_check";
const noCustomer = `cus_${NOBODY}`;

const reading = (resource: string, ask: Probe["ask"]): Probe => ({ resource, access: "read", ask });
const writing = (resource: string, ask: Probe["ask"]): Probe => ({ resource, access: "write", ask });

/**
 * One harmless call for each permission that calls of this adapter need, by the name that Stripe's dashboard has for it: a list of one,
 * or a change of something that does not exist. "GET: read, POST: write, DELETE: write", and "Write permissions imply read
 * permissions" (https://docs.stripe.com/keys/restricted-api-keys). That a permission is checked before the object is looked for was
 * observed by others who probe keys this way; where it is not, a permission that is missing is not noticed here.
 */
const PROBES: Probe[] = [
  writing("Customers", (stripe) => stripe.customers.update(noCustomer, { name: "" })),
  writing("Tax IDs", (stripe) => stripe.customers.deleteTaxId(noCustomer, `txi_${NOBODY}`)),
  writing("Products", (stripe) => stripe.products.del(`prod_${NOBODY}`)),
  writing("Prices", (stripe) => stripe.prices.update(`price_${NOBODY}`, { active: false })),
  writing("PaymentMethods", (stripe) => stripe.paymentMethods.detach(`pm_${NOBODY}`)),
  writing("SetupIntents", (stripe) => stripe.setupIntents.cancel(`seti_${NOBODY}`)),
  reading("PaymentIntents", (stripe) => stripe.paymentIntents.list({ limit: 1 })),
  writing("Subscriptions", (stripe) => stripe.subscriptions.resume(`sub_${NOBODY}`)),
  writing("Invoices", (stripe) => stripe.invoices.voidInvoice(`in_${NOBODY}`)),
  writing("Credit notes", (stripe) => stripe.creditNotes.voidCreditNote(`cn_${NOBODY}`)),
  writing("Charges and Refunds", (stripe) => stripe.refunds.update(`re_${NOBODY}`, {})),
  reading("Disputes", (stripe) => stripe.disputes.list({ limit: 1 })),
  reading("Promotion codes", (stripe) => stripe.promotionCodes.list({ limit: 1 })),
  writing("Checkout Sessions", (stripe) => stripe.checkout.sessions.expire(`cs_${NOBODY}`)),
  writing("Customer portal", (stripe) => stripe.billingPortal.sessions.create({ customer: noCustomer })),
  reading("Events", (stripe) => stripe.events.list({ limit: 1 })),
  writing("Webhook Endpoints", (stripe) => stripe.webhookEndpoints.del(`we_${NOBODY}`)),
];

/** How many are asked at once: 25 requests a second is Stripe's limit in test mode (https://docs.stripe.com/rate-limits). */
const AT_ONCE = 4;

/** Which permissions a restricted key lacks; a secret key has them all and is not asked. */
export function permissions(
  stripe: Stripe,
  { isRestricted }: { isRestricted: boolean },
): Pick<CardProvider, "listMissingPermissions"> {
  return {
    listMissingPermissions: () =>
      callStripe(async () => {
        const missing: MissingPermission[] = [];
        if (!isRestricted) return missing;
        for (let next = 0; next < PROBES.length; next += AT_ONCE) {
          const some = PROBES.slice(next, next + AT_ONCE);
          const granted = await Promise.all(some.map((probe) => isGranted(stripe, probe)));
          missing.push(
            ...some.filter((_, at) => !granted[at]).map(({ resource, access }) => ({ resource, access })),
          );
        }
        return missing;
      }),
  };
}

/** A refusal for any other reason than the permission means that the key has it. */
async function isGranted(stripe: Stripe, { ask }: Probe): Promise<boolean> {
  try {
    await ask(stripe);
    return true;
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return false;
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return true;
    throw error;
  }
}
