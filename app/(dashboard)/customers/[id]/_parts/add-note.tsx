"use client";

import { OpenAction } from "../../../../_components/form/action-dialog.tsx";

/** Writes a note about a customer. */
export function AddNote({ customerId, close }: { customerId: string; close: () => void }) {
  return (
    <OpenAction
      close={close}
      title="Add a note"
      description="Only your team sees it, never the customer."
      schema={async () => (await import("../../../../../server/domain/customers/browse-schema.ts")).AddNote}
      fields={[{ name: "body", label: "Note", kind: "textarea", isRequired: true }]}
      fixed={{ customer_id: customerId }}
      submit="Add note"
      done="The note was added."
      act={(api, input) => api.customers.addNote.mutate(input)}
    />
  );
}
