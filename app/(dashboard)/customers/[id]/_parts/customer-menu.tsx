"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import ObjectMenu, { type MenuAction } from "../../../../_components/object-menu.tsx";
import type { Api } from "../../../../_lib/api.ts";
import { downloadJson } from "../../../../_lib/download.ts";
import { useAction, useMay } from "../../../../_lib/use-loaded.ts";
import { useOpenTab } from "../../../../_lib/use-open-tab.ts";
import { AddNote } from "./add-note.tsx";
import { EditCustomer } from "./edit-customer.tsx";
import { EraseCustomer } from "./erase-customer.tsx";

type Customer = Awaited<ReturnType<Api["customers"]["get"]["query"]>>;

/** What can be done with a customer. In their portal a member may do what their role allows, and the audit log names them. */
export default function CustomerMenu({ customer, isWanted }: { customer: Customer; isWanted: boolean }) {
  const { id, external_id: externalId, erased_at: erased } = customer;
  const router = useRouter();
  const mayChange = useMay("ADMIN");
  const portal = useOpenTab((api) => api.portal.createSession.mutate({ customer: id }));
  const exporting = useAction((api) => readAll(api, id), { done: "The file is downloaded." });
  const start: MenuAction = {
    label: "New subscription",
    run: () => router.push(`/subscriptions/new?customer=${id}` as Route),
  };
  const edit: MenuAction = {
    label: "Edit details",
    dialog: (close) => <EditCustomer customer={customer} close={close} />,
  };
  const erase: MenuAction = {
    label: "Erase this person…",
    isLast: true,
    dialog: (close) => <EraseCustomer customer={{ id, externalId }} close={close} />,
  };
  const actions: MenuAction[] = [
    ...(erased === null && mayChange ? [start, edit] : []),
    ...(erased === null
      ? [
          { label: "Add a note", dialog: (close: () => void) => <AddNote customerId={id} close={close} /> },
          { label: "Open portal", run: portal.openTab },
        ]
      : []),
    ...(mayChange
      ? [
          {
            label: "Export personal data",
            run: () =>
              exporting.mutate(undefined, {
                onSuccess: (rows) => downloadJson(`personal-data-${id}.json`, rows),
              }),
          },
        ]
      : []),
    ...(erased === null && mayChange ? [erase] : []),
  ];
  return actions.length > 0 && <ObjectMenu {...{ actions, isWanted }} />;
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
