"use client";

import { Ticket } from "lucide-react";
import dynamic from "next/dynamic";
import { Empty } from "../../_components/empty.tsx";
import { Day, Moment } from "../../_components/moment.tsx";
import type { Column } from "../../_components/table/column.ts";
import { DataTable } from "../../_components/table/data-table.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatCount } from "../../_lib/format.ts";
import { useMay } from "../../_lib/use-loaded.ts";
import {
  type Invitations,
  type Narrowed,
  narrowedBy,
  onePage,
  STATE_FILTER,
  stateOf,
} from "./invitation-state.ts";
import { StateCell } from "./state-cell.tsx";

const NewCode = dynamic(() => import("./create-dialogs.tsx").then((module) => module.NewCode), {
  ssr: false,
});
const CodeActions = dynamic(() => import("./code-actions.tsx").then((module) => module.CodeActions), {
  ssr: false,
  // As high as its buttons, so that no row moves when they come.
  loading: () => <span className="block h-8" />,
});

type Code = Invitations["codes"][number];

const ADVICE = {
  USED: "Nobody else can redeem it: make a new code.",
  EXPIRED: "It ended unused: make a new code.",
  REVOKED: "It is refused. Earlier redemptions stay.",
};

const CODES: Column<Code>[] = [
  {
    id: "code",
    header: "Code",
    cell: ({ ends_with: end }) => (
      <>
        <span className="font-mono text-[0.8125rem] whitespace-nowrap">
          <span className="max-sm:hidden">•••••-•••••-</span>
          <span className="sm:hidden">…</span>
          {end}
        </span>
      </>
    ),
  },
  {
    id: "state",
    header: "State",
    isAside: true,
    cell: (row) => <StateCell state={stateOf(row)} advice={ADVICE} />,
  },
  {
    id: "uses",
    header: "Redeemed",
    align: "right",
    from: "sm",
    onCard: true,
    cell: ({ used_count: used, max_uses: most }) => `${formatCount(used)} / ${formatCount(most)}`,
  },
  {
    id: "expires",
    header: "Ends",
    align: "right",
    from: "md",
    onCard: true,
    cell: ({ expires_at: iso }) =>
      iso ? <Day iso={iso} relative="behind" /> : <span className="text-muted">Never</span>,
  },
  {
    id: "created",
    header: "Created",
    align: "right",
    from: "md",
    cell: ({ created_at: iso }) => <Moment iso={iso} />,
  },
  {
    id: "actions",
    header: "",
    align: "right",
    cell: (row) => (stateOf(row) === "REVOKED" ? null : <CodeActions code={row} />),
  },
];

const codesOf = (api: Api) => ({
  async query({ q, state }: Narrowed, options: { signal?: AbortSignal }) {
    const { codes } = await api.invitations.browse.query({}, options);
    const wanted = q.toUpperCase();
    const isWanted = ({ ends_with }: Code) => ends_with.includes(wanted) || wanted.endsWith(ends_with);
    return onePage(codes.filter((row) => isWanted(row) && (!state || stateOf(row) === state)));
  },
});

/** Invitation codes. */
export function CodesTable() {
  const mayCreate = useMay("ADMIN");
  return (
    <DataTable
      name="codes"
      columns={CODES}
      search="Code"
      filters={[STATE_FILTER]}
      query={codesOf}
      input={narrowedBy}
      csv={({ used_by: usedBy, metadata, ...row }) => ({
        ...row,
        used_by: usedBy.join("; "),
        metadata: JSON.stringify(metadata),
      })}
      empty={
        <Empty Icon={Ticket} title="No codes yet" action={mayCreate && <NewCode />}>
          A code is typed by whoever has it, and lets in as many people as you say. Make one for a launch, a
          partner or an event, or invite single addresses by mail.
        </Empty>
      }
    />
  );
}
