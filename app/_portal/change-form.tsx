"use client";

import { type FormEvent, type ReactNode, useActionState, useEffect, useRef, useState } from "react";
import { Alert } from "../_components/ui/alert.tsx";
import { Button } from "../_components/ui/button.tsx";
import { type FormState, UNTOUCHED } from "../_visitor/form-state.ts";
import { askBank } from "./ask-bank.ts";

interface ChangeFormProps {
  /** Its outcome is the secret to confirm the payment with, when the bank needs a confirmation. */
  action(state: FormState, form: FormData): Promise<FormState>;
  /** Hidden fields of the form. */
  hidden: Record<string, string>;
  /** How the card provider's script is opened; null where nothing is paid by card. */
  card: { publishableKey: string; scriptUrl: string | null } | null;
  texts: { submit: string; confirming: string; notConfirmed: string };
  /** The ids of the forms whose choices were priced, as far as the page has them: the values of their fields are among the hidden ones. */
  choiceIds: string[];
  children?: ReactNode;
}

/**
 * Confirms a change of plan. When the bank needs a confirmation, its window opens first and the change is made afterwards. A choice
 * that was altered after it was priced is priced anew in place of being confirmed.
 */
export function ChangeForm({ action, hidden, card, texts, choiceIds, children }: ChangeFormProps) {
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
      const isConfirmed =
        publishableKey !== undefined && (await askBank({ publishableKey, scriptUrl, clientSecret }));
      setIsAsking(false);
      if (isConfirmed) form.current?.requestSubmit();
      else setFailure(notConfirmed);
    };
    void ask();
  }, [state, publishableKey, scriptUrl, notConfirmed]);
  const confirm = (event: FormEvent) => {
    setFailure(null);
    const altered = state.outcome === null ? alteredChoice(choiceIds, hidden) : null;
    if (altered === null) return;
    event.preventDefault();
    altered.requestSubmit();
  };
  const message = isPending || isAsking ? null : (failure ?? state.message);
  return (
    <form ref={form} action={send} onSubmit={confirm} className="mt-5">
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

/** The form of a choice whose fields differ from what was priced; null: none does. */
function alteredChoice(ids: string[], priced: Record<string, string>): HTMLFormElement | null {
  const forms = ids
    .map((id) => document.getElementById(id))
    .filter((form) => form instanceof HTMLFormElement);
  const isAltered = (form: HTMLFormElement) =>
    [...new FormData(form)].some(([name, value]) => priced[name] !== value);
  return forms.find(isAltered) ?? null;
}
