"use client";

import type { ReactNode } from "react";
import { RefusalText } from "../../../_components/refusal-text.tsx";
import { Alert } from "../../../_components/ui/alert.tsx";
import { Skeleton } from "../../../_components/ui/skeleton.tsx";
import { formatDay, formatInterval, formatMoney } from "../../../_lib/format.ts";
import { reasonOf } from "../../../_lib/reason.ts";
import type { StartInput } from "./start-form.ts";
import type { StartPreview } from "./use-start-preview.ts";

interface Props {
  preview: StartPreview | null;
  error: Error | null;
  /** What is shown is not yet of what is chosen. */
  isStale: boolean;
  payment: StartInput["payment"];
  hasCode: boolean;
  /** The name of the card that is charged; null: none is chosen, or it has none. */
  card: string | null;
  /** Use past what the plan includes is billed. */
  billsUsage: boolean;
}

/** What a start charges now and then, as the server says. */
export function StartResult({ preview, error, isStale, payment, hasCode, card, billsUsage }: Props) {
  if (error)
    return (
      <Alert tone="negative" role="alert">
        <RefusalText>{reasonOf(error)}</RefusalText>
      </Alert>
    );
  if (!preview) return <Skeleton className="h-40 w-full" />;
  const { currency, lines, credit_used: credit, live } = preview;
  const money = (amount: number) => formatMoney(amount, currency);
  const isReduced = hasCode && preview.promotion_problem === null;
  return (
    <div aria-busy={isStale} className="space-y-4">
      <div role="status">
        <p className="text-xs text-muted">{payment === "LINK" ? "On the checkout page" : "Now"}</p>
        <p className="text-[1.75rem] leading-9 font-semibold tracking-tight tabular-nums">
          {preview.amount_due === 0 ? "Nothing" : money(preview.amount_due)}
        </p>
        <p className="text-[0.8125rem] text-pretty text-muted">{nowWords(preview, payment, card)}</p>
        <p className="mt-2 text-[0.8125rem] font-medium text-pretty">{thenWords(preview)}</p>
      </div>
      {preview.recurring_amount > 0 && (
        <dl className="space-y-1.5 border-t pt-3 text-[0.8125rem]">
          {lines.map(({ description, amount }) => (
            <Line key={description} name={description}>
              {money(amount)}
            </Line>
          ))}
          {credit > 0 && <Line name="Credit of the customer’s">{money(-credit)}</Line>}
          {isReduced && <Line name="Promotion code">taken off</Line>}
          {preview.adds_taxes && <Line name="Taxes">added by Stripe</Line>}
          {billsUsage && <Line name="Use past what is included">when it is used</Line>}
        </dl>
      )}
      {live && (
        <Alert tone="caution" role="note">
          They have {live.product_name} {live.plan_name} already, and a customer has one subscription of a
          product: a second one would be refused. Change the plan of the one they have.
        </Alert>
      )}
      {preview.trial_was_used && (
        <Alert role="note">This customer had the free trial before, so there is none now.</Alert>
      )}
      {preview.promotion_problem && (
        <Alert tone="caution" role="note">
          {preview.promotion_problem}
        </Alert>
      )}
    </div>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="min-w-0 text-muted">{name}</dt>
      <dd className="shrink-0 whitespace-nowrap">{children}</dd>
    </div>
  );
}

function nowWords(preview: StartPreview, payment: StartInput["payment"], card: string | null): string {
  const { trial_ends_at: trial, amount_due: due, recurring_amount: full, due_at: until } = preview;
  if (full === 0) return "This plan is free.";
  if (trial)
    return payment === "TRANSFER"
      ? `It is free until ${formatDay(trial)}.`
      : `It is free until ${formatDay(trial)}. A card that had a trial before is charged now.`;
  if (payment === "TRANSFER") return `On an invoice${until ? `, to be paid by ${formatDay(until)}` : ""}.`;
  if (due === 0) return "The customer’s credit pays it.";
  return payment === "LINK" ? "Charged to the card that they enter." : `Charged to ${card ?? "the card"}.`;
}

function thenWords(preview: StartPreview): string {
  const { trial_ends_at: trial, recurring_amount: full, next_at: next, currency, interval } = preview;
  if (full === 0 || !next) return "No charge follows.";
  const ends = { cancel: "ends", pause: "pauses" } as const;
  const without = preview.ends_without_card;
  return `Then ${formatMoney(full, currency)} each ${formatInterval(interval)}, ${trial ? "from" : "next on"} ${formatDay(next)}.${
    without && !preview.needs_card ? ` If no card is saved by then, the subscription ${ends[without]}.` : ""
  }`;
}
