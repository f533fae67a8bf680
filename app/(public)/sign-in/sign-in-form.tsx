"use client";

import { Eye, EyeOff } from "lucide-react";
import { useActionState, useEffect, useRef, useState } from "react";
import { Alert } from "../../_components/ui/alert.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { Input } from "../../_components/ui/input.tsx";
import { Label } from "../../_components/ui/label.tsx";
import { signInWith } from "./sign-in-with.ts";

interface Attempt {
  email: string;
  error: string | null;
}

async function attempt(_: Attempt, form: FormData): Promise<Attempt> {
  const email = String(form.get("email") ?? "").trim();
  const error = await signInWith({ email, password: String(form.get("password") ?? "") });
  return { email, error };
}

/** E-mail address and password. What went wrong is read out and the password is asked again. */
export function SignInForm() {
  const [{ email, error }, submit, isPending] = useActionState(attempt, { email: "", error: null });
  const [isShown, setIsShown] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const described = error ? { "aria-invalid": true, "aria-describedby": "sign-in-error" } : {};

  useEffect(() => {
    if (error && !isPending) password.current?.focus();
  }, [error, isPending]);

  return (
    <form action={submit} className="space-y-4">
      <div role="alert">
        {error && (
          <Alert tone="negative" id="sign-in-error">
            {error}
          </Alert>
        )}
      </div>
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
          {...described}
        />
      </div>
      <div className="space-y-1.5">
        <Label htmlFor="password">Password</Label>
        <div className="relative">
          <Input
            ref={password}
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
      </div>
      <Button type="submit" className="w-full" disabled={isPending}>
        {isPending ? "Signing in…" : "Sign in"}
      </Button>
    </form>
  );
}
