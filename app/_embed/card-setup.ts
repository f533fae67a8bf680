import type { SetupIntent, Stripe, StripeElements, StripeError } from "@stripe/stripe-js";

/** How the saving of a card stands, by the states of a setup intent (https://docs.stripe.com/payments/setupintents/lifecycle). */
export type CardSetup =
  | { status: "succeeded"; paymentMethod: string; setupIntent: string }
  /** The card waits to be filled in. */
  | { status: "open" }
  | CardFailure;

interface CardFailure {
  status: "failed";
  code: string | null;
  declineCode: string | null;
  message: string;
  /** Whether the provider's fields show it already. */
  isInFields: boolean;
}

interface Answer {
  setupIntent?: SetupIntent | undefined;
  error?: StripeError | undefined;
}

/** How often, and how many seconds apart, a setup intent that is being processed is read again. */
const READS = 10;
const SECONDS_BETWEEN = 2;

/** Confirms the card in the fields. The bank may lead the customer away; it then leads back to this page. Never throws. */
export function confirmCard(
  stripe: Stripe,
  elements: StripeElements,
  clientSecret: string,
): Promise<CardSetup> {
  const confirmParams = { return_url: window.location.href };
  return settle(stripe, clientSecret, () =>
    stripe.confirmSetup({ elements, redirect: "if_required", confirmParams }),
  );
}

/** How a setup intent stands that may have been confirmed before, such as one that a bank's page returned with. Never throws. */
export function readSetup(stripe: Stripe, clientSecret: string): Promise<CardSetup> {
  return settle(stripe, clientSecret, () => stripe.retrieveSetupIntent(clientSecret));
}

/**
 * Takes the client secret that a bank's page returned with out of the address of this page; null without one
 * (`setup_intent_client_secret`, https://docs.stripe.com/payments/save-and-reuse).
 */
export function takeReturnedSecret(): string | null {
  const url = new URL(window.location.href);
  const secret = url.searchParams.get("setup_intent_client_secret");
  if (secret === null) return null;
  for (const name of ["setup_intent", "setup_intent_client_secret", "redirect_status"])
    url.searchParams.delete(name);
  window.history.replaceState(window.history.state, "", url);
  return secret;
}

async function settle(stripe: Stripe, clientSecret: string, ask: () => Promise<Answer>): Promise<CardSetup> {
  try {
    let answer = await ask();
    if (answer.setupIntent?.status === "requires_action")
      answer = await stripe.handleNextAction({ clientSecret });
    for (let read = 0; read < READS && answer.setupIntent?.status === "processing"; read++) {
      await new Promise((resolve) => setTimeout(resolve, SECONDS_BETWEEN * 1000));
      answer = await stripe.retrieveSetupIntent(clientSecret);
    }
    return setupOf(answer);
  } catch {
    // The provider's script throws at developers alone: its words are not for the customer.
    return NO_ANSWER;
  }
}

const NO_ANSWER: CardFailure = {
  status: "failed",
  code: null,
  declineCode: null,
  message: "",
  isInFields: false,
};

function setupOf({ setupIntent, error }: Answer): CardSetup {
  if (error) return failed(error);
  if (!setupIntent) return NO_ANSWER;
  const { id, status, payment_method: method, last_setup_error: refusal } = setupIntent;
  if (status === "succeeded") {
    const paymentMethod = typeof method === "string" ? method : (method?.id ?? "");
    return { status, paymentMethod, setupIntent: id };
  }
  if (status !== "requires_payment_method" && status !== "requires_confirmation")
    return { ...NO_ANSWER, code: status };
  return refusal ? failed(refusal) : { status: "open" };
}

interface Refusal {
  type: string;
  code?: string | undefined;
  decline_code?: string | undefined;
  message?: string | undefined;
}

function failed({ type, code, decline_code, message }: Refusal): CardFailure {
  return {
    status: "failed",
    code: code ?? type,
    declineCode: decline_code ?? null,
    message: message ?? "",
    isInFields: type === "validation_error",
  };
}
