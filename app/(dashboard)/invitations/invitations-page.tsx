"use client";

import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { PageHeader } from "../../_components/page-header.tsx";
import { Views } from "../../_components/table/views.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { useMay } from "../../_lib/use-loaded.ts";
import { CodesTable } from "./codes-table.tsx";

// The dialogs know the catalog, which the page itself does not need.
const InviteByMail = dynamic(() => import("./create-dialogs.tsx").then((module) => module.InviteByMail), {
  ssr: false,
  loading: () => (
    <Button variant="secondary" disabled>
      Invite by mail
    </Button>
  ),
});
const NewCode = dynamic(() => import("./create-dialogs.tsx").then((module) => module.NewCode), {
  ssr: false,
  loading: () => <Button disabled>New code</Button>,
});

const CutNotice = dynamic(() => import("./cut-notice.tsx").then((module) => module.CutNotice), {
  ssr: false,
});

const KINDS = [
  { value: "codes", label: "Codes" },
  { value: "tokens", label: "By mail" },
  { value: "redemptions", label: "Redemptions" },
] as const;

// Loaded when they are shown.
const TokensTable = dynamic(() => import("./tokens-table.tsx").then((module) => module.TokensTable));
const RedemptionsTable = dynamic(() =>
  import("./redemptions-table.tsx").then((module) => module.RedemptionsTable),
);

/** Invitation codes, invitations by mail, and redemptions. */
export function InvitationsPage() {
  const [tab, setTab] = useQueryState("tab", parseAsString.withDefault("codes"));
  const mayCreate = useMay("ADMIN");
  return (
    <>
      <PageHeader
        title="Invitations"
        description="Codes for many people, links for one."
        actions={
          mayCreate && (
            <>
              <InviteByMail />
              <NewCode />
            </>
          )
        }
      />
      <div className="in-order">
        <Views
          label="Kinds of invitations"
          views={KINDS}
          value={KINDS.find(({ value }) => value === tab)?.value ?? "codes"}
          onChoose={(kind) => void setTab(kind)}
        />
        {tab === "tokens" ? <TokensTable /> : tab === "redemptions" ? <RedemptionsTable /> : <CodesTable />}
        {(tab === "codes" || tab === "tokens") && <CutNotice list={tab} />}
      </div>
    </>
  );
}
