"use client";

import { CopyButton } from "../../../_components/copy-button.tsx";
import { Details } from "../../../_components/details.tsx";
import { ActionDialog } from "../../../_components/form/action-dialog.tsx";
import { LoadFailure } from "../../../_components/load-failure.tsx";
import { Moment } from "../../../_components/moment.tsx";
import { PageHeader } from "../../../_components/page-header.tsx";
import { Badge } from "../../../_components/ui/badge.tsx";
import { Button } from "../../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../../_components/ui/card.tsx";
import { useLoaded, useMay } from "../../../_lib/use-loaded.ts";
import Loading from "../../loading.tsx";
import { CallbacksCard } from "./callbacks-card.tsx";
import { DriftCard } from "./drift-card.tsx";

/** The account with the card provider, and whether its callbacks arrive. */
export function ProviderPage() {
  const mayConnect = useMay("OWNER");
  const { data, error, refetch } = useLoaded("provider", "account", (api, signal) =>
    api.cardProvider.get.query({}, { signal }),
  );
  if (error && !data)
    return <LoadFailure what="The payment settings" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  const { account, callbacks } = data;
  return (
    <>
      <PageHeader
        title="Payments"
        description="The account that charges cards, and whether its callbacks arrive."
        actions={
          mayConnect && (
            <ActionDialog
              trigger={<Button>{account ? "Change account" : "Connect Stripe"}</Button>}
              title="Connect a Stripe account"
              description="Keys are in Stripe's dashboard under Developers, API keys. A restricted key works if it may write everything that Usher writes. Stripe is asked before the keys are stored, and then up to 30 seconds for its first callback."
              schema={async () =>
                (await import("../../../../server/domain/tenants/provider/provider-schema.ts"))
                  .ConnectProvider
              }
              fields={[
                {
                  name: "secret_key",
                  label: "Secret or restricted key",
                  kind: "password",
                  isRequired: true,
                  placeholder: "sk_live_…",
                },
                { name: "publishable_key", label: "Publishable key", placeholder: "pk_live_…" },
              ]}
              submit="Connect"
              done="Stripe is connected."
              act={(api, input) => api.cardProvider.connect.mutate(input)}
            />
          )
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card aria-label="Account">
          <CardHeader>
            <CardTitle>Account</CardTitle>
            {account && (
              <Badge tone={account.is_test_mode ? "caution" : "positive"}>
                {account.is_test_mode ? "Test mode" : "Live mode"}
              </Badge>
            )}
          </CardHeader>
          {account ? (
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
                  "Callbacks go to",
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
          ) : (
            <p className="px-4 py-6 text-center text-[0.8125rem] text-muted">
              No account is connected: cards cannot be charged.
            </p>
          )}
        </Card>
        <CallbacksCard account={account} callbacks={callbacks} />
        {account && <DriftCard />}
      </div>
    </>
  );
}
