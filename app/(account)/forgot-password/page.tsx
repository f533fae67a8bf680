import type { Metadata } from "next";
import Link from "next/link";
import { pagesBridge } from "../../_lib/bridge.ts";
import { Panel, PanelText } from "../_parts/panel.tsx";
import { ForgotPasswordForm } from "./lazy-form.tsx";

export const metadata: Metadata = { title: "Forgot password" };

/** Where a member asks for a link to choose a new password; or learns how they get one where no mails are sent. */
export default function ForgotPasswordPage() {
  const back = (
    <p className="mt-6 text-[0.8125rem]">
      <Link href="/sign-in" className="rounded text-link hover:underline">
        Back to sign in
      </Link>
    </p>
  );
  if (pagesBridge().sendsMail)
    return (
      <Panel
        title="Forgot your password?"
        intro="Enter your e-mail address. We send you a link to choose a new password."
      >
        <ForgotPasswordForm />
        {back}
      </Panel>
    );
  return (
    <Panel title="Forgot your password?">
      <PanelText>
        <p>
          This installation sends no mails. Ask its operator for a link, which they make on the server with
        </p>
        <pre className="overflow-x-auto rounded-md border bg-subtle px-3 py-2 font-mono text-xs text-foreground">
          npm run reset-password -- you@example.com
        </pre>
        <p>The link works once, for 30 minutes.</p>
      </PanelText>
      {back}
    </Panel>
  );
}
