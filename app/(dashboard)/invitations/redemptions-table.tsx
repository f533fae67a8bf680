"use client";

import { Ticket } from "lucide-react";
import { CopyButton } from "../../_components/copy-button.tsx";
import { Empty } from "../../_components/empty.tsx";
import { Moment } from "../../_components/moment.tsx";
import type { Column } from "../../_components/table/column.ts";
import { DataTable } from "../../_components/table/data-table.tsx";
import type { Api } from "../../_lib/api.ts";

type Redemption = Awaited<ReturnType<Api["invitations"]["redemptions"]["query"]>>["data"][number];

const REDEMPTIONS: Column<Redemption>[] = [
  { id: "user", header: "By", cell: ({ user }) => <CopyButton value={user} /> },
  { id: "type", header: "Kind", cell: ({ type }) => (type === "code" ? "Code" : "Mail") },
  {
    id: "invitation",
    header: "Invitation",
    from: "sm",
    onCard: true,
    cell: ({ invitation_id: id }) => <CopyButton value={id} className="max-w-56" />,
  },
  {
    id: "when",
    header: "When",
    isAside: true,
    align: "right",
    cell: ({ redeemed_at: iso }) => <Moment iso={iso} />,
  },
];

/** Who redeemed which invitation. */
export function RedemptionsTable() {
  return (
    <DataTable
      name="redemptions"
      columns={REDEMPTIONS}
      query={(api) => api.invitations.redemptions}
      input={(_, page) => page}
      csv={(row) => ({ ...row })}
      empty={<Empty Icon={Ticket} title="No redemptions yet" />}
    />
  );
}
