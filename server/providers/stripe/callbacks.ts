import type Stripe from "stripe";
import { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { CardProvider, ProviderCallback, UnreadableCallback } from "../port.ts";
import { isOfBalance } from "./balances.ts";
import { subscriptionOfInvoice } from "./ended-invoices.ts";
import { callStripe, isMissing, listAll } from "./errors.ts";
import { withIdempotencyKey } from "./with-idempotency-key.ts";

type Callbacks = Pick<
  CardProvider,
  | "registerCallbacks"
  | "readCallbacks"
  | "removeCallbacks"
  | "readCallback"
  | "listCardRenewalsSince"
  | "listTaxIdChangesSince"
>;

/** The API version of our requests and of the callbacks that we receive. */
export const API_VERSION = "2026-10-28.endive";

const TOLERANCE_SECONDS = 300;

/** A card network has told Stripe of a new number or date: https://docs.stripe.com/payments/save-and-reuse#automatic-card-updates. */
const CARD_RENEWED = "payment_method.automatically_updated";

/** A tax id came or went: customer.updated does not say it (Event.Type in the SDK). One never changes but in its verification. */
const TAX_ID_CHANGES = ["customer.tax_id.created", "customer.tax_id.deleted"] as const;

/** Of a draft: "an invoice that is for a subscription must be voided" (InvoiceResource.del in the SDK). */
const INVOICE_DELETED = "invoice.deleted";

/** The events that we subscribe to: all that we handle, and the one that a check of the callbacks causes. */
export const EVENTS: Stripe.WebhookEndpointCreateParams.EnabledEvent[] = [
  "checkout.session.completed",
  "customer.updated",
  ...TAX_ID_CHANGES,
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.pending_update_applied",
  "customer.subscription.pending_update_expired",
  "customer.subscription.resumed",
  "customer.subscription.trial_will_end",
  "invoice.created",
  "invoice.finalized",
  "invoice.finalization_failed",
  "invoice.updated",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.payment_action_required",
  "invoice.voided",
  "invoice.marked_uncollectible",
  INVOICE_DELETED,
  "credit_note.created",
  "credit_note.updated",
  "credit_note.voided",
  "charge.refunded",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "radar.early_fraud_warning.created",
  "radar.early_fraud_warning.updated",
  CARD_RENEWED,
  "product.deleted",
];

/** Webhooks: https://docs.stripe.com/webhooks. */
export function callbacks(stripe: Stripe, clock: Clock): Callbacks {
  return {
    // Always a new endpoint: Stripe does not show the secret of an existing one.
    registerCallbacks: (input) => callStripe(() => register(stripe, input)),
    readCallbacks: (id) =>
      callStripe(async () => {
        try {
          const { url, status } = await stripe.webhookEndpoints.retrieve(id);
          return { url, isEnabled: status === "enabled" };
        } catch (error) {
          if (isMissing(error)) return null;
          throw error;
        }
      }),
    removeCallbacks: (id) =>
      callStripe(async () => {
        try {
          await stripe.webhookEndpoints.del(id);
        } catch (error) {
          if (!isMissing(error)) throw error;
        }
      }),
    readCallback({ payload, signature, secrets }) {
      let cause = new Error("No signing secret is stored to verify the callback with.");
      for (const secret of secrets) {
        const read = verify(stripe, { payload, signature, secret, receivedAt: clock.now().getTime() });
        if (!(read instanceof Error)) return read;
        cause = read;
      }
      throw new ApiError("callback_signature_invalid", { cause });
    },
    // "List events, going back up to 30 days" (SDK, Events.d.ts).
    listCardRenewalsSince: (since) =>
      listAll(
        () =>
          stripe.events.list({
            type: CARD_RENEWED,
            created: { gte: Math.floor(since.getTime() / 1000) },
            limit: 100,
          }),
        viewEvent,
      ),
    async *listTaxIdChangesSince(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      for (const type of TAX_ID_CHANGES) {
        const owners = listAll(() => stripe.events.list({ type, created, limit: 100 }), ownerOfTaxId);
        for await (const id of owners) if (id !== null) yield id;
      }
    },
  };
}

/** An event in the port's form. */
function viewEvent(event: Stripe.Event): ProviderCallback {
  return {
    id: event.id,
    type: event.type,
    // "Time at which the object was created. Measured in seconds since the Unix epoch" (Event.created).
    occurredAt: new Date(event.created * 1000),
    providerSubscriptionId: subscriptionOf(event),
    providerInvoiceId: invoiceOf(event),
    isInvoiceDeleted: event.type === INVOICE_DELETED,
    providerCustomerId: customerOf(event),
    ...correctedBy(event),
    renewedCard: renewedCardOf(event),
    taxIdsOf: ownerOfTaxId(event),
    payload: { ...event },
  };
}

async function register(
  stripe: Stripe,
  { url, idempotencyKey }: Parameters<Callbacks["registerCallbacks"]>[0],
) {
  const metadata = { usher_registration: idempotencyKey };
  const params = { url, enabled_events: EVENTS, api_version: API_VERSION, metadata } as const;
  const endpoint = await withIdempotencyKey(
    idempotencyKey,
    (options) => stripe.webhookEndpoints.create(params, options),
    () => removeWithoutSecret(stripe, idempotencyKey),
  );
  if (!endpoint.secret)
    throw new ApiError("card_provider_answer_unknown", {
      cause: new Error("Stripe returned the endpoint without its secret."),
    });
  return { id: endpoint.id, secret: endpoint.secret };
}

/** The callback, readable or not, or why its signature is not accepted. */
function verify(
  stripe: Stripe,
  {
    payload,
    signature,
    secret,
    receivedAt,
  }: { payload: string; signature: string; secret: string; receivedAt: number },
): ProviderCallback | UnreadableCallback | Error {
  const given = [payload, signature, secret, TOLERANCE_SECONDS, undefined, receivedAt] as const;
  try {
    // Whatever this throws, nothing is verified.
    if (stripe.webhooks.signature?.verifyHeader(...given) !== true)
      return new Error("The signature could not be verified.");
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(...given);
  } catch {
    // Not JSON, or an event of another API.
    return { unreadable: "It is not an event of Stripe's, as JSON." };
  }
  return read(event);
}

/** "Unix timestamp" (Event.created); later ones have years of five digits, which no date of ours has. */
const LAST_SECOND = 253_402_300_799;
const Envelope = z.object({
  id: z.string(),
  object: z.literal("event"),
  type: z.string(),
  created: z.number().int().nonnegative().max(LAST_SECOND),
  data: z.object({ object: z.looseObject({}) }),
});

/** Objects are named by letters, digits and _ (Stripe's ids have a prefix such as sub_). */
const Id = z.string().regex(/^[\w-]{1,255}$/);
const Readable = z.object({
  id: Id,
  type: z.string().regex(/^[\w.-]{1,255}$/),
  providerSubscriptionId: Id.nullable(),
  providerInvoiceId: Id.nullable(),
  providerCustomerId: Id.nullable(),
  providerPaymentId: Id.nullable(),
  renewedCard: z.object({ customerId: Id, paymentMethodId: Id }).nullable(),
  taxIdsOf: Id.nullable(),
});

/** A verified event in the port's form, where all that we take from it is of the type that we know. */
function read(event: Stripe.Event): ProviderCallback | UnreadableCallback {
  const envelope = Envelope.safeParse(event);
  if (!envelope.success) return unreadable(envelope.error);
  try {
    const callback = viewEvent(event);
    const readable = Readable.safeParse(callback);
    return readable.success ? callback : unreadable(readable.error);
  } catch (error) {
    // Something that a field leads to is not there, or is not an object.
    if (error instanceof TypeError) return { unreadable: `Its object cannot be read: ${error.message}.` };
    throw error;
  }
}

function unreadable({ issues }: z.ZodError): UnreadableCallback {
  const fields = [...new Set(issues.map(({ path }) => path.join(".") || "the event"))];
  return { unreadable: `It cannot be read: ${fields.join(", ")} is missing or of another kind.` };
}

/** Deletes an endpoint whose secret was lost: its callbacks could not be verified. */
async function removeWithoutSecret(stripe: Stripe, registration: string): Promise<undefined> {
  for await (const { id, metadata } of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (metadata.usher_registration === registration) await stripe.webhookEndpoints.del(id);
  }
  return undefined;
}

/** The subscription that an event is about, by the type of its object. */
function subscriptionOf(event: Stripe.Event): string | null {
  const { object } = event.data;
  if (!("object" in object)) return null;
  if (object.object === "subscription") return object.id;
  if (object.object === "checkout.session") return idOf(object.subscription);
  if (object.object === "invoice") return subscriptionOfInvoice(object);
  return null;
}

function invoiceOf(event: Stripe.Event): string | null {
  const { object } = event.data;
  if (!("object" in object)) return null;
  if (object.object === "credit_note") return idOf(object.invoice);
  return object.object === "invoice" ? (object.id ?? null) : null;
}

const OF_PAYMENTS = new Set<string>(["refund", "charge", "dispute", "radar.early_fraud_warning"]);

/**
 * What an event takes back, or disputes: an invoice that its credit note names, or what a payment paid. A refund, a charge, a dispute
 * or a warning names no invoice (SDK, Refunds.d.ts, Charges.d.ts, Disputes.d.ts, Radar/EarlyFraudWarnings.d.ts).
 */
function correctedBy({ data: { object } }: Stripe.Event) {
  const kind = "object" in object ? object.object : null;
  const isOfPayment = kind !== null && OF_PAYMENTS.has(kind);
  return {
    isCorrection: kind === "credit_note",
    providerPaymentId: isOfPayment && "payment_intent" in object ? idOf(object.payment_intent) : null,
  };
}

/**
 * The customer whose balance an event may be about. Stripe has no event for a balance transaction (Event.Type in the SDK's Events.d.ts):
 * a customer.updated says that the balance changed (isOfBalance); the new one is read from Stripe. An endpoint from before we subscribed to
 * it tells of invoices that use the balance, or give it back.
 */
function customerOf(event: Stripe.Event): string | null {
  if (event.type === "customer.updated") return isOfBalance(event) ? event.data.object.id : null;
  if (event.type === "invoice.finalized" || event.type === "invoice.voided")
    return idOf(event.data.object.customer);
  return null;
}

/** A card of nobody's is of no use to anybody. */
function renewedCardOf(event: Stripe.Event): ProviderCallback["renewedCard"] {
  if (event.type !== CARD_RENEWED) return null;
  const { id: paymentMethodId, customer } = event.data.object;
  const customerId = idOf(customer);
  return customerId === null ? null : { customerId, paymentMethodId };
}

/** The customer whose tax ids an event is about; null: it is about none, or the account's own. */
function ownerOfTaxId({ data: { object } }: Stripe.Event): string | null {
  return "object" in object && object.object === "tax_id" ? idOf(object.customer) : null;
}

function idOf(reference: string | { id?: string } | null | undefined): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
