import type { Metadata } from "next";
import { JoinForm } from "./lazy-form.tsx";

export const metadata: Metadata = { title: "Join" };

/** Where the link of a team's invitation leads. */
export default async function JoinPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { token } = await searchParams;
  return (
    <div className="w-full max-w-[26rem] px-5">
      <section
        aria-labelledby="join-title"
        className="sm:rounded-xl sm:border sm:bg-surface sm:p-8 sm:shadow-card"
      >
        <h1 id="join-title" className="mb-6 text-xl font-semibold tracking-tight">
          Choose a password
        </h1>
        <JoinForm token={typeof token === "string" ? token : ""} />
      </section>
    </div>
  );
}
