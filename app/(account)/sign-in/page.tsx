import type { Metadata, Route } from "next";
import { redirect } from "next/navigation";
import { Alert } from "../../_components/ui/alert.tsx";
import { pagesBridge } from "../../_lib/bridge.ts";
import { nextPage } from "../../_lib/next-page.ts";
import { readMember } from "../../_lib/session.ts";
import { Panel } from "../_parts/panel.tsx";
import { SignInElsewhere } from "./sign-in-elsewhere.tsx";
import { SignInForm } from "./sign-in-form.tsx";

const NO_MEMBER = "That account belongs to no member, or its address is not confirmed.";
const ANOTHER_ACCOUNT =
  "You have signed in with another account of this provider before. Use that one, or your password. If you no longer have it, ask an owner to remove you from the team and to invite you again.";

export const metadata: Metadata = { title: "Sign in" };

/** Where members of a tenant sign in to its dashboard. */
export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const bridge = pagesBridge();
  if (await bridge.needsOwner()) redirect("/setup");
  const { error, reset, next } = await searchParams;
  const page = nextPage(new URLSearchParams(typeof next === "string" ? { next } : {}));
  if (await readMember()) redirect(page as Route);
  const { hasDemo, identityProviders } = bridge;
  const elsewhere = [
    ...(identityProviders.google ? [{ id: "google", name: "Google" }] : []),
    ...(identityProviders.github ? [{ id: "github", name: "GitHub" }] : []),
    ...(identityProviders.oidc ? [{ id: "oidc", name: identityProviders.oidc.name }] : []),
  ];
  return (
    <Panel title="Sign in to Usher" below={hasDemo && <DemoHint />}>
      {error !== undefined && (
        <Alert tone="negative" className="mb-4">
          {error === "another-account" ? ANOTHER_ACCOUNT : NO_MEMBER}
        </Alert>
      )}
      {reset === "done" && (
        <Alert className="mb-4">The password has been changed. Sign in with the new one.</Alert>
      )}
      <SignInForm />
      <SignInElsewhere providers={elsewhere} page={page} />
    </Panel>
  );
}

function DemoHint() {
  return (
    <p className="mt-5 text-xs text-pretty text-muted sm:text-center">
      Just looking? The demo account&apos;s address and password are in the terminal where Usher was started,
      and in the file <code className="font-mono text-foreground">demo.json</code> of its data folder.
    </p>
  );
}
