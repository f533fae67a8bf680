"use client";

import { type ReactNode, useActionState } from "react";
import { Alert } from "../_components/ui/alert.tsx";
import { Button } from "../_components/ui/button.tsx";
import { type FormState, UNTOUCHED } from "../_visitor/form-state.ts";

interface SmallFormProps {
  action(state: FormState, form: FormData): Promise<FormState>;
  /** Hidden fields of the form. */
  hidden: Record<string, string>;
  submit: string;
  variant?: "primary" | "secondary";
  className?: string;
  children?: ReactNode;
}

/** A form with only a button; shows the error when the action fails. */
export function SmallForm({ action, hidden, submit, variant, className, children }: SmallFormProps) {
  const [state, send, isPending] = useActionState(action, UNTOUCHED);
  return (
    <form action={send} className={className}>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <div role="alert">
        {state.message && (
          <Alert tone="negative" className="mb-3">
            {state.message}
          </Alert>
        )}
      </div>
      <Button type="submit" variant={variant} disabled={isPending} className="h-10 px-4">
        {submit}
      </Button>
    </form>
  );
}
