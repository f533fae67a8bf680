"use client";

import { Details } from "../../../_components/details.tsx";
import { ActionDialog } from "../../../_components/form/action-dialog.tsx";
import { Button } from "../../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../../_components/ui/card.tsx";
import type { Api } from "../../../_lib/api.ts";

type Account = Awaited<ReturnType<Api["account"]["get"]["query"]>>;

/** The member's name and e-mail address. */
export function ProfileCard({ account }: { account: Account }) {
  return (
    <Card aria-label="Profile">
      <CardHeader>
        <CardTitle>Profile</CardTitle>
        <ActionDialog
          trigger={
            <Button variant="secondary" size="small">
              Edit
            </Button>
          }
          title="Your name"
          schema={async () =>
            (await import("../../../../server/domain/members/own-account-schema.ts")).UpdateAccount
          }
          fields={[{ name: "name", label: "Name", isRequired: true, autoComplete: "name" }]}
          initial={{ name: account.name }}
          submit="Save"
          done="Your name was changed."
          act={(api, input) => api.account.update.mutate(input)}
        />
      </CardHeader>
      <Details
        items={[
          ["Name", account.name ?? "–"],
          ["E-mail", account.email],
        ]}
      />
    </Card>
  );
}
