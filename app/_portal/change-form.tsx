"use client";

import { type ReactNode, useActionState, useEffect, useRef, useState } from "react";
import { Alert } from "../_components/ui/alert.tsx";
import { Button } from "../_components/ui/button.tsx";
import { openStripe } from "../_embed/open-stripe.ts";
import { type FormState, UNTOUCHED } from "../_visitor/form-state.ts";

interface ChangeFormProps {
  /** Its outcome is the secret to confirm the payment with, when the bank needs a confirmation. */
  action(state: FormState, form: FormData): Promise<FormState>;
  /** Hidden fields of the form. */
  hidden: Record<string, string>;
  /** How the card provider's script is opened; null where nothing is paid by card. */
  card: { publishableKey: string; scriptUrl: string | null } | null;
  texts: { submit: string; confirming: string; notConfirmed: string };
  children?: ReactNode;
}

/** Confirms a change of plan. When the bank needs a confirmation, its window opens first and the change is made afterwards. */
export function ChangeForm({ action, hidden, card, texts, children }: ChangeFormProps) {
  const [state, send, isPending] = useActionState(action, UNTOUCHED);
  const [isAsking, setIsAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const { publishableKey, scriptUrl = null } = card ?? {};
  const { notConfirmed } = texts;
  useEffect(() => {
    const clientSecret = state.outcome;
    if (clientSecret === null) return;
    const ask = async () => {
      setFailure(null);
      setIsAsking(true);
      const isConfirmed = await askBank(publishableKey, scriptUrl, clientSecret);
      setIsAsking(false);
      if (isConfirmed) form.current?.requestSubmit();
      else setFailure(notConfirmed);
    };
    void ask();
  }, [state, publishableKey, scriptUrl, notConfirmed]);
  const message = isPending || isAsking ? null : (failure ?? state.message);
  return (
    <form ref={form} action={send} onSubmit={() => setFailure(null)} className="mt-5">
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <div role="alert">
        {message && (
          <Alert tone="negative" className="mb-3">
            {message}
          </Alert>
        )}
      </div>
      <Button type="submit" disabled={isPending || isAsking} className="h-10 px-4">
        {isAsking ? texts.confirming : texts.submit}
      </Button>
    </form>
  );
}

/** Opens the bank's window; returns whether the cardholder confirmed the payment. */
async function askBank(
  publishableKey: string | undefined,
  scriptUrl: string | null,
  clientSecret: string,
): Promise<boolean> {
  if (publishableKey === undefined) return false;
  try {
    const stripe = await openStripe(publishableKey, scriptUrl);
    const answer = await stripe?.handleNextAction({ clientSecret });
    return answer?.paymentIntent?.status === "succeeded" || answer?.paymentIntent?.status === "processing";
  } catch {
    return false;
  }
}
