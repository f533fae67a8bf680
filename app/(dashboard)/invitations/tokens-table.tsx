"use client";

import { Ticket } from "lucide-react";
import { foldSearch } from "../../../server/platform/fold-email.ts";
import { Empty } from "../../_components/empty.tsx";
import { Link } from "../../_components/link.tsx";
import { Day, Moment } from "../../_components/moment.tsx";
import type { Column } from "../../_components/table/column.ts";
import { DataTable } from "../../_components/table/data-table.tsx";
import { Button } from "../../_components/ui/button.tsx";
import type { Api } from "../../_lib/api.ts";
import { shown } from "../../_lib/shown.ts";
import { useAction, useMay } from "../../_lib/use-loaded.ts";
import {
  type Invitations,
  type Narrowed,
  narrowedBy,
  onePage,
  STATE_FILTER,
  stateOf,
} from "./invitation-state.ts";
import { Reveal } from "./reveal.tsx";
import { RevokeMenu } from "./revoke-menu.tsx";
import { StateCell } from "./state-cell.tsx";

type Token = Invitations["tokens"][number];

const ADVICE = {
  USED: "They have an account.",
  EXPIRED: "Send it again for another week.",
  REVOKED: "The link is refused. Invite the address anew.",
};

const TOKENS: Column<Token>[] = [
  {
    id: "email",
    header: "For",
    cell: ({ email }) => <span className="block truncate font-medium">{shown(email)}</span>,
  },
  {
    id: "state",
    header: "State",
    isAside: true,
    cell: (row) => <StateCell state={stateOf(row)} advice={ADVICE} />,
  },
  {
    id: "expires",
    header: "Ends",
    align: "right",
    from: "sm",
    onCard: true,
    cell: ({ expires_at: iso }) => <Day iso={iso} relative="behind" />,
  },
  {
    id: "created",
    header: "Created",
    align: "right",
    from: "md",
    onCard: true,
    cell: ({ created_at: iso }) => <Moment iso={iso} />,
  },
  { id: "actions", header: "", align: "right", cell: (row) => <TokenActions token={row} /> },
];

const tokensOf = (api: Api) => ({
  async query({ q, state }: Narrowed, options: { signal?: AbortSignal }) {
    const { tokens } = await api.invitations.browse.query({}, options);
    const wanted = foldSearch(q);
    return onePage(tokens.filter((row) => row.email.includes(wanted) && (!state || stateOf(row) === state)));
  },
});

/** Invitations by mail. */
export function TokensTable() {
  const mayInvite = useMay("ADMIN");
  return (
    <DataTable
      name="invitations"
      columns={TOKENS}
      search="E-mail"
      filters={[STATE_FILTER]}
      query={tokensOf}
      input={narrowedBy}
      empty={
        <Empty
          Icon={Ticket}
          title="No invitations yet"
          action={
            mayInvite && (
              <Button asChild variant="secondary">
                <Link href="/waitlist">Open the waitlist</Link>
              </Button>
            )
          }
        >
          An invitation is a mail with a link for one address. Invite people from the waitlist, or any address
          by “Invite by mail”.
        </Empty>
      }
    />
  );
}

function TokenActions({ token }: { token: Token }) {
  const resend = useAction((api) => api.invitations.resendToken.mutate({ id: token.id }), {
    done: "The invitation was sent again. The mailbox shows the new mail.",
  });
  const again = useAction((api) => api.invitations.createToken.mutate({ email: token.email }), {
    done: ({ email }) => `${email} is invited.`,
  });
  const state = stateOf(token);
  if (!useMay("ADMIN") || state === "USED") return null;
  if (state === "REVOKED")
    return (
      <span className="flex justify-end">
        <Button
          variant="ghost"
          size="small"
          disabled={again.isPending}
          aria-label={shown(`Invite ${token.email} again`)}
          onClick={() => again.mutate(undefined)}
        >
          Invite again
        </Button>
      </span>
    );
  return (
    <span className="flex justify-end gap-1">
      <Button
        variant="ghost"
        size="small"
        disabled={resend.isPending}
        aria-label={shown(`Resend to ${token.email}`)}
        onClick={() => resend.mutate(undefined)}
      >
        Resend
      </Button>
      {state === "OPEN" && (
        <Reveal
          id={token.id}
          what={shown(`the link of ${token.email}`)}
          act={(api, input) => api.invitations.revealToken.mutate(input)}
        />
      )}
      <RevokeMenu
        id={token.id}
        of={shown(token.email)}
        what="invitation"
        description={`The link of ${token.email} stops working. A waitlist entry goes back in line.`}
        act={(api, input) => api.invitations.revokeToken.mutate(input)}
      />
    </span>
  );
}
