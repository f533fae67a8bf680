import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { pagesBridge } from "../../_lib/bridge.ts";
import { readMember } from "../../_lib/session.ts";
import { SignInForm } from "./sign-in-form.tsx";

export const metadata: Metadata = { title: "Sign in" };

/** Where members of a tenant sign in to its dashboard. */
export default async function SignInPage() {
  if (await readMember()) redirect("/");
  const { demoFile } = pagesBridge();
  return (
    <div className="w-full max-w-[26rem] px-5">
      <section
        aria-labelledby="sign-in-title"
        className="sm:rounded-xl sm:border sm:bg-surface sm:p-8 sm:shadow-card"
      >
        <h1 id="sign-in-title" className="mb-6 text-xl font-semibold tracking-tight">
          Sign in to Usher
        </h1>
        <SignInForm />
      </section>
      {demoFile && (
        <p className="mt-5 text-xs text-pretty text-muted sm:text-center">
          Just looking? The demo account&apos;s address and password are in the terminal where Usher was
          started, and in <code className="font-mono text-foreground">{demoFile}</code>.
        </p>
      )}
    </div>
  );
}
