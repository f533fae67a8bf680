"use client";

import { useLayoutEffect, useReducer, useRef } from "react";
import { askBank, type CardScript } from "../_embed/ask-bank.ts";
import { type Answer, type Bank, followBank, isBankNeeded, NOT_ASKED, stepOf } from "./bank.ts";

interface Options<A extends Answer> {
  /** null where nothing is paid by card: no payment is confirmed then. */
  card: CardScript | null;
  /** What the server answered last; null: nothing yet. */
  answer: A | null;
  /** Sends what was refused again, once its payment is confirmed. */
  again: () => unknown;
}

/**
 * Opens the bank's window when the server answers that a payment waits for its holder, and sends the change again once it is
 * confirmed. Returns how that stands for the last answer; its error is to be shown where it is "none".
 */
export function useBank<A extends Answer>({ card, answer, again }: Options<A>): Bank<A>["step"] {
  const [bank, tell] = useReducer(followBank<A>, NOT_ASKED);
  const latest = useRef({ card, again });
  latest.current = { card, again };
  const asked = useRef<A>(null);
  // Before the error is painted that the answer has for browsers without scripts.
  useLayoutEffect(() => {
    if (answer === null || answer.outcome === null || asked.current === answer) return;
    if (!isBankNeeded(bank, answer)) return;
    asked.current = answer;
    tell({ type: "asking", answer });
    const ask = async (clientSecret: string) => {
      const script = latest.current.card;
      const outcome = script && (await askBank(script, clientSecret));
      const isConfirmed = outcome !== null && outcome.status !== "failed";
      tell({ type: isConfirmed ? "confirmed" : "not confirmed", answer });
      if (isConfirmed) latest.current.again();
    };
    void ask(answer.outcome);
  }, [answer, bank]);
  return stepOf(bank, answer);
}
