"use client";

import { useActionState, useEffect } from "react";
import { type FormState, UNTOUCHED } from "./form-state.ts";
import { type FormTexts, FormView } from "./form-view.tsx";

interface ActionFormProps extends FormTexts {
  action(state: FormState, form: FormData): Promise<FormState>;
  /** On the button while the form is being sent. */
  wait: string;
}

/** A form of a public page. It also works without JavaScript: the server then renders the result. */
export function ActionForm({ action, wait, ...texts }: ActionFormProps) {
  const [state, send, isPending] = useActionState(action, UNTOUCHED);
  useEffect(() => {
    if (state.wrong) document.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [state]);
  const submit = isPending ? wait : texts.submit;
  return (
    <FormView {...texts} submit={submit} state={state} target={{ action: send }} isPending={isPending} />
  );
}
