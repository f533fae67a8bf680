"use client";

import type { ReactNode } from "react";
import type { z } from "zod";
import type { ProviderSettings } from "../../../../server/domain/tenants/provider/schema.ts";
import { Moment } from "../../../_components/moment.tsx";
import { Alert } from "../../../_components/ui/alert.tsx";
import { Badge } from "../../../_components/ui/badge.tsx";
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

interface Props extends Pick<Settings, "callbacks"> {
  /** Whether Stripe itself is connected, not the sandbox that stands for it. */
  isStripe: boolean;
  /** Whether the tenant is for real money. */
  isLive: boolean;
}

/** In Live the sandbox proves nothing about Stripe. */
const OF_SANDBOX = { tone: "neutral", label: "Test payments only" } as const;

/** Whether what the card provider reports arrives, shown by the last that was received. */
export function CallbacksPart({ callbacks, isStripe, isLive }: Props) {
  const { tone, label } =
    callbacks.failing.length > 0
      ? ({ tone: "negative", label: "Some fail" } as const)
      : isLive && !isStripe && callbacks.state === "PROVEN"
        ? OF_SANDBOX
        : STATES[callbacks.state];
  const name = `Webhooks from ${isStripe ? "Stripe" : "the sandbox"}`;
  const problem = callbacks.problem ?? (callbacks.state === "NEVER_PROVEN" ? NEVER_PROVEN : null);
  return (
    <section aria-label={name}>
      <div className="flex min-h-11 items-center justify-between gap-3 px-4 py-2">
        <h3 className="text-[0.8125rem] font-medium">{name}</h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {(problem || callbacks.failing.length > 0) && (
        <div className="space-y-3 border-t p-4">
          {problem && <Alert tone="caution">{problem}</Alert>}
          {callbacks.failing.map(({ id, type, attempts, last_error: reason, given_up_at: end }) => (
            <Alert key={id} tone="negative">
              <span className="font-mono text-xs">{type}</span>, tried{" "}
              {attempts === 1 ? "once" : `${attempts} times`}
              {end && (
                <>
                  , given up <Moment iso={end} />
                </>
              )}
              : {reason}
            </Alert>
          ))}
        </div>
      )}
    </section>
  );
}

/** What was received, in figures. */
export const callbackFacts = (callbacks: Settings["callbacks"]): [string, ReactNode][] => [
  ["Proven", callbacks.proven_at ? <Moment key="proven" iso={callbacks.proven_at} /> : "Never"],
  ["Last received", <Moment key="last" iso={callbacks.last_received_at} />],
  ["Received in 24 hours", formatCount(callbacks.received_last_day)],
  ["Waiting to be handled", formatCount(callbacks.waiting)],
];
