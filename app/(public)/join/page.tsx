import type { Metadata } from "next";
import { Panel } from "../_parts/panel.tsx";
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
    <Panel title="Choose a password">
      <JoinForm token={typeof token === "string" ? token : ""} />
    </Panel>
  );
}
