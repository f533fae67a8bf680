import { BY_CARD, BY_INVOICE } from "../../../../server/platform/schema/provider.ts";
import { StartForm, type StartInput } from "./start-form.ts";
import type { AskedStart } from "./use-start-preview.ts";

type Typed = Record<string, unknown>;

/** What the server is asked about what is chosen now: without the fields that cannot be read yet. */
export function questionOf(typed: Typed): AskedStart {
  const text = (name: string) => String(typed[name] ?? "").trim();
  const isByTransfer = typed.payment === "TRANSFER";
  const email = StartForm.shape.email.safeParse(text("email"));
  const code = StartForm.shape.promotion_code.safeParse(text("promotion_code")).data;
  const days = StartForm.shape.due_days.safeParse(Number(text("due_days")));
  return {
    plan_price_id: text("plan_price_id"),
    provider: isByTransfer ? BY_INVOICE : BY_CARD,
    ...(Array.isArray(typed.drivers) && { drivers: typed.drivers }),
    ...(typed.who !== "NEW" && text("customer") && { customer: text("customer") }),
    ...(typed.who === "NEW" && email.success && { email: email.data }),
    ...(typed.payment === "CARD" && code && { promotion_code: code }),
    ...(isByTransfer && text("due_days") && days.success && { due_days: days.data }),
  };
}

export interface Payer {
  /** Whether a card provider is connected. */
  takesCards: boolean;
  isLive: boolean;
  /** The customer is known, or new. */
  isChosen: boolean;
  needsCard: boolean;
  hasCards: boolean;
}

/**
 * The way to pay that is proposed. Who has no card can enter one on a checkout page alone. Without a card provider a transfer is the
 * only way; a sandbox has test cards for everyone.
 */
export function usualPayment({
  takesCards,
  isLive,
  isChosen,
  needsCard,
  hasCards,
}: Payer): StartInput["payment"] {
  if (!takesCards) return "TRANSFER";
  return isLive && isChosen && needsCard && !hasCards ? "LINK" : "CARD";
}

/** Whether what is chosen as the card stays: one of these, or a token; not a card of another customer or currency. */
export const isCardKept = (card: string, own: readonly string[]): boolean =>
  card !== "" && (!card.startsWith("pm_") || own.includes(card));
