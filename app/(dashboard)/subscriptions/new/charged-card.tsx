"use client";

import type { Route } from "next";
import { FormSummary } from "../../../_components/form/form-summary.tsx";
import { Link } from "../../../_components/link.tsx";
import { Button } from "../../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../../_components/ui/card.tsx";
import { formatMoney } from "../../../_lib/format.ts";
import { cardInWords } from "./payment-part.tsx";
import { StartForm } from "./start-form.ts";
import { StartResult } from "./start-result.tsx";
import { submitWords } from "./start-words.ts";
import type { StartBuilder } from "./use-start-builder.ts";
import type { StartPreview } from "./use-start-preview.ts";

/** What is charged now and then, and the button that starts it. */
export function ChargedCard({ builder, isPending }: { builder: StartBuilder; isPending: boolean }) {
  const { form, refusal, summary, typed, known, plan, preview, error, isWaiting } = builder;
  const payment = StartForm.shape.payment.catch("CARD").parse(typed.payment);
  const hasCode = payment === "CARD" && builder.hasCode;
  const billsUsage =
    plan?.plan.features.some(({ enabled, overage }) => enabled && overage === "BILL") ?? false;
  const card = cardInWords(String(typed.card ?? ""), known);
  return (
    <Card aria-label="What is charged" className="max-lg:contents lg:sticky lg:top-14">
      <div className="min-w-0 max-lg:rounded-lg max-lg:border max-lg:bg-surface max-lg:shadow-card">
        <CardHeader>
          <CardTitle>What is charged</CardTitle>
        </CardHeader>
        <div className="space-y-4 p-4">
          <StartResult {...{ preview, error, isStale: isWaiting, payment, hasCode, card, billsUsage }} />
          <FormSummary form={form} refusal={refusal} ref={summary} />
        </div>
      </div>
      <div className="flex items-center gap-4 max-lg:sticky max-lg:bottom-0 max-lg:z-20 max-lg:-mx-4 max-lg:border-t max-lg:bg-surface max-lg:px-4 max-lg:py-2.5 max-lg:shadow-raised lg:px-4 lg:pb-4">
        {preview && !error && !preview.live && <DueNow preview={preview} isStale={isWaiting} />}
        {preview?.live ? (
          <Button asChild className="min-w-0 flex-1">
            <Link href={`/subscriptions/${preview.live.id}` as Route}>
              Open {preview.live.product_name} {preview.live.plan_name}
            </Link>
          </Button>
        ) : (
          <Button
            type="submit"
            className="h-auto min-h-9 min-w-0 flex-1 shrink py-1.5 whitespace-normal"
            disabled={isPending || isWaiting}
            aria-busy={isPending || undefined}
          >
            {submitWords(payment, error ? null : preview, hasCode)}
          </Button>
        )}
      </div>
    </Card>
  );
}

/** What is charged now, beside the button at the foot of a narrow page. The card says it too, to screen readers alike. */
function DueNow({
  preview: { amount_due: due, currency },
  isStale,
}: {
  preview: StartPreview;
  isStale: boolean;
}) {
  return (
    <p aria-hidden className="shrink-0 lg:hidden">
      <span className="block text-xs text-muted">Now</span>
      <span className="font-semibold tabular-nums">
        {isStale ? "…" : due === 0 ? "Nothing" : formatMoney(due, currency)}
      </span>
    </p>
  );
}
