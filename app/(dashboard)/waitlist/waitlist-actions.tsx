"use client";

import dynamic from "next/dynamic";
import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { formatCount } from "../../_lib/format.ts";

const ImportDialog = dynamic(() => import("./import-dialog.tsx").then((part) => part.ImportDialog), {
  ssr: false,
  loading: () => (
    <Button variant="secondary" disabled>
      Import
    </Button>
  ),
});

/** Adds, imports and invites people. */
export function WaitlistActions() {
  return (
    <>
      <AddPerson />
      <ImportDialog />
      <InviteFirst />
    </>
  );
}

function AddPerson() {
  return (
    <ActionDialog
      trigger={<Button variant="secondary">Add person</Button>}
      title="Add a person to the waitlist"
      schema={async () =>
        (await import("../../../server/domain/admission/waitlist/join-waitlist-schema.ts")).JoinWaitlist
      }
      fields={[
        { name: "email", label: "E-mail", kind: "email", isRequired: true },
        { name: "name", label: "Name" },
      ]}
      submit="Add"
      done="The person is on the waitlist."
      act={(api, input) => api.waitlist.join.mutate(input)}
    />
  );
}

function InviteFirst() {
  return (
    <ActionDialog
      trigger={<Button>Invite next…</Button>}
      title="Invite from the front of the line"
      description="Each person gets an invitation by mail. It expires after a week."
      schema={async () =>
        (await import("../../../server/domain/admission/invitations/entries/invite-entries-schema.ts"))
          .InviteEntries
      }
      fields={[
        {
          name: "oldest",
          label: "How many",
          kind: "number",
          isRequired: true,
          hint: "Up to 1,000 at a time.",
        },
      ]}
      initial={{ oldest: 10 }}
      submit="Invite"
      act={(api, input) => api.waitlist.inviteMany.mutate(input)}
      done={({ invited, refused }) =>
        `${formatCount(invited.length)} invited${refused.length > 0 ? `, ${formatCount(refused.length)} could not be` : ""}.`
      }
    />
  );
}
