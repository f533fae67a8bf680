"use client";

import dynamic from "next/dynamic";
import { Details } from "../../../_components/details.tsx";
import { ActionDialog } from "../../../_components/form/action-dialog.tsx";
import { LoadFailure } from "../../../_components/load-failure.tsx";
import { PageHeader } from "../../../_components/page-header.tsx";
import { Badge } from "../../../_components/ui/badge.tsx";
import { Button } from "../../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../../_components/ui/card.tsx";
import { useLoaded } from "../../../_lib/use-loaded.ts";
import Loading from "../../loading.tsx";

const TwoFactorDialog = dynamic(
  () => import("./two-factor-dialog.tsx").then((part) => part.TwoFactorDialog),
  { ssr: false },
);

/** The member's own name, password and second factor. */
export function AccountPage() {
  const {
    data: account,
    error,
    refetch,
  } = useLoaded("account", "self", (api, signal) => api.account.get.query({}, { signal }));
  if (error && !account)
    return <LoadFailure what="Your account" error={error} onRetry={() => void refetch()} />;
  if (!account) return <Loading />;
  return (
    <>
      <PageHeader title="Your account" description={account.email} />
      <div className="max-w-2xl space-y-4 lg:space-y-6">
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
              schema={async () => (await import("../../../../server/domain/members/schema.ts")).UpdateAccount}
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
                (await import("../../../../server/domain/members/schema.ts")).ChangeOwnPassword
              }
              fields={[
                {
                  name: "current_password",
                  label: "Present password",
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
        <Card aria-label="Two-factor authentication">
          <CardHeader>
            <CardTitle className="flex items-center gap-2">
              Two-factor authentication
              <Badge tone={account.has_two_factor ? "positive" : "neutral"}>
                {account.has_two_factor ? "On" : "Off"}
              </Badge>
            </CardTitle>
            {account.has_two_factor && (
              <ActionDialog
                trigger={
                  <Button variant="secondary" size="small">
                    Switch off
                  </Button>
                }
                title="Turn off two-factor authentication?"
                description="After that, your password alone is enough to sign in."
                schema={async () => (await import("../../../../server/domain/members/schema.ts")).OwnPassword}
                fields={[
                  {
                    name: "password",
                    label: "Password",
                    kind: "password",
                    isRequired: true,
                    autoComplete: "current-password",
                  },
                ]}
                submit="Switch off"
                isDangerous
                done="Two-factor authentication is off."
                act={(api, input) => api.account.disableTotp.mutate(input)}
              />
            )}
            <TwoFactorDialog isOn={account.has_two_factor} />
          </CardHeader>
          <p className="p-4 text-[0.8125rem] text-pretty text-muted">
            {account.has_two_factor
              ? `Each sign-in asks for a code of your authenticator. ${account.recovery_codes_left} recovery codes are left.`
              : "Asks for a code of an authenticator app at each sign-in, besides your password."}
          </p>
        </Card>
      </div>
    </>
  );
}
