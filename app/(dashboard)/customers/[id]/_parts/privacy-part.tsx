"use client";

import { useEffect, useState } from "react";
import { Details } from "../../../../_components/details.tsx";
import { ActionDialog } from "../../../../_components/form/action-dialog.tsx";
import { Moment } from "../../../../_components/moment.tsx";
import { StatusBadge } from "../../../../_components/status-badge.tsx";
import { Button } from "../../../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import type { Api } from "../../../../_lib/api.ts";
import { downloadJson } from "../../../../_lib/csv.ts";
import { useAction, useLoaded } from "../../../../_lib/use-loaded.ts";

const LOOK_AGAIN_MS = 2_000;

interface Props {
  customer: { id: string; external_id: string; erased_at: string | null };
  /** Called after the person is erased. */
  onErased: () => void;
}

/** Exports and erases the personal data of a customer. */
export function PrivacyPart({ customer, onErased }: Props) {
  const { id } = customer;
  const [isUnderWay, setUnderWay] = useState(false);
  const { data } = useLoaded(
    "erasures",
    id,
    async (api, signal) => {
      const { data: erasures } = await api.privacy.listErasures.query({ limit: 200 }, { signal });
      return erasures.find(({ customer_ids }) => customer_ids.includes(id)) ?? null;
    },
    { refetchInterval: isUnderWay && LOOK_AGAIN_MS },
  );
  const status = data?.status;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the erasure ends, not at every render
  useEffect(() => {
    setUnderWay(status === "PENDING" || status === "RUNNING");
    if (status === "DONE" && !customer.erased_at) onErased();
  }, [status]);
  const exporting = useAction((api) => readAll(api, id));
  return (
    <Card aria-label="Personal data">
      <CardHeader>
        <CardTitle>Personal data</CardTitle>
      </CardHeader>
      {data && (
        <Details
          items={[
            ["Erasure", <StatusBadge key="status" status={data.status} />],
            ["Asked for", <Moment key="moment" iso={data.created_at} />],
            ...(data.last_error ? [["Last try", data.last_error] as [string, string]] : []),
          ]}
        />
      )}
      <div className="flex flex-wrap gap-2 p-4">
        <Button
          variant="secondary"
          size="small"
          disabled={exporting.isPending}
          onClick={() =>
            exporting.mutate(undefined, {
              onSuccess: (rows) => downloadJson(`personal-data-${id}.json`, rows),
            })
          }
        >
          {exporting.isPending ? "Exporting…" : "Export personal data"}
        </Button>
        {!customer.erased_at && !isUnderWay && <EraseDialog customer={customer} />}
      </div>
    </Card>
  );
}

function EraseDialog({ customer: { id, external_id: externalId } }: Pick<Props, "customer">) {
  return (
    <ActionDialog
      trigger={
        <Button variant="secondary" size="small">
          Erase…
        </Button>
      }
      title="Erase this person?"
      description="Usher permanently deletes their account, waitlist entry, notes, mails and history, here and at the card provider. Invoices stay, without name and address. This cannot be undone."
      schema={async () => (await import("./erase-schema.ts")).eraseForm(externalId)}
      fields={[
        {
          name: "typed",
          label: `Type ${externalId} to confirm`,
          isRequired: true,
          autoComplete: "off",
        },
        {
          name: "cancel",
          label: "First cancel running subscriptions, void open invoices and write off the rest",
          kind: "switch",
        },
      ]}
      submit="Erase permanently"
      isDangerous
      done="The person's data is being erased."
      act={(api, { cancel }) => api.privacy.erase.mutate({ customer: id, cancel })}
    />
  );
}

/** The whole export, by table. */
async function readAll(api: Api, customer: string): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {};
  for (let cursor: string | undefined; ; ) {
    const page = await api.privacy.exportPage.query({ customer, ...(cursor !== undefined && { cursor }) });
    for (const { table, row } of page.data) {
      const rows = tables[table] ?? [];
      rows.push(row);
      tables[table] = rows;
    }
    if (page.next_cursor === null) return tables;
    cursor = page.next_cursor;
  }
}
