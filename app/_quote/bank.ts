/** What the server answered to a change; its outcome is the client secret of a payment whose holder has to confirm it, or null. */
export interface Answer {
  outcome: string | null;
}

/** How the bank's confirmation of the payment stands that an answer asks for. */
export interface Bank<A extends Answer> {
  answer: A | null;
  step: "none" | "asking" | "confirmed" | "not confirmed";
  /** The secrets of the payments that were confirmed here. */
  confirmed: readonly string[];
}

export const NOT_ASKED = { answer: null, step: "none", confirmed: [] } as const;

export interface BankEvent<A extends Answer> {
  type: Exclude<Bank<A>["step"], "none">;
  answer: A;
}

/** Follows the confirmation of one answer's payment after the other's. An event of an earlier answer changes only what was confirmed. */
export function followBank<A extends Answer>(bank: Bank<A>, { type, answer }: BankEvent<A>): Bank<A> {
  const confirmed =
    type === "confirmed" && answer.outcome !== null ? [...bank.confirmed, answer.outcome] : bank.confirmed;
  if (type !== "asking" && bank.answer !== answer) return { ...bank, confirmed };
  return { answer, step: type, confirmed };
}

/**
 * Whether the bank is to be asked for this answer: once for each, and not again for a payment that was confirmed and is asked for all
 * the same.
 */
export const isBankNeeded = <A extends Answer>(bank: Bank<A>, answer: A): boolean =>
  answer.outcome !== null && answer !== bank.answer && !bank.confirmed.includes(answer.outcome);

/** The step of this answer: "none" where the bank is not asked for it. */
export const stepOf = <A extends Answer>(bank: Bank<A>, answer: A | null): Bank<A>["step"] =>
  answer !== null && bank.answer === answer ? bank.step : "none";
