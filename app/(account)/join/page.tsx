import type { Metadata } from "next";
import { showEmail } from "../../../server/platform/show-email.ts";
import { pagesBridge } from "../../_lib/bridge.ts";
import { Panel, PanelText } from "../_parts/panel.tsx";
import { JoinForm } from "./lazy-form.tsx";

export const metadata: Metadata = { title: "Join" };

/** Where the link of a team's invitation leads. */
export default async function JoinPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { token } = await searchParams;
  const invitation = typeof token === "string" ? await pagesBridge().invitation(token) : null;
  if (typeof token !== "string" || !invitation)
    return (
      <Panel title="Join">
        <PanelText>
          <p>The invitation is not valid any more, or its link is incomplete. Ask for a new one.</p>
        </PanelText>
      </Panel>
    );
  const { team, email } = invitation;
  return (
    <Panel
      title={`Join ${team}`}
      intro={`You were invited as ${showEmail(email)}. Choose a password; you sign in with it from now on.`}
    >
      <JoinForm token={token} />
    </Panel>
  );
}
