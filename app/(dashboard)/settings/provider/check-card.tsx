"use client";

import type { z } from "zod";
import type { ProviderCheck } from "../../../../server/domain/billing/card-provider/check/schema.ts";
import { Moment } from "../../../_components/moment.tsx";
import { Badge } from "../../../_components/ui/badge.tsx";
import { Button } from "../../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../../_components/ui/card.tsx";
import { useAction, useMay } from "../../../_lib/use-loaded.ts";

type Check = z.output<typeof ProviderCheck>;
type Line = Check["lines"][number];

const SUBJECTS: Record<Line["subject"], string> = {
  ACCOUNT: "Account",
  CHARGES: "Card payments",
  CURRENCIES: "Country and currencies",
  PERMISSIONS: "Permissions of the key",
  KEYS: "Both keys",
  TAXES: "Taxes",
  DUNNING: "After failed payments",
  API_VERSION: "Version of the API",
  CALLBACKS: "Webhooks",
};

const STATES = {
  OK: { tone: "positive", label: "Fine" },
  WARNING: { tone: "caution", label: "Warning" },
  FAILED: { tone: "negative", label: "Failed" },
  UNKNOWN: { tone: "neutral", label: "Unknown" },
} as const;

/** Asks the card provider whether sales will work, and shows what each answer means and what to do. */
export function CheckCard({ isStripe }: { isStripe: boolean }) {
  const check = useAction((api) => api.cardProvider.check.mutate({}), { done: summaryOf });
  const isAllowed = useMay("ADMIN");
  return (
    <Card aria-label="Check" className="lg:col-span-2">
      <CardHeader>
        <CardTitle>Check</CardTitle>
        {isAllowed && (
          <Button
            variant="secondary"
            size="small"
            disabled={check.isPending}
            onClick={() => check.mutate(undefined)}
          >
            {check.isPending ? "Checking, up to 30 seconds…" : "Check the connection"}
          </Button>
        )}
      </CardHeader>
      {check.data ? (
        <Lines check={check.data} />
      ) : (
        <p className="px-4 py-6 text-center text-[0.8125rem] text-muted">
          {isStripe
            ? "Asks Stripe whether sales will work: the account, the keys, currencies, taxes and webhooks. Nothing is charged."
            : "Asks the embedded sandbox in place of Stripe. Connect Stripe to learn whether real sales will work."}
        </p>
      )}
    </Card>
  );
}

function summaryOf({ lines }: Check): string {
  const failed = lines.filter(({ state }) => state === "FAILED").length;
  if (failed === 0) return "Nothing needs to be put right.";
  return failed === 1 ? "One thing needs to be put right." : `${failed} things need to be put right.`;
}

function Lines({ check: { lines, checked_at } }: { check: Check }) {
  return (
    <>
      <ul className="divide-y border-t">
        {lines.map(({ subject, state, meaning, next }) => (
          <li key={subject} className="space-y-1 px-4 py-3 text-[0.8125rem]">
            <div className="flex items-center justify-between gap-3">
              <h3 className="font-medium">{SUBJECTS[subject]}</h3>
              <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
            </div>
            <p className="wrap-anywhere text-muted">{meaning}</p>
            {next && <p className="wrap-anywhere">{next}</p>}
          </li>
        ))}
      </ul>
      <p className="border-t px-4 py-3 text-xs text-muted">
        Checked <Moment iso={checked_at} />
      </p>
    </>
  );
}
