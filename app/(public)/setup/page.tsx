import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { pagesBridge } from "../../_lib/bridge.ts";
import { SetUpForm } from "./lazy-form.tsx";

export const metadata: Metadata = { title: "Set up" };

function Code({ children }: { children: string }) {
  return <code className="font-mono text-foreground">{children}</code>;
}

/** Where a new installation gets its owner: who has the setup token from the server's terminal or data folder. */
export default async function SetUpPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const bridge = pagesBridge();
  if (!(await bridge.needsOwner())) redirect("/sign-in");
  const { token } = await searchParams;
  const isAllowed = typeof token === "string" && bridge.isSetupToken(token);
  return (
    <div className="w-full max-w-[26rem] px-5">
      <section
        aria-labelledby="set-up-title"
        className="sm:rounded-xl sm:border sm:bg-surface sm:p-8 sm:shadow-card"
      >
        <h1 id="set-up-title" className="text-xl font-semibold tracking-tight">
          Set up Usher
        </h1>
        {isAllowed ? (
          <>
            <p className="mt-1 mb-6 text-[0.8125rem] text-pretty text-muted">
              This installation has no owner yet. You become the owner of your company, and of a sandbox
              beside it.
            </p>
            <SetUpForm token={token} />
          </>
        ) : (
          <div className="mt-1 space-y-3 text-[0.8125rem] text-pretty text-muted">
            <p>
              This installation has no owner yet.{" "}
              {token === undefined
                ? "To become its owner, open the address with the setup token."
                : "The setup token in the address is not the right one."}
            </p>
            <p>
              The server prints the address at each start: look in its terminal or log for{" "}
              <Code>/setup?token=…</Code>. The token is also in the file <Code>setup-token</Code> of the data
              folder (<Code>.usher</Code>, or <Code>USHER_DATA_DIR</Code>).
            </p>
          </div>
        )}
      </section>
    </div>
  );
}
