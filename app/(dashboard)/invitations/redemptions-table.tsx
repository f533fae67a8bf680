"use client";

import { Ticket } from "lucide-react";
import { CopyButton } from "../../_components/copy-button.tsx";
import { Empty } from "../../_components/empty.tsx";
import { Moment } from "../../_components/moment.tsx";
import type { Column } from "../../_components/table/column.ts";
import { DataTable } from "../../_components/table/data-table.tsx";
import type { Api } from "../../_lib/api.ts";
import { shown } from "../../_lib/shown.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";

type Redemption = Awaited<ReturnType<Api["invitations"]["redemptions"]["query"]>>["data"][number];

const REDEMPTIONS: Column<Redemption>[] = [
  { id: "user", header: "By", cell: ({ user }) => <CopyButton value={user} /> },
  {
    id: "invitation",
    header: "Invitation",
    cell: (row) => <InvitationName redemption={row} />,
  },
  {
    id: "when",
    header: "When",
    isAside: true,
    align: "right",
    cell: ({ redeemed_at: iso }) => <Moment iso={iso} />,
  },
];

/** Which code, by its end, or whose mail; only the kind where it is not among the newest. */
function InvitationName({ redemption: { type, invitation_id: wanted } }: { redemption: Redemption }) {
  const { data } = useLoaded("invitations", "all", (api, signal) =>
    api.invitations.browse.query({}, { signal }),
  );
  if (type === "code") {
    const code = data?.codes.find(({ id }) => id === wanted);
    return code ? (
      <>
        Code <span className="font-mono text-xs">…{code.ends_with}</span>
      </>
    ) : (
      "Code"
    );
  }
  const token = data?.tokens.find(({ id }) => id === wanted);
  return token ? shown(`Mail to ${token.email}`) : "Mail";
}

/** Who redeemed which invitation. */
export function RedemptionsTable() {
  return (
    <DataTable
      name="redemptions"
      columns={REDEMPTIONS}
      query={(api) => api.invitations.redemptions}
      input={(_, page) => page}
      csv={(row) => ({ ...row })}
      empty={
        <Empty Icon={Ticket} title="No redemptions yet">
          Whoever uses a code or the link of a mail appears here.
        </Empty>
      }
    />
  );
}
