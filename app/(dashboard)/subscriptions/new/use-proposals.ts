"use client";

import { useEffect, useRef } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { cardFor, cardsIn } from "./card-for.ts";
import { type Offer, type Price, priceFor } from "./offers.ts";
import { isCardKept, type Payer, usualPayment } from "./start-question.ts";
import type { KnownCustomer } from "./use-customer.ts";

type Form = UseFormReturn<FieldValues>;

interface Chosen {
  form: Form;
  known: KnownCustomer;
  /** undefined: nobody, or one who is new. */
  customerId: string | undefined;
  offer: Offer | undefined;
  price: Price | undefined;
  payer: Payer;
}

/** Proposes what usually follows from what is chosen: the customer's currency, their card, and the way to pay. */
export function useProposals({ form, known, customerId, offer, price, payer }: Chosen): void {
  useOwnCurrency({ form, currency: known.currency, customerId, offer, price });
  useDefaultCard({ form, cards: customerId === undefined ? [] : known.cards, currency: price?.currency });
  useUsualPayment(form, payer);
}

/** Goes to the customer's own currency once they are chosen, where the plan is sold in it. */
function useOwnCurrency({
  form,
  currency,
  customerId,
  offer,
  price,
}: Pick<Chosen, "form" | "customerId" | "offer" | "price"> & { currency: string | undefined }): void {
  const done = useRef<string>(undefined);
  useEffect(() => {
    if (customerId === undefined || currency === undefined || done.current === customerId) return;
    done.current = customerId;
    if (!offer || !price || price.currency === currency) return;
    const own = priceFor(offer, { currency, interval: price.interval });
    if (own.currency === currency) form.setValue("plan_price_id", own.id);
  });
}

/** Chooses the card that is proposed, and lets go of one that is another customer's or of another currency. */
function useDefaultCard({
  form,
  cards,
  currency,
}: Pick<Chosen, "form"> & { cards: KnownCustomer["cards"]; currency: string | undefined }): void {
  const ids = cards && cardsIn(cards, currency).map(({ id }) => id);
  const proposed = cards && cardFor(cards, currency)?.id;
  const text = JSON.stringify([ids, proposed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the cards, which are made anew each time
  useEffect(() => {
    if (ids === undefined) return;
    if (!isCardKept(String(form.getValues("card") ?? ""), ids)) form.setValue("card", proposed ?? "");
  }, [text]);
}

/** Proposes the usual way to pay until another one is chosen; the only way there is stays. */
function useUsualPayment(form: Form, payer: Payer): void {
  const usual = usualPayment(payer);
  const { takesCards } = payer;
  useEffect(() => {
    if (!takesCards || !form.getFieldState("payment").isDirty)
      form.resetField("payment", { defaultValue: usual });
  }, [form, usual, takesCards]);
}
