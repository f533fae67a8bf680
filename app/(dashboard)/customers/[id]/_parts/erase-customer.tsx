"use client";

import { OpenAction } from "../../../../_components/form/action-dialog.tsx";

interface Props {
  customer: { id: string; externalId: string };
  close: () => void;
}

/** Erases the personal data of a customer, for good. */
export function EraseCustomer({ customer: { id, externalId }, close }: Props) {
  return (
    <OpenAction
      close={close}
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
      keep="Keep this person"
      isDangerous
      done="The person's data is being erased."
      act={(api, { cancel }) => api.privacy.erase.mutate({ customer: id, cancel })}
    />
  );
}
