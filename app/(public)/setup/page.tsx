import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { pagesBridge } from "../../_lib/bridge.ts";
import { SetUpForm } from "./lazy-form.tsx";

export const metadata: Metadata = { title: "Set up" };

/** Where the first person of a new installation begins. */
export default async function SetUpPage() {
  if (!(await pagesBridge().needsOwner())) redirect("/sign-in");
  return (
    <div className="w-full max-w-[26rem] px-5">
      <section
        aria-labelledby="set-up-title"
        className="sm:rounded-xl sm:border sm:bg-surface sm:p-8 sm:shadow-card"
      >
        <h1 id="set-up-title" className="text-xl font-semibold tracking-tight">
          Set up Usher
        </h1>
        <p className="mt-1 mb-6 text-[0.8125rem] text-pretty text-muted">
          Nobody has signed in here yet. You become the owner of your company, and of a sandbox beside it.
        </p>
        <SetUpForm />
      </section>
    </div>
  );
}
