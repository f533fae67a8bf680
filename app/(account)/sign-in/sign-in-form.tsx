"use client";

import { Eye, EyeOff } from "lucide-react";
import Link from "next/link";
import { type FormEvent, type Ref, useActionState, useEffect, useRef, useState } from "react";
import { EMPTY, NOT_AN_ADDRESS } from "../../../server/platform/schema/words-for-issue.ts";
import { FieldProblem } from "../../_components/form/field-problem.tsx";
import { Alert } from "../../_components/ui/alert.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { Input } from "../../_components/ui/input.tsx";
import { Label } from "../../_components/ui/label.tsx";
import { ASKS_FOR_CODE, signInWith } from "./sign-in-with.ts";

interface Attempt {
  email: string;
  /** Kept while the code of the second factor is asked for. */
  password: string;
  asksForCode: boolean;
  error: string | null;
}

const FIRST: Attempt = { email: "", password: "", asksForCode: false, error: null };

async function attempt(before: Attempt, form: FormData): Promise<Attempt> {
  const email = before.asksForCode ? before.email : String(form.get("email") ?? "").trim();
  const password = before.asksForCode ? before.password : String(form.get("password") ?? "");
  const code = String(form.get("code") ?? "").trim();
  const error = await signInWith({ email, password, ...(code && { code }) });
  if (error === ASKS_FOR_CODE) return { email, password, asksForCode: true, error: null };
  // Too many tries, or a password that changed meanwhile: begin anew.
  const isCodeWrong = before.asksForCode && error?.startsWith("The code") === true;
  return { email, password: isCodeWrong ? password : "", asksForCode: isCodeWrong, error };
}

/** What is wrong with the fields of a form, by their names, and the check before it is sent; the first wrong one takes the focus. */
function useOwnCheck() {
  const [problems, setProblems] = useState<Record<string, string>>({});
  function check(event: FormEvent<HTMLFormElement>) {
    const inputs = [...event.currentTarget.elements].filter((one) => one instanceof HTMLInputElement);
    const wrong = inputs.filter(({ validity }) => !validity.valid);
    setProblems(
      Object.fromEntries(
        wrong.map(({ name, validity }) => [name, validity.valueMissing ? EMPTY : NOT_AN_ADDRESS]),
      ),
    );
    if (wrong.length === 0) return;
    event.preventDefault();
    wrong[0]?.focus();
  }
  return { problems, check };
}

/** E-mail address and password. What went wrong is read out and the password is asked again. */
export function SignInForm() {
  const [{ email, error, asksForCode }, submit, isPending] = useActionState(attempt, FIRST);
  const password = useRef<HTMLInputElement>(null);
  const { problems, check } = useOwnCheck();

  useEffect(() => {
    if (error && !isPending) password.current?.focus();
  }, [error, isPending]);

  if (asksForCode) return <CodeForm error={error} submit={submit} isPending={isPending} />;

  return (
    <form noValidate action={submit} onSubmit={check} className="space-y-4">
      <Problem error={error} />
      <div className="space-y-1.5">
        <Label htmlFor="email">E-mail address</Label>
        <Input
          id="email"
          name="email"
          type="email"
          autoComplete="username"
          required
          autoFocus
          maxLength={254}
          defaultValue={email}
          {...describedBy(error, "email", problems.email)}
        />
        <FieldProblem id="email" error={problems.email} />
      </div>
      <div className="space-y-1.5">
        <Label htmlFor="password">Password</Label>
        <PasswordInput ref={password} described={describedBy(error, "password", problems.password)} />
        <FieldProblem id="password" error={problems.password} />
      </div>
      <Button type="submit" className="w-full" disabled={isPending}>
        {isPending ? "Signing in…" : "Sign in"}
      </Button>
      <p className="text-center text-[0.8125rem]">
        <Link href="/forgot-password" className="rounded text-link hover:underline">
          Forgot password?
        </Link>
      </p>
    </form>
  );
}

interface CodeProps {
  error: string | null;
  submit: (form: FormData) => void;
  isPending: boolean;
}

/** Asks for the code of the second factor. */
function CodeForm({ error, submit, isPending }: CodeProps) {
  const { problems, check } = useOwnCheck();
  return (
    <form noValidate action={submit} onSubmit={check} className="space-y-4">
      <Problem error={error} />
      <div className="space-y-1.5">
        <Label htmlFor="code">Code</Label>
        <Input
          id="code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          autoFocus
          maxLength={64}
          {...describedBy(error, "code", problems.code)}
        />
        <FieldProblem id="code" error={problems.code} />
        <p className="text-xs text-pretty text-muted">
          Six digits from your authenticator, or a recovery code.
        </p>
      </div>
      <Button type="submit" className="w-full" disabled={isPending}>
        {isPending ? "Signing in…" : "Continue"}
      </Button>
    </form>
  );
}

/** What went wrong, read out by a screen reader when it appears. */
function Problem({ error }: { error: string | null }) {
  return (
    <div role="alert">
      {error && (
        <Alert tone="negative" id="sign-in-error">
          {error}
        </Alert>
      )}
    </div>
  );
}

/** What a field is described by: its own problem before that of the whole attempt. */
function describedBy(error: string | null, name: string, problem: string | undefined) {
  if (problem) return { "aria-invalid": true, "aria-describedby": `${name}-error` };
  return error ? { "aria-invalid": true, "aria-describedby": "sign-in-error" } : {};
}

interface PasswordProps {
  ref: Ref<HTMLInputElement>;
  described: ReturnType<typeof describedBy>;
}

/** The field of the password, with a button that shows what was typed. */
function PasswordInput({ ref, described }: PasswordProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="relative">
      <Input
        ref={ref}
        id="password"
        name="password"
        type={isShown ? "text" : "password"}
        autoComplete="current-password"
        required
        maxLength={128}
        className="pr-10"
        {...described}
      />
      <Button
        variant="ghost"
        size="icon"
        className="absolute top-0.5 right-0.5"
        aria-label="Show password"
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </Button>
    </div>
  );
}
