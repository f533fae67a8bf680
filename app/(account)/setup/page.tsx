import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { pagesBridge } from "../../_lib/bridge.ts";
import { Panel, PanelText } from "../_parts/panel.tsx";
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
  if (typeof token === "string" && bridge.isSetupToken(token))
    return (
      <Panel
        title="Set up Usher"
        intro="You become the owner of your company here. You begin in its sandbox, where nothing costs anything, and go live when you are ready."
      >
        <SetUpForm token={token} />
      </Panel>
    );
  return (
    <Panel title="Set up Usher">
      <PanelText>
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
      </PanelText>
    </Panel>
  );
}
