"use client";

import Link from "next/link";
import { useActionState } from "react";
import type { FormState } from "../app/account-actions.ts";

interface Props {
  title: string;
  action: (state: FormState, form: FormData) => Promise<FormState>;
  button: string;
  isNew: boolean;
}

/** The form to sign up or in. */
export function AccountForm({ title, action, button, isNew }: Props) {
  const [state, send, isPending] = useActionState(action, {});
  if (state.done)
    return (
      <section className="card narrow">
        <h1>Thank you</h1>
        <p role="status">{state.done}</p>
      </section>
    );
  return (
    <section className="card narrow">
      <h1>{title}</h1>
      <form action={send}>
        <label>
          E-mail address
          <input name="email" type="email" autoComplete="email" required defaultValue={state.email} />
        </label>
        <label>
          Password
          <input
            name="password"
            type="password"
            autoComplete={isNew ? "new-password" : "current-password"}
            minLength={isNew ? 10 : undefined}
            required
          />
        </label>
        {state.error && (
          <p role="alert" className="error">
            {state.error}
          </p>
        )}
        <button type="submit" className="button primary" disabled={isPending}>
          {button}
        </button>
      </form>
      <p className="muted">
        {isNew ? (
          <Link href="/sign-in">I have an account</Link>
        ) : (
          <Link href="/sign-up">Make an account</Link>
        )}
      </p>
    </section>
  );
}
