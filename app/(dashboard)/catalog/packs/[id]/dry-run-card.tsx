"use client";

import type { Route } from "next";
import { Link } from "../../../../_components/link.tsx";
import { Button } from "../../../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import type { Api } from "../../../../_lib/api.ts";
import { formatCount, formatMoney } from "../../../../_lib/format.ts";
import { useAction } from "../../../../_lib/use-loaded.ts";

interface Props {
  packId: string;
  fromPackId: string;
  fromVersion: number;
}

type Billed = Awaited<ReturnType<Api["packMigrations"]["preview"]["mutate"]>>["billed_now"][number];

const subscribersOf = (count: number) =>
  `${formatCount(count)} ${count === 1 ? "subscriber" : "subscribers"}`;

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

/** What subscribers would gain and lose in a migration. Changes nothing. */
export function DryRunCard({ packId, fromPackId, fromVersion }: Props) {
  const preview = useAction((api) =>
    api.packMigrations.preview.mutate({ pack_id: packId, from_pack_id: fromPackId }),
  );
  const { data } = preview;
  return (
    <Card aria-label="Dry run">
      <CardHeader>
        <CardTitle>If version {fromVersion} moved here</CardTitle>
        <Button
          variant="secondary"
          size="small"
          disabled={preview.isPending}
          onClick={() => preview.mutate(undefined)}
        >
          {preview.isPending ? "Counting…" : "Dry run"}
        </Button>
      </CardHeader>
      <div className="p-4 text-[0.8125rem]" role="status">
        {data ? (
          <>
            <p className="mb-2 font-medium">{subscribersOf(data.subscribers)}</p>
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
          </>
        ) : (
          <p className="text-muted">
            Counts which subscribers would gain or lose what, and what a move now would make them owe. Nothing
            is changed.
          </p>
        )}
      </div>
    </Card>
  );
}
