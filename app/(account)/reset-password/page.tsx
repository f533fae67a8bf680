import type { Metadata } from "next";
import Link from "next/link";
import { Panel, PanelText } from "../_parts/panel.tsx";
import { ResetPasswordForm } from "./lazy-form.tsx";

export const metadata: Metadata = { title: "Choose a new password" };

/** Where the link of a member's password reset leads. The button spends the link, not the look. */
export default async function ResetPasswordPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { token } = await searchParams;
  if (typeof token !== "string" || token === "")
    return (
      <Panel title="Choose a new password">
        <PanelText>
          <p>
            The link is incomplete. Open it from the mail again, or{" "}
            <Link href="/forgot-password" className="rounded text-link hover:underline">
              ask for a new one
            </Link>
            .
          </p>
        </PanelText>
      </Panel>
    );
  return (
    <Panel title="Choose a new password" intro="You will be signed out on all devices.">
      <ResetPasswordForm token={token} />
    </Panel>
  );
}
