import type { Metadata } from "next";
import Link from "next/link";
import { ResetPasswordForm } from "./lazy-form.tsx";

export const metadata: Metadata = { title: "Choose a new password" };

/** Where the link of a member's password reset leads. The button spends the link, not the look. */
export default async function ResetPasswordPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { token } = await searchParams;
  return (
    <div className="w-full max-w-[26rem] px-5">
      <section
        aria-labelledby="reset-title"
        className="sm:rounded-xl sm:border sm:bg-surface sm:p-8 sm:shadow-card"
      >
        <h1 id="reset-title" className="mb-2 text-xl font-semibold tracking-tight">
          Choose a new password
        </h1>
        {typeof token === "string" && token !== "" ? (
          <>
            <p className="mb-6 text-pretty text-muted">You will be signed out on all devices.</p>
            <ResetPasswordForm token={token} />
          </>
        ) : (
          <p className="text-pretty text-muted">
            The link is incomplete. Open it from the mail again, or{" "}
            <Link href="/forgot-password" className="rounded text-link hover:underline">
              ask for a new one
            </Link>
            .
          </p>
        )}
      </section>
    </div>
  );
}
