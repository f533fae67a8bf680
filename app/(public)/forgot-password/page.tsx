import type { Metadata } from "next";
import Link from "next/link";
import { pagesBridge } from "../../_lib/bridge.ts";
import { ForgotPasswordForm } from "./lazy-form.tsx";

export const metadata: Metadata = { title: "Forgot password" };

/** Where a member asks for a link to choose a new password; or learns how they get one where no mails are sent. */
export default function ForgotPasswordPage() {
  return (
    <div className="w-full max-w-[26rem] px-5">
      <section
        aria-labelledby="forgot-title"
        className="sm:rounded-xl sm:border sm:bg-surface sm:p-8 sm:shadow-card"
      >
        <h1 id="forgot-title" className="mb-2 text-xl font-semibold tracking-tight">
          Forgot your password?
        </h1>
        {pagesBridge().sendsMail ? (
          <>
            <p className="mb-6 text-pretty text-muted">
              Enter your e-mail address. We send you a link to choose a new password.
            </p>
            <ForgotPasswordForm />
          </>
        ) : (
          <div className="space-y-3 text-pretty text-muted">
            <p>
              This installation sends no mails. Ask the person who runs it for a link: they make one on the
              server with
            </p>
            <pre className="overflow-x-auto rounded-md border bg-subtle px-3 py-2 font-mono text-xs text-foreground">
              npm run reset-password -- you@example.com
            </pre>
            <p>The link works once, for 30 minutes.</p>
          </div>
        )}
        <p className="mt-6 text-[0.8125rem]">
          <Link href="/sign-in" className="rounded text-link hover:underline">
            Back to sign in
          </Link>
        </p>
      </section>
    </div>
  );
}
