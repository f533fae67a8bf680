"use client";

import { Webhook } from "lucide-react";
import type { Route } from "next";
import type { ReactNode } from "react";
import { CopyButton } from "../../_components/copy-button.tsx";
import { Empty } from "../../_components/empty.tsx";
import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import { Moment } from "../../_components/moment.tsx";
import { PageHeader } from "../../_components/page-header.tsx";
import type { Column } from "../../_components/table/column.ts";
import { DataTable } from "../../_components/table/data-table.tsx";
import { RowName } from "../../_components/table/row-name.tsx";
import { Button } from "../../_components/ui/button.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatCount } from "../../_lib/format.ts";
import { useMay } from "../../_lib/use-loaded.ts";
import { EndpointState } from "./endpoint-state.tsx";
import { useAddress } from "./use-address.ts";

type Row = Awaited<ReturnType<Api["webhookEndpoints"]["list"]["query"]>>["data"][number];

const COLUMNS: Column<Row>[] = [
  {
    id: "url",
    header: "Endpoint",
    cell: ({ url, description }) => <RowName name={url} also={description} />,
  },
  { id: "state", header: "State", isAside: true, cell: (row) => <EndpointState endpoint={row} /> },
  {
    id: "types",
    header: "Events",
    from: "md",
    onCard: true,
    className: "text-muted",
    cell: ({ types }) => (
      <span className="block max-w-64 truncate">{types.includes("*") ? "All" : types.join(", ")}</span>
    ),
  },
  {
    id: "waiting",
    header: "Waiting",
    align: "right",
    from: "sm",
    onCard: true,
    cell: ({ waiting }) => formatCount(waiting),
  },
  {
    id: "failed",
    header: "Last failure",
    align: "right",
    from: "md",
    onCard: true,
    cell: ({ last_failed_at: iso }) => <Moment iso={iso} />,
  },
  {
    id: "created",
    header: "Created",
    align: "right",
    from: "lg",
    cell: ({ created_at: iso }) => <Moment iso={iso} />,
  },
];

/** The tenant's webhook endpoints. */
export function WebhooksPage() {
  const mayChange = useMay("ADMIN");
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Usher sends every change to your back end, signed and at least once, and retries for three days."
        actions={mayChange && <NewEndpoint trigger={<Button>New endpoint</Button>} />}
      />
      <DataTable
        name="endpoints"
        columns={COLUMNS}
        href={({ id }) => `/webhook-endpoints/${id}` as Route}
        query={(api) => api.webhookEndpoints.list}
        input={(_, page) => page}
        empty={
          <Empty
            Icon={Webhook}
            title="No endpoints yet"
            action={
              <a
                href="/docs/webhooks"
                className="rounded text-[0.8125rem] font-medium text-link hover:underline"
              >
                How to receive and verify them
              </a>
            }
          >
            Give the address of your back end, and it hears of every change of a subscription, invoice or
            invitation without asking.
          </Empty>
        }
      />
    </>
  );
}

/** Asks for an address, and shows the secret that signs what is sent there. */
function NewEndpoint({ trigger }: { trigger: ReactNode }) {
  const { field, schemas } = useAddress();
  return (
    <ActionDialog
      trigger={trigger}
      title="New webhook endpoint"
      schema={async () => (await schemas()).create}
      fields={[
        field,
        { name: "types", label: "Events", kind: "event types" },
        { name: "description", label: "Description" },
      ]}
      initial={{ types: ["*"] }}
      submit="Create endpoint"
      done="Events are sent there from now on."
      act={(api, input) => api.webhookEndpoints.create.mutate(input)}
      isShownOnce
      result={({ secret }) => (
        <>
          <p>Signing secret. You see it only now.</p>
          <p className="rounded-md border bg-subtle px-3 py-2">
            <CopyButton value={secret} className="text-sm text-foreground" />
          </p>
        </>
      )}
    />
  );
}
