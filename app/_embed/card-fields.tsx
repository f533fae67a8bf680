"use client";

import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Appearance, Stripe, StripeElementLocale } from "@stripe/stripe-js";
import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import { Alert } from "../_components/ui/alert.tsx";
import { Button } from "../_components/ui/button.tsx";
import type { Messages } from "../_i18n/words.ts";
import { type CardSetup, confirmCard, readSetup, takeReturnedSecret } from "./card-setup.ts";
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
  const [start, setStart] = useState<CardSetup>({ status: "open" });
  const returnedSecret = useRef<string | null>(null);
  useEffect(() => {
    const open = async () => {
      const opened = await openStripe(publishableKey, scriptUrl);
      returnedSecret.current ??= takeReturnedSecret();
      if (opened && returnedSecret.current) setStart(await readSetup(opened, returnedSecret.current));
      setStripe(opened);
    };
    open().catch(() => setHasFailed(true));
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
      <Form {...form} clientSecret={clientSecret} start={start} />
    </Elements>
  );
}

interface FormProps extends Omit<CardFieldsProps, "publishableKey" | "scriptUrl" | "locale"> {
  /** How the card stands that was filled in before a bank's page led here. */
  start: CardSetup;
}

function Form({ hasButton = true, onSubmitter, ...form }: FormProps) {
  const { texts, clientSecret, start, ...outcome } = form;
  const stripe = useStripe();
  const { submit, take, failure, isSaving, isSaved } = useConfirmation(form);
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
        options={{ layout: "tabs" }}
        onReady={() => {
          setIsReady(true);
          outcome.onReady?.();
        }}
        onChange={({ complete }) => outcome.onChange?.(complete)}
        onLoadError={() => {
          // The fields do not load for a card that is saved already.
          void (stripe ? readSetup(stripe, clientSecret) : Promise.resolve(start)).then((setup) =>
            setup.status === "succeeded" ? take(setup) : setHasFailed(true),
          );
        }}
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
function useConfirmation({ clientSecret, start, texts, onSucceeded, onFailed }: FormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const isBusy = useRef(false);

  function take(setup: CardSetup): void {
    if (setup.status === "open") return;
    if (setup.status === "failed") {
      const { code, declineCode, message, isInFields } = setup;
      if (!isInFields) setFailure(message || texts.notSaved);
      onFailed?.({ code, declineCode, message });
      return;
    }
    const { paymentMethod, setupIntent } = setup;
    setIsSaved(true);
    onSucceeded({ paymentMethod, setupIntent });
  }

  async function confirm(): Promise<void> {
    if (!stripe || !elements || isBusy.current) return;
    isBusy.current = true;
    setIsSaving(true);
    setFailure(null);
    const setup = await confirmCard(stripe, elements, clientSecret);
    isBusy.current = false;
    setIsSaving(false);
    take(setup);
  }

  const latest = useRef({ confirm, take });
  latest.current = { confirm, take };
  useEffect(() => latest.current.take(start), [start]);
  const submit = useMemo(() => () => void latest.current.confirm(), []);
  return { submit, take, failure, isSaving, isSaved };
}
