"use client";

import { CopyButton } from "../../../_components/copy-button.tsx";
import { Details } from "../../../_components/details.tsx";
import { Moment } from "../../../_components/moment.tsx";
import { Badge } from "../../../_components/ui/badge.tsx";
import { Card, CardHeader, CardTitle } from "../../../_components/ui/card.tsx";
import type { Api } from "../../../_lib/api.ts";

type Account = NonNullable<Awaited<ReturnType<Api["cardProvider"]["get"]["query"]>>["account"]>;

/** The account with the card provider: its keys and its callback URL. */
export function AccountCard({ account }: { account: Account }) {
  return (
    <Card aria-label="Account">
      <CardHeader>
        <CardTitle>Account</CardTitle>
        <Badge tone={account.is_test_mode ? "caution" : "positive"}>
          {account.is_test_mode ? "Test mode" : "Live mode"}
        </Badge>
      </CardHeader>
      <Details
        items={[
          ["Provider", account.endpoint === "stripe" ? "Stripe" : "Embedded sandbox"],
          [
            "Secret key",
            <code key="hint" className="font-mono text-xs">
              …{account.key_hint}
            </code>,
          ],
          [
            "Publishable key",
            account.publishable_key ? (
              <CopyButton key="key" value={account.publishable_key} className="max-w-40 sm:max-w-48" />
            ) : (
              "–"
            ),
          ],
          [
            "Webhooks go to",
            account.callback_url ? (
              <CopyButton key="url" value={account.callback_url} className="max-w-40 sm:max-w-64" />
            ) : (
              "Nowhere yet"
            ),
          ],
          ["Key accepted", <Moment key="accepted" iso={account.key_accepted_at} />],
          ["Changed", <Moment key="changed" iso={account.updated_at} />],
        ]}
      />
    </Card>
  );
}
