"use client";

import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { PageHeader } from "../../_components/page-header.tsx";
import { Alert } from "../../_components/ui/alert.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "../../_components/ui/tabs.tsx";
import { formatCount } from "../../_lib/format.ts";
import { useLoaded, useMay } from "../../_lib/use-loaded.ts";
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

// Loaded when their tabs are opened.
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
        description="Codes that many people can use, and links for one address each."
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
        <Tabs value={tab} onValueChange={(value) => void setTab(value)}>
          <TabsList aria-label="Kinds of invitations">
            <TabsTrigger value="codes">Codes</TabsTrigger>
            <TabsTrigger value="tokens">By mail</TabsTrigger>
            <TabsTrigger value="redemptions">Redemptions</TabsTrigger>
          </TabsList>
          <TabsContent value="codes">
            <CodesTable />
          </TabsContent>
          <TabsContent value="tokens">
            <TokensTable />
          </TabsContent>
          <TabsContent value="redemptions">
            <RedemptionsTable />
          </TabsContent>
        </Tabs>
        {(tab === "codes" || tab === "tokens") && <CutNotice list={tab} />}
      </div>
    </>
  );
}

/** How many the server sends to a list at most. */
const MOST = 1_000;

/** Says that a list leaves out the older ones. */
function CutNotice({ list }: { list: "codes" | "tokens" }) {
  const { data: beyond } = useLoaded("invitations beyond the list", MOST, (api, signal) =>
    api.invitations.browse.query({ limit: 1, offset: MOST }, { signal }),
  );
  if (!beyond || beyond[list].length === 0) return null;
  return <Alert className="mt-3">{`Shows the newest ${formatCount(MOST)} that are not revoked.`}</Alert>;
}
