"use client";

import { type FormEvent, useActionState, useEffect, useState } from "react";
import { type FormState, UNTOUCHED } from "./form-state.ts";
import { type Field, type FormTexts, FormView } from "./form-view.tsx";
import type { FormWords } from "./form-words.ts";

interface ActionFormProps extends FormTexts {
  action(state: FormState, form: FormData): Promise<FormState>;
  words: FormWords;
}

/** A form of a public page. It also works without JavaScript: the server then renders the result. */
export function ActionForm({ action, words, ...texts }: ActionFormProps) {
  const [state, send, isPending] = useActionState(action, UNTOUCHED);
  const [problems, setProblems] = useState<Record<string, string>>({});
  useEffect(() => {
    if (state.wrong || Object.keys(problems).length > 0)
      document.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [state, problems]);

  function check(event: FormEvent<HTMLFormElement>) {
    const found = problemsIn(event.currentTarget, texts.fields, words);
    setProblems(found);
    if (Object.keys(found).length > 0) event.preventDefault();
  }

  const submit = isPending ? words.wait : texts.submit;
  return (
    <FormView
      {...texts}
      submit={submit}
      state={state}
      problems={problems}
      target={{ action: send, noValidate: true, onSubmit: check }}
      isPending={isPending}
    />
  );
}

/** What is wrong with the fields, by their names, before anything is sent: in our words, not in a bubble of the browser's. */
function problemsIn(form: HTMLFormElement, fields: Field[], words: FormWords): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { name, type, hint } of fields) {
    const input = form.elements.namedItem(name);
    if (type === "hidden" || !(input instanceof HTMLInputElement) || input.validity.valid) continue;
    found[name] = input.validity.valueMissing
      ? words.missing
      : type === "email"
        ? /^[^@]*[^@\0-\u007f][^@]*@/u.test(input.value)
          ? words.onlyLatin
          : words.notAnAddress
        : (hint ?? words.missing);
  }
  return found;
}
