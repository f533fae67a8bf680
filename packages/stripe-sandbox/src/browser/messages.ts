/** What the page's script asks of the frame that holds the card fields. Over a port that only the two have. */
export type Ask =
  | { id: number; call: "confirm"; kind: IntentKind; clientSecret: string; billing: BillingDetails }
  | { id: number; call: "create"; kind: "payment_method" | "token"; billing: BillingDetails }
  | { id: number; call: "check" }
  | { call: "look"; look: Look }
  | { call: "focus" | "blur" | "clear" };

/** What the frame tells. */
export type Tell =
  | { event: "ready" | "focus" | "blur" }
  | { event: "resize"; height: number }
  | { event: "change"; complete: boolean; empty: boolean; brand: string }
  | { event: "answer"; id: number; answer: Answer };

export type IntentKind = "setup_intent" | "payment_intent";

/** As Stripe's script answers: the object under its name, or the error. */
export type Answer = { error: StripeFault } | { object: Record<string, unknown> };

export interface StripeFault {
  type: string;
  code?: string;
  message: string;
}

/** Fields of `billing_details` as a form sends them, flattened to one level. */
export type BillingDetails = Record<string, string>;

/** The frame's first message, which brings the port. */
export interface Opening {
  sandbox: "open";
  key: string;
  look: Look;
}

/** What is taken of Stripe's appearance options. */
export interface Look {
  theme?: string;
  variables?: Record<string, string>;
}

/** Words of the fields. */
export interface Texts {
  card: string;
  number: string;
  expiry: string;
  expiryHint: string;
  cvc: string;
  incompleteNumber: string;
  wrongNumber: string;
  incompleteExpiry: string;
  pastExpiry: string;
  incompleteCvc: string;
}
