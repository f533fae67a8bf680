// The postMessage protocol between an embedded page and its host page. Each message names its element, so that it is not confused
// with other libraries' messages. Each is sent to one origin, and accepted from one origin and one window alone.

/** The elements that `/embed.js` defines: `<usher-card>` and `<usher-pricing>`. */
export type EmbedName = "card" | "pricing";

/** From the frame. `succeeded` and `failed` are the card form's, `chosen` is the price list's. */
export type FrameMessage = { usher: EmbedName } & FrameEvent;

export type FrameEvent =
  /** The frame listens; the card form now waits for `open`. */
  | { type: "hello" }
  /** What can be filled in or looked at is there. */
  | { type: "ready" }
  /** How high the content is, CSS pixels. */
  | { type: "resize"; height: number }
  /** Whether the card is filled in. */
  | { type: "change"; complete: boolean }
  /** The card is kept with the customer; no charge was made. */
  | { type: "succeeded"; payment_method: string; setup_intent: string }
  /** It is not, and the form says why; the customer can try again. */
  | { type: "failed"; code: string | null; decline_code: string | null; message: string }
  /** How the confirmation of a payment ended; `payment` is the payment intent of the secret that was given. */
  | { type: "payment"; payment: string; outcome: PaymentOutcome }
  /** A plan's button was pressed. */
  | { type: "chosen"; plan_price_id: string; drivers: { feature_key: string; steps: number }[]; url: string };

/** A payment that its holder confirmed, or that was not made. */
export type PaymentOutcome =
  | { status: "succeeded" | "processing"; payment_intent: string }
  | { status: "failed"; code: string | null; decline_code: string | null; message: string };

/** To the frame. */
export type HostMessage =
  /** The client secret of POST /v1/billing/cardprovider/setup-intent. It is never part of a URL. */
  | { usher: "card"; type: "open"; client_secret: string }
  /** As if the form's own button were pressed. */
  | { usher: "card"; type: "submit" }
  /** The client secret of a payment (card_authentication_required) that its holder has to confirm with the bank. */
  | { usher: "card"; type: "confirm_payment"; client_secret: string };
