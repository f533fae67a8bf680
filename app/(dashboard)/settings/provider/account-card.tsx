"use client";

import { CopyButton } from "../../../_components/copy-button.tsx";
import { Details } from "../../../_components/details.tsx";
import { Moment } from "../../../_components/moment.tsx";
import { Card, CardHeader, CardTitle } from "../../../_components/ui/card.tsx";
import type { Api } from "../../../_lib/api.ts";
import { CallbacksPart, callbackFacts } from "./callbacks-part.tsx";

type Settings = Awaited<ReturnType<Api["cardProvider"]["get"]["query"]>>;

interface Props {
  account: NonNullable<Settings["account"]>;
  callbacks: Settings["callbacks"];
  /** Whether the tenant is for real money. */
  isLive: boolean;
}

/** The account with the card provider: whether it is heard; its keys and its callback URL in a fold. */
export function AccountCard({ account, callbacks, isLive }: Props) {
  const isStripe = account.endpoint === "stripe";
  return (
    <Card aria-label="Account" className="lg:col-span-2">
      <CardHeader>
        <CardTitle>{isStripe ? "Stripe" : "Embedded sandbox"}</CardTitle>
        <span className="text-[0.8125rem] text-muted">
          {account.is_test_mode ? "Test mode" : "Live mode"}
        </span>
      </CardHeader>
      <CallbacksPart {...{ callbacks, isStripe, isLive }} />
      <details className="border-t">
        <summary className="min-h-9 cursor-pointer rounded-md px-4 py-2.5 text-[0.8125rem] font-medium text-muted">
          Keys and addresses
        </summary>
        <div className="border-t">
          <Details
            items={[
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
              ...callbackFacts(callbacks),
            ]}
          />
        </div>
      </details>
    </Card>
  );
}
