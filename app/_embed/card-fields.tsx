"use client";

import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Appearance, Stripe, StripeElementLocale, StripeError } from "@stripe/stripe-js";
import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import { Alert } from "../_components/ui/alert.tsx";
import { Button } from "../_components/ui/button.tsx";
import type { Messages } from "../_i18n/words.ts";
import { Note } from "./note.tsx";
import { openStripe } from "./open-stripe.ts";
import { readAppearance } from "./read-appearance.ts";

export interface CardOutcome {
  onReady?(): void;
  onChange?(complete: boolean): void;
  onSucceeded(card: { paymentMethod: string; setupIntent: string }): void;
  onFailed?(failure: { code: string | null; declineCode: string | null; message: string }): void;
}

interface CardFieldsProps extends CardOutcome {
  publishableKey: string;
  /** The script in place of the provider's own; null: the provider's own. */
  scriptUrl: string | null;
  clientSecret: string;
  locale: string;
  texts: Messages["card"];
  /** Whether the form has a button of its own. */
  hasButton?: boolean;
  /** Receives a function that confirms the card, for a button outside the form. */
  onSubmitter?(submit: () => void): void;
}

/** The card provider's own fields, and the button that saves the card. The card number is sent only to the provider. */
export function CardFields({ publishableKey, scriptUrl, clientSecret, locale, ...form }: CardFieldsProps) {
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [appearance, setAppearance] = useState<Appearance>();
  useEffect(() => {
    openStripe(publishableKey, scriptUrl).then(setStripe, () => setHasFailed(true));
  }, [publishableKey, scriptUrl]);
  useEffect(() => {
    const update = () => setAppearance(readAppearance());
    update();
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", update);
    return () => scheme.removeEventListener("change", update);
  }, []);
  if (hasFailed) return <Alert tone="negative">{form.texts.loadFailed}</Alert>;
  if (!appearance || !stripe) return null;
  // Our five languages are among the provider's.
  const options = { clientSecret, appearance, locale: locale as StripeElementLocale };
  return (
    <Elements stripe={stripe} options={options}>
      <Form {...form} />
    </Elements>
  );
}

type FormProps = Omit<CardFieldsProps, "publishableKey" | "scriptUrl" | "clientSecret" | "locale">;

function Form({ texts, hasButton = true, onSubmitter, ...outcome }: FormProps) {
  const { submit, failure, isSaving, isSaved } = useConfirmation(outcome);
  const [isReady, setIsReady] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => onSubmitter?.(submit), [onSubmitter, submit]);
  if (isSaved) return <Note>{texts.saved}</Note>;
  return (
    <form
      className="space-y-4"
      aria-label={texts.title}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
    >
      <PaymentElement
        options={{ layout: "tabs", wallets: { applePay: "never", googlePay: "never" } }}
        onReady={() => {
          setIsReady(true);
          outcome.onReady?.();
        }}
        onChange={({ complete }) => outcome.onChange?.(complete)}
        onLoadError={() => setHasFailed(true)}
      />
      <div role="alert">
        {(hasFailed || failure) && <Alert tone="negative">{hasFailed ? texts.loadFailed : failure}</Alert>}
      </div>
      {hasButton && (
        <>
          <Button type="submit" className="h-11 w-full text-base" disabled={isSaving || !isReady}>
            {isSaving ? texts.saving : texts.save}
          </Button>
          <p className="text-center text-xs text-muted">{texts.notCharged}</p>
        </>
      )}
    </form>
  );
}

/** Confirms the setup intent, one confirmation at a time, and reports the outcome. */
function useConfirmation({ onSucceeded, onFailed }: CardOutcome) {
  const stripe = useStripe();
  const elements = useElements();
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const isBusy = useRef(false);

  async function confirm(): Promise<void> {
    if (!stripe || !elements || isBusy.current) return;
    isBusy.current = true;
    setIsSaving(true);
    setFailure(null);
    const { error, setupIntent } = await stripe.confirmSetup({
      elements,
      redirect: "if_required",
      confirmParams: { return_url: window.location.href },
    });
    isBusy.current = false;
    setIsSaving(false);
    if (error) {
      // The provider's fields already show what is wrong with them.
      if (error.type !== "validation_error") setFailure(error.message ?? null);
      onFailed?.(toFailure(error));
      return;
    }
    const method = setupIntent.payment_method;
    setIsSaved(true);
    onSucceeded({
      paymentMethod: typeof method === "string" ? method : (method?.id ?? ""),
      setupIntent: setupIntent.id,
    });
  }

  const latest = useRef(confirm);
  latest.current = confirm;
  const submit = useMemo(() => () => void latest.current(), []);
  return { submit, failure, isSaving, isSaved };
}

function toFailure({ code, decline_code, message, type }: StripeError) {
  return { code: code ?? type, declineCode: decline_code ?? null, message: message ?? "" };
}
