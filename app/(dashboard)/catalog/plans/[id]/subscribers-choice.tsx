"use client";

import type { Route } from "next";
import { Link } from "../../../../_components/link.tsx";
import { Label } from "../../../../_components/ui/label.tsx";
import { Select } from "../../../../_components/ui/select.tsx";
import { Skeleton } from "../../../../_components/ui/skeleton.tsx";
import type { Api } from "../../../../_lib/api.ts";
import { formatCount, formatMoney } from "../../../../_lib/format.ts";
import { useLoaded } from "../../../../_lib/use-loaded.ts";
import type { Pack } from "./entitlement.ts";

type Billed = Awaited<ReturnType<Api["packMigrations"]["preview"]["mutate"]>>["billed_now"][number];

const MOVES = [
  { value: "keep", label: "Stay on their version" },
  { value: "period_end", label: "Move at the end of their period" },
  { value: "now", label: "Move now" },
] as const;

/** What becomes of those who subscribe already. */
export type Move = (typeof MOVES)[number]["value"];

/** "1 subscriber", "12 subscribers". */
export const subscribersOf = (count: number) =>
  `${formatCount(count)} ${count === 1 ? "subscriber" : "subscribers"}`;

interface MoveProps {
  draft: Pack;
  active: Pack;
  move: Move;
  onMove: (move: Move) => void;
}

/** Whether subscribers of the version on sale follow, and what each of them would gain and lose. */
export function SubscribersChoice({ draft, active, move, onMove }: MoveProps) {
  const input = { pack_id: draft.id, from_pack_id: active.id };
  const { data } = useLoaded("migration preview", { ...input, of: draft.updated_at }, (api, signal) =>
    api.packMigrations.preview.mutate(input, { signal }),
  );
  if (!data) return <Skeleton className="h-16 w-full" />;
  if (data.subscribers === 0) return null;
  return (
    <div className="space-y-3">
      <div className="space-y-1.5">
        <Label htmlFor="move">
          {subscribersOf(data.subscribers)} of version {active.version}
        </Label>
        <Select
          id="move"
          value={move}
          onChange={({ target }) =>
            onMove(MOVES.find(({ value }) => value === target.value)?.value ?? "keep")
          }
        >
          {MOVES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      <p className="font-medium">If they move:</p>
      {data.summary.length === 0 ? (
        <p className="text-muted">No subscriber would notice a difference.</p>
      ) : (
        <ul className="list-disc space-y-1 pl-4">
          {data.summary.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {data.billed_now.map((billed) => (
        <BilledNow key={billed.currency} {...billed} />
      ))}
    </div>
  );
}

/** What a move now makes subscribers owe in one currency, with those who owe most. */
function BilledNow({ currency, amount, subscribers, samples }: Billed) {
  return (
    <table className="mt-4 w-full">
      <caption className="pb-1.5 text-left text-muted">
        Overage so far that is owed if they move now, billed with their next invoices
      </caption>
      <tbody>
        {samples.map((one) => (
          <tr key={one.subscription_id} className="border-border border-t align-top">
            <td className="py-1.5">
              <Link
                className="inline-block py-0.5 text-link wrap-anywhere hover:underline"
                href={`/subscriptions/${one.subscription_id}` as Route}
              >
                {one.customer}
              </Link>
              <span className="block text-muted text-xs wrap-anywhere">
                {one.features.map(({ feature_key }) => feature_key).join(", ")}
              </span>
            </td>
            <td className="whitespace-nowrap py-2 pl-4 text-right tabular-nums">
              {formatMoney(one.amount, currency)}
            </td>
          </tr>
        ))}
        <tr className="border-border border-t font-medium">
          <td className="py-2">
            {subscribersOf(subscribers)}
            {subscribers > samples.length && `, of which ${formatCount(samples.length)} are shown`}
          </td>
          <td className="whitespace-nowrap py-2 pl-4 text-right tabular-nums">
            {formatMoney(amount, currency)}
          </td>
        </tr>
      </tbody>
    </table>
  );
}
