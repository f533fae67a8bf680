"use client";

import { Ticket } from "lucide-react";
import { parseAsString, useQueryState } from "nuqs";
import { CopyButton } from "../../_components/copy-button.tsx";
import { Empty } from "../../_components/empty.tsx";
import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import { Moment } from "../../_components/moment.tsx";
import { PageHeader } from "../../_components/page-header.tsx";
import { StatusBadge } from "../../_components/status-badge.tsx";
import { type Column, DataTable } from "../../_components/table/data-table.tsx";
import { Alert } from "../../_components/ui/alert.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "../../_components/ui/tabs.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatCount } from "../../_lib/format.ts";
import { usePriceOptions } from "../../_lib/use-catalog.ts";
import { useAction, useMay } from "../../_lib/use-loaded.ts";
import { Reveal } from "./reveal.tsx";

type Invitations = Awaited<ReturnType<Api["invitations"]["browse"]["query"]>>;
type Token = Invitations["tokens"][number];
type Code = Invitations["codes"][number];

function stateOf({ isUsed, isExpired }: { isUsed: boolean; isExpired: boolean }): string {
  return isUsed ? "USED" : isExpired ? "EXPIRED" : "OPEN";
}

const invitationId = async () =>
  (await import("../../../server/domain/admission/invitations/schema.ts")).InvitationId;

const TOKENS: Column<Token>[] = [
  {
    id: "email",
    header: "For",
    cell: ({ email }) => <span className="block truncate font-medium">{email}</span>,
  },
  { id: "state", header: "State", cell: (row) => <StatusBadge status={stateOf(row)} /> },
  {
    id: "expires",
    header: "Ends",
    align: "right",
    className: "max-sm:hidden",
    cell: ({ expires_at: iso }) => <Moment iso={iso} />,
  },
  {
    id: "created",
    header: "Created",
    align: "right",
    className: "max-md:hidden",
    cell: ({ created_at: iso }) => <Moment iso={iso} />,
  },
  { id: "actions", header: "", align: "right", cell: (row) => <TokenActions token={row} /> },
];

const CODES: Column<Code>[] = [
  {
    id: "code",
    header: "Code",
    cell: ({ ends_with: end, used_count: used, max_uses: most }) => (
      <>
        <span className="font-mono text-[0.8125rem] whitespace-nowrap">
          <span className="max-sm:hidden">•••••-•••••-</span>
          <span className="sm:hidden">…</span>
          {end}
        </span>
        <span className="block text-xs whitespace-nowrap text-muted tabular-nums sm:hidden">
          {formatCount(used)} of {formatCount(most)} redeemed
        </span>
      </>
    ),
  },
  { id: "state", header: "State", cell: (row) => <StatusBadge status={stateOf(row)} /> },
  {
    id: "uses",
    header: "Redeemed",
    align: "right",
    className: "max-sm:hidden",
    cell: ({ used_count: used, max_uses: most }) => `${formatCount(used)} / ${formatCount(most)}`,
  },
  {
    id: "expires",
    header: "Ends",
    align: "right",
    className: "max-md:hidden",
    cell: ({ expires_at: iso }) => (iso ? <Moment iso={iso} /> : <span className="text-muted">Never</span>),
  },
  {
    id: "created",
    header: "Created",
    align: "right",
    className: "max-md:hidden",
    cell: ({ created_at: iso }) => <Moment iso={iso} />,
  },
  { id: "actions", header: "", align: "right", cell: (row) => <CodeActions code={row} /> },
];

function TokenActions({ token }: { token: Token }) {
  const resend = useAction((api) => api.invitations.resendToken.mutate({ id: token.id }), {
    done: "The invitation was sent again. The mailbox shows the new mail.",
  });
  if (!useMay("ADMIN") || token.isUsed) return null;
  return (
    <span className="flex justify-end gap-1">
      <Button
        variant="ghost"
        size="small"
        disabled={resend.isPending}
        aria-label={`Resend to ${token.email}`}
        onClick={() => resend.mutate(undefined)}
      >
        Resend
      </Button>
      <Reveal
        id={token.id}
        what={`the token of ${token.email}`}
        act={(api, input) => api.invitations.revealToken.mutate(input)}
      />
      <ActionDialog
        trigger={
          <Button variant="ghost" size="small" aria-label={`Revoke the invitation of ${token.email}`}>
            Revoke
          </Button>
        }
        title="Revoke the invitation?"
        description={`The link of ${token.email} stops working. A waitlist entry goes back in line.`}
        schema={invitationId}
        fixed={{ id: token.id }}
        submit="Revoke"
        isDangerous
        done="The invitation was revoked."
        act={(api, input) => api.invitations.revokeToken.mutate(input)}
      />
    </span>
  );
}

function CodeActions({ code }: { code: Code }) {
  if (!useMay("ADMIN")) return null;
  const name = `the code that ends in ${code.ends_with}`;
  return (
    <span className="flex justify-end gap-1">
      <Reveal id={code.id} what={name} act={(api, input) => api.invitations.revealCode.mutate(input)} />
      <ActionDialog
        trigger={
          <Button variant="ghost" size="small" aria-label={`Revoke ${name}`}>
            Revoke
          </Button>
        }
        title="Revoke the code?"
        description={`It stops working: ${name} cannot be redeemed again. Earlier redemptions stay.`}
        schema={invitationId}
        fixed={{ id: code.id }}
        submit="Revoke"
        isDangerous
        done="The code was revoked."
        act={(api, input) => api.invitations.revokeCode.mutate(input)}
      />
    </span>
  );
}

/** Who is invited by mail, and by which codes people come. */
export function InvitationsPage() {
  const [tab, setTab] = useQueryState("tab", parseAsString.withDefault("codes"));
  const mayCreate = useMay("ADMIN");
  const prices = usePriceOptions();
  const page = <Row,>(rows: Row[]) => ({ data: rows, next_cursor: null });
  return (
    <>
      <PageHeader
        title="Invitations"
        description="Codes that many people can use, and links for one address each."
        actions={
          mayCreate && (
            <>
              <ActionDialog
                trigger={<Button variant="secondary">Invite by mail</Button>}
                title="Invite a person by mail"
                description="A link for one address and one use. It expires after a week unless you choose another time."
                schema={async () =>
                  (await import("../../../server/domain/admission/invitations/schema.ts"))
                    .CreateInvitationToken
                }
                fields={[
                  { name: "email", label: "E-mail", kind: "email", isRequired: true },
                  { name: "name", label: "Name", hint: "The name in the mail's greeting." },
                  { name: "expiresAt", label: "Ends (UTC)", kind: "moment" },
                ]}
                submit="Send invitation"
                act={(api, input) => api.invitations.createToken.mutate(input)}
                done={({ email }) => `${email} is invited.`}
              />
              <ActionDialog
                trigger={<Button>New code</Button>}
                title="New invitation code"
                schema={async () =>
                  (await import("../../../server/domain/admission/invitations/schema.ts"))
                    .CreateInvitationCode
                }
                fields={[
                  {
                    name: "maxUses",
                    label: "Redemptions",
                    kind: "number",
                    isRequired: true,
                    hint: "Up to 1,000.",
                  },
                  { name: "expiresAt", label: "Ends (UTC)", kind: "moment", hint: "Leave empty for no end." },
                  {
                    name: "planPriceId",
                    label: "Price to start on",
                    kind: "select",
                    options: [{ value: "", label: "Not set" }, ...prices],
                  },
                  {
                    name: "trialDays",
                    label: "Trial days",
                    kind: "number",
                    hint: "Replaces the price's own trial.",
                  },
                ]}
                initial={{ maxUses: 1 }}
                submit="Create code"
                done="The code is ready."
                act={(api, input) => api.invitations.createCode.mutate(input)}
                result={({ code }) => (
                  <>
                    <p>The code is ready to share.</p>
                    <p className="rounded-md border bg-subtle px-3 py-2">
                      <CopyButton value={code} className="text-sm text-foreground" />
                    </p>
                  </>
                )}
              />
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
            <DataTable
              name="codes"
              columns={CODES}
              search="Code"
              filters={[STATE]}
              load={async (api, { q, filters }, _, signal) => {
                const { codes } = await api.invitations.browse.query({}, { signal });
                const wanted = q.trim().toUpperCase();
                const isWanted = ({ ends_with }: Code) =>
                  ends_with.includes(wanted) || wanted.endsWith(ends_with);
                return page(
                  codes.filter((row) => isWanted(row) && (!filters.state || stateOf(row) === filters.state)),
                );
              }}
              csv={({ used_by: usedBy, metadata, ...row }) => ({
                ...row,
                used_by: usedBy.join("; "),
                metadata: JSON.stringify(metadata),
              })}
              empty={
                <Empty Icon={Ticket} title="No code yet">
                  Create a code that people can type. It works for one redemption or up to 1,000.
                </Empty>
              }
            />
          </TabsContent>
          <TabsContent value="tokens">
            <DataTable
              name="invitations"
              columns={TOKENS}
              search="E-mail"
              filters={[STATE]}
              load={async (api, { q, filters }, _, signal) => {
                const { tokens } = await api.invitations.browse.query({}, { signal });
                const wanted = q.trim().toLowerCase();
                return page(
                  tokens.filter(
                    (row) => row.email.includes(wanted) && (!filters.state || stateOf(row) === filters.state),
                  ),
                );
              }}
              empty={
                <Empty Icon={Ticket} title="No invitation yet">
                  Invite an address here, or people from the waitlist.
                </Empty>
              }
            />
          </TabsContent>
          <TabsContent value="redemptions">
            <DataTable
              name="redemptions"
              columns={REDEMPTIONS}
              load={(api, _, at, signal) => api.invitations.redemptions.query(at, { signal })}
              csv={(row) => ({ ...row })}
              empty={<Empty Icon={Ticket} title="No redemptions yet" />}
            />
          </TabsContent>
        </Tabs>
        {tab !== "redemptions" && (
          <Alert className="mt-3">Shows the newest 1,000 that are not revoked.</Alert>
        )}
      </div>
    </>
  );
}

const STATE = {
  name: "state",
  label: "State",
  options: [
    { value: "OPEN", label: "Open" },
    { value: "USED", label: "Used" },
    { value: "EXPIRED", label: "Expired" },
  ],
};

type Redemption = Awaited<ReturnType<Api["invitations"]["redemptions"]["query"]>>["data"][number];

const REDEMPTIONS: Column<Redemption>[] = [
  { id: "user", header: "By", cell: ({ user }) => <CopyButton value={user} /> },
  { id: "type", header: "Kind", cell: ({ type }) => (type === "code" ? "Code" : "Mail") },
  {
    id: "invitation",
    header: "Invitation",
    className: "max-sm:hidden",
    cell: ({ invitation_id: id }) => <CopyButton value={id} className="max-w-56" />,
  },
  { id: "when", header: "When", align: "right", cell: ({ redeemed_at: iso }) => <Moment iso={iso} /> },
];
