"use client";

import { ActionDialog } from "../../../_components/form/action-dialog.tsx";
import { Button } from "../../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../../_components/ui/card.tsx";

/** Changes the member's password, which ends their sessions. */
export function PasswordCard() {
  return (
    <Card aria-label="Password">
      <CardHeader>
        <CardTitle>Password</CardTitle>
        <ActionDialog
          trigger={
            <Button variant="secondary" size="small">
              Change password
            </Button>
          }
          title="Change password"
          description="All your sessions end. Sign in again with the new password."
          schema={async () =>
            (await import("../../../../server/domain/members/own-account-schema.ts")).ChangeOwnPassword
          }
          fields={[
            {
              name: "current_password",
              label: "Current password",
              kind: "password",
              isRequired: true,
              autoComplete: "current-password",
            },
            {
              name: "password",
              label: "New password",
              kind: "password",
              isRequired: true,
              autoComplete: "new-password",
            },
          ]}
          submit="Change password"
          act={(api, input) => api.account.changePassword.mutate(input)}
          onDone={() => window.location.assign("/sign-in")}
        />
      </CardHeader>
    </Card>
  );
}
