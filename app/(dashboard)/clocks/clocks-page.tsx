"use client";

import { Clock } from "lucide-react";
import type { ReactNode } from "react";
import { Empty } from "../../_components/empty.tsx";
import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import { PageHeader } from "../../_components/page-header.tsx";
import { StatusBadge } from "../../_components/status-badge.tsx";
import type { Column } from "../../_components/table/column.ts";
import { DataTable } from "../../_components/table/data-table.tsx";
import { Alert } from "../../_components/ui/alert.tsx";
import { Button } from "../../_components/ui/button.tsx";
import type { Api } from "../../_lib/api.ts";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { formatMoment } from "../../_lib/format.ts";
import { useMay } from "../../_lib/use-loaded.ts";

type Row = Awaited<ReturnType<Api["testClocks"]["list"]["query"]>>["data"][number];

const REFRESH_MS = 3_000;
const DAY_MS = 86_400_000;

const COLUMNS: Column<Row>[] = [
  {
    id: "name",
    header: "Clock",
    cell: ({ name }) => <span className="block truncate font-medium">{name}</span>,
  },
  {
    id: "now",
    header: "Time",
    cell: ({ now }) => (
      <time dateTime={now} className="tabular-nums">
        {formatMoment(now)}
      </time>
    ),
  },
  {
    id: "status",
    header: "Status",
    isAside: true,
    from: "sm",
    onCard: true,
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  { id: "actions", header: "", align: "right", cell: (row) => <RowActions clock={row} /> },
];

function RowActions({ clock }: { clock: Row }) {
  if (!useMay("ADMIN")) return null;
  const inAMonth = new Date(Date.parse(clock.now) + 30 * DAY_MS).toISOString();
  return (
    <span className="flex flex-wrap justify-end gap-1">
      <ActionDialog
        trigger={
          <Button
            variant="secondary"
            size="small"
            disabled={clock.status === "ADVANCING"}
            aria-label={`Advance ${clock.name}`}
          >
            Advance
          </Button>
        }
        title={`Advance ${clock.name}`}
        description="Trials, renewals, rollovers, invoices and retries of its customers happen in order."
        schema={async () =>
          (await import("../../../server/domain/test-clocks/advance-clock-schema.ts")).AdvanceTestClock
        }
        fields={[{ name: "to", label: "To (UTC)", kind: "moment", isRequired: true }]}
        fixed={{ id: clock.id }}
        initial={{ to: inAMonth }}
        submit="Advance"
        done="The clock is moving."
        act={(api, input) => api.testClocks.advance.mutate(input)}
      />
      <ActionDialog
        trigger={
          <Button variant="ghost" size="small" aria-label={`Add a customer to ${clock.name}`}>
            Add customer
          </Button>
        }
        title="Add a customer to the clock"
        description="Creates a customer whose time is the clock's."
        schema={async () =>
          (await import("../../../server/domain/test-clocks/add-customer-schema.ts")).AddCustomer
        }
        fields={[
          { name: "customer", label: "Your identifier", isRequired: true },
          { name: "email", label: "E-mail", kind: "email" },
        ]}
        fixed={{ id: clock.id }}
        submit="Add"
        done="The customer was added to the clock."
        act={(api, input) => api.testClocks.addCustomer.mutate(input)}
      />
      <ActionDialog
        trigger={
          <Button variant="ghost" size="small" aria-label={`Delete ${clock.name}`}>
            Delete
          </Button>
        }
        title={`Delete ${clock.name}?`}
        description="Subscriptions on the clock end. Its customers stay and return to real time."
        schema={async () => (await import("../../../server/domain/test-clocks/schema.ts")).TestClockId}
        fixed={{ id: clock.id }}
        submit="Delete"
        isDangerous
        done="The clock was deleted."
        act={(api, input) => api.testClocks.delete.mutate(input)}
      />
    </span>
  );
}

/** Time travel for the customers of a sandbox. */
export function ClocksPage() {
  const { tenant } = useDashboard();
  const mayCreate = useMay("ADMIN");
  const isTest = tenant.tenantMode === "TEST";
  return (
    <>
      <PageHeader
        title="Test clocks"
        description="Move time forward for chosen customers and see a month of renewals at once."
        actions={isTest && mayCreate && <NewClock trigger={<Button>Add clock</Button>} />}
      />
      {isTest ? (
        <DataTable
          name="clocks"
          columns={COLUMNS}
          refetchInterval={REFRESH_MS}
          query={(api) => api.testClocks.list}
          input={(_, page) => page}
          empty={
            <Empty
              Icon={Clock}
              title="No test clocks yet"
              action={
                <a
                  href="/docs/entitlements-and-usage#time-travel"
                  className="rounded text-[0.8125rem] font-medium text-link hover:underline"
                >
                  How time travel works
                </a>
              }
            >
              See today what a trial’s end, a renewal or an unpaid invoice does in a month: put a customer on
              a clock and move it forward.
            </Empty>
          }
        />
      ) : (
        <Alert>Time can be moved in a sandbox alone. Switch to Test on the left.</Alert>
      )}
    </>
  );
}

function NewClock({ trigger }: { trigger: ReactNode }) {
  return (
    <ActionDialog
      trigger={trigger}
      title="Add a test clock"
      schema={async () =>
        (await import("../../../server/domain/test-clocks/create-test-clock-schema.ts")).CreateTestClock
      }
      fields={[
        { name: "name", label: "Name", isRequired: true },
        {
          name: "now",
          label: "Starts at (UTC)",
          kind: "moment",
          hint: "Leave empty for the real time.",
        },
      ]}
      initial={{ name: "Test clock" }}
      submit="Add clock"
      done="The clock is ready."
      act={(api, input) => api.testClocks.create.mutate(input)}
    />
  );
}
