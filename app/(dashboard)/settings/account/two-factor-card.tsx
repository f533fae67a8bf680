"use client";

import dynamic from "next/dynamic";
import { ActionDialog } from "../../../_components/form/action-dialog.tsx";
import { Badge } from "../../../_components/ui/badge.tsx";
import { Button } from "../../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../../_components/ui/card.tsx";
import type { Api } from "../../../_lib/api.ts";
import { countOf } from "../../../_lib/units.ts";

type Account = Awaited<ReturnType<Api["account"]["get"]["query"]>>;

const TwoFactorDialog = dynamic(
  () => import("./two-factor-dialog.tsx").then((part) => part.TwoFactorDialog),
  { ssr: false },
);

/** Shows whether two-factor authentication is on, and switches it on or off. */
export function TwoFactorCard({ account }: { account: Account }) {
  return (
    <Card aria-label="Two-factor authentication">
      <CardHeader>
        <CardTitle className="flex items-center gap-2">
          Two-factor authentication
          <Badge tone={account.has_two_factor ? "positive" : "neutral"}>
            {account.has_two_factor ? "On" : "Off"}
          </Badge>
        </CardTitle>
        {account.has_two_factor && <SwitchOffDialog />}
        <TwoFactorDialog isOn={account.has_two_factor} />
      </CardHeader>
      <p className="p-4 text-[0.8125rem] text-pretty text-muted">
        {account.has_two_factor
          ? `Each sign-in asks for a code of your authenticator. ${countOf(account.recovery_codes_left, "recovery code")} ${account.recovery_codes_left === 1 ? "is" : "are"} left.`
          : "Asks for a code of an authenticator app at each sign-in, besides your password."}
      </p>
    </Card>
  );
}

function SwitchOffDialog() {
  return (
    <ActionDialog
      trigger={
        <Button variant="secondary" size="small">
          Switch off
        </Button>
      }
      title="Switch off two-factor authentication?"
      description="After that, your password alone is enough to sign in."
      schema={async () =>
        (await import("../../../../server/domain/members/own-account-schema.ts")).OwnPassword
      }
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
      keep="Keep it on"
      isDangerous
      done="Two-factor authentication is off."
      act={(api, input) => api.account.disableTotp.mutate(input)}
    />
  );
}
