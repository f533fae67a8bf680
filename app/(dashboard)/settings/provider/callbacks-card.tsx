"use client";

import type { z } from "zod";
import type { ProviderSettings } from "../../../../server/domain/tenants/provider/provider-schema.ts";
import { Details } from "../../../_components/details.tsx";
import { Moment } from "../../../_components/moment.tsx";
import { Alert } from "../../../_components/ui/alert.tsx";
import { Badge } from "../../../_components/ui/badge.tsx";
import { Card, CardHeader, CardTitle } from "../../../_components/ui/card.tsx";
import { formatCount } from "../../../_lib/format.ts";

type Settings = z.output<typeof ProviderSettings>;

const STATES = {
  NOT_CONNECTED: { tone: "neutral", label: "Not connected" },
  KEY_ACCEPTED: { tone: "neutral", label: "Waiting for the first" },
  PROVEN: { tone: "positive", label: "Healthy" },
  NEVER_PROVEN: { tone: "caution", label: "Never proven" },
} as const;

const NEVER_PROVEN =
  "The key is accepted, but Stripe has not reported anything yet. Payments made on its pages stay unknown here until it does. Check that Stripe can reach the address, then check the connection.";

/** Whether what the card provider reports arrives, shown by the last that was received. */
export function CallbacksCard({ callbacks }: Pick<Settings, "callbacks">) {
  const { tone, label } =
    callbacks.failing.length > 0
      ? ({ tone: "negative", label: "Some fail" } as const)
      : STATES[callbacks.state];
  const problem = callbacks.problem ?? (callbacks.state === "NEVER_PROVEN" ? NEVER_PROVEN : null);
  return (
    <Card aria-label="Webhooks from Stripe">
      <CardHeader>
        <CardTitle>Webhooks from Stripe</CardTitle>
        <Badge tone={tone}>{label}</Badge>
      </CardHeader>
      <Details
        items={[
          ["Proven", callbacks.proven_at ? <Moment key="proven" iso={callbacks.proven_at} /> : "Never"],
          ["Last received", <Moment key="last" iso={callbacks.last_received_at} />],
          ["Received in 24 hours", formatCount(callbacks.received_last_day)],
          ["Waiting to be handled", formatCount(callbacks.waiting)],
        ]}
      />
      {(problem || callbacks.failing.length > 0) && (
        <div className="space-y-3 border-t p-4">
          {problem && <Alert tone="caution">{problem}</Alert>}
          {callbacks.failing.map(({ id, type, attempts, last_error: reason }) => (
            <Alert key={id} tone="negative">
              <span className="font-mono text-xs">{type}</span>, tried {attempts} times: {reason}
            </Alert>
          ))}
        </div>
      )}
    </Card>
  );
}
