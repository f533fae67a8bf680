"use client";

import { type FormEvent, type ReactNode, useActionState, useRef } from "react";
import { Alert } from "../_components/ui/alert.tsx";
import { Button } from "../_components/ui/button.tsx";
import type { CardScript } from "../_embed/ask-bank.ts";
import { saysOutdated } from "../_quote/is-outdated.ts";
import { useBank } from "../_quote/use-bank.ts";
import { type FormState, UNTOUCHED } from "../_visitor/form-state.ts";

interface ChangeFormProps {
  /** Its outcome is the secret to confirm the payment with, when the bank needs a confirmation. */
  action(state: FormState, form: FormData): Promise<FormState>;
  /** Hidden fields of the form. */
  hidden: { quote: string } & Record<string, string>;
  /** null where nothing is paid by card. */
  card: CardScript | null;
  texts: { submit: string; confirming: string; notConfirmed: string; preview: string };
  /** The ids of the forms whose choices were priced, as far as the page has them: the values of their fields are among the hidden ones. */
  choiceIds: string[];
  children?: ReactNode;
}

/**
 * Confirms a change of plan. When the bank needs a confirmation, its window opens first and the change is made afterwards. A choice
 * that was altered after it was priced, and one whose price does not hold any more, is priced anew in place of being confirmed.
 */
export function ChangeForm({ action, hidden, card, texts, choiceIds, children }: ChangeFormProps) {
  const [state, send, isPending] = useActionState(action, UNTOUCHED);
  const form = useRef<HTMLFormElement>(null);
  const bank = useBank({ card, answer: state, again: () => form.current?.requestSubmit() });
  const isAtBank = bank === "asking" || bank === "confirmed";
  // Where the browser runs no scripts, the page that says so has a new quote already.
  const isOutdated = saysOutdated(state.wrong) && state.values.quote === hidden.quote;
  const confirm = (event: FormEvent) => {
    const altered = isAtBank ? null : alteredChoice(choiceIds, hidden);
    if (altered === null && !isOutdated) return;
    event.preventDefault();
    if (altered) altered.requestSubmit();
    else window.location.reload();
  };
  const refusal = bank === "not confirmed" ? texts.notConfirmed : state.message;
  const message = isPending || isAtBank ? null : refusal;
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
      <Button type="submit" disabled={isPending || isAtBank} className="h-10 px-4">
        {isAtBank ? texts.confirming : isOutdated ? texts.preview : texts.submit}
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
